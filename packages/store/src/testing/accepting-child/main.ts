import { openStore } from '../../open-store.ts';
import { aDelivery } from '../samples.ts';

// Accepts deliveries without end and says on its standard output which are acknowledged. It is ended from outside.
const [path = '', first = '0'] = process.argv.slice(2);
const store = await openStore({ path, now: () => new Date() });
let next = Number(first);

async function acceptAll(): Promise<never> {
  for (;;) {
    next += 1;
    const n = next;
    await store.inbox.accept([aDelivery(n, { body: Buffer.alloc(5000, n) })]);
    process.stdout.write(`${n}\n`);
  }
}

await Promise.all([acceptAll(), acceptAll(), acceptAll(), acceptAll()]);
