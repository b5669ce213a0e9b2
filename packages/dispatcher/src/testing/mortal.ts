import { type DispatcherPorts } from '../create-dispatcher.ts';

/** A process that dies at its n-th call to the outside: before the call is made, or after it was, unheard. */
export interface Life {
  readonly died: Promise<void>;
  isDead(): boolean;
  step(call: () => unknown): unknown;
}

/** A life of `steps` calls. */
export function createLife(steps: number, when: 'before' | 'after'): Life {
  let left = steps;
  let tellDeath = (): void => undefined;
  const died = new Promise<void>((resolve) => {
    tellDeath = resolve;
  });
  const silence = new Promise<never>(() => undefined);
  return {
    died,
    isDead: () => left <= 0,
    step: (call) => {
      if (left <= 0) return silence;
      left -= 1;
      if (left > 0) return call();
      if (when === 'before') {
        tellDeath();
        return silence;
      }
      void Promise.resolve(call()).then(tellDeath, tellDeath);
      return silence;
    },
  };
}

/** A port as a mortal process sees it: after its death nothing answers. */
export function mortalPort<Port extends object>(port: Port, life: Life): Port {
  return new Proxy(port, {
    get: (target, name, receiver): unknown => {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => life.step(() => Reflect.apply(value, target, args) as unknown);
    },
  });
}

/** The ports of a dispatcher as a mortal process sees them. */
export function mortalPorts(ports: DispatcherPorts, life: Life): DispatcherPorts {
  const mortal = <Port extends object>(port: Port): Port => mortalPort(port, life);
  return {
    ...ports,
    inbox: mortal(ports.inbox),
    turns: mortal(ports.turns),
    outbox: mortal(ports.outbox),
    records: mortal(ports.records),
    applied: mortal(ports.applied),
    graph: mortal(ports.graph),
    workspaces: mortal(ports.workspaces),
    conversations: mortal(ports.conversations),
    verifier: mortal(ports.verifier),
  };
}
