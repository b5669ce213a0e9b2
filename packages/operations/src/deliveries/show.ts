import * as v from 'valibot';
import { withMemory } from '../memory.ts';
import { operation } from '../operation.ts';
import { printable } from '../render/printable.ts';
import { deliveryArgument, deliveryEntries, findDelivery } from './find-delivery.ts';
import { happeningName, type ListedDelivery, listedDelivery } from './listed-delivery.ts';

const Input = v.strictObject({ ...deliveryEntries, body: v.optional(v.boolean(), false) });

interface Shown extends ListedDelivery {
  readonly bytes: number;
  readonly bodyDigest: string;
  /** The payload as it was signed; null unless asked for. */
  readonly body: string | null;
}

/** One delivery, with its body when asked. */
export const deliveriesShow = operation<v.InferOutput<typeof Input>, Shown>({
  name: 'deliveries.show',
  summary: 'show one delivery',
  scope: 'read',
  reach: 'memory',
  parameters: [
    deliveryArgument,
    { kind: 'option', key: 'body', flag: '--body', help: 'with the payload, which strangers wrote', takes: 'nothing' },
  ],
  input: Input,
  run: (context, { id, body }) =>
    withMemory(context, async ({ store }) => {
      const found = await findDelivery(store.inbox, id);
      return {
        ...listedDelivery(found),
        bytes: found.bytes,
        bodyDigest: found.bodyDigest,
        body: body ? new TextDecoder().decode(found.body) : null,
      };
    }),
  text: render,
  exitCode: () => 0,
});

function render(shown: Shown): string {
  const lines = [
    `delivery ${shown.id}: ${happeningName(shown)}${shown.actor === '' ? '' : ` by ${shown.actor}`}`,
    `  GitHub's id: ${shown.guid} (${shown.source} ${shown.hook}, ${shown.host})`,
    `  received:    ${shown.receivedAt}, ${shown.bytes} bytes, SHA-256 ${shown.bodyDigest.slice(0, 12)}`,
    ...(shown.workItem === '' ? [] : [`  work item:   ${shown.workItem}`]),
    `  status:      ${shown.status}${shown.reason === '' ? '' : `: ${shown.reason}`}`,
    `               ${shown.sentence}`,
    ...(shown.attempts === 0 ? [] : [`  tries:       ${shown.attempts} failed${next(shown)}`]),
    ...(shown.error === '' ? [] : [`  last fault:  ${shown.error}`]),
    ...hints(shown),
  ].map(printable);
  return [...lines, ...(shown.body === null ? [] : ['', shown.body.split('\n').map(printable).join('\n')])].join('\n');
}

function next({ nextTry }: Shown): string {
  return nextTry === null ? '' : `, again at ${nextTry}`;
}

function hints({ id, status }: Shown): readonly string[] {
  if (status === 'dead') return [`  next:        the-loop deliveries retry ${id}, or drop ${id}`];
  return status === 'open' ? [] : [`  more:        the-loop explain ${id}`];
}
