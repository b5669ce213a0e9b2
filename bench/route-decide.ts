import { decide, type Snapshot } from '@the-loop/dispatcher';
import { route } from '@the-loop/router';
import { type ExamplePayload, examplePayloads } from './fixtures/payloads.ts';
import { decisionPolicy, routeContext } from './fixtures/policy.ts';
import { best, type Row, shown } from './measure.ts';

const snapshot: Snapshot = {
  sessions: [],
  control: {},
  frozen: {},
  missing: [],
  progress: {},
  closer: 'person',
  duplicate: null,
  workspace: true,
  policy: decisionPolicy,
};

function routeAndDecide({ event, payload }: Pick<ExamplePayload, 'event' | 'payload'>): string {
  const routing = route({ deliveryId: 'd-1', event, payload }, routeContext);
  return routing.kind === 'routed' ? decide(routing.event, snapshot).reason : routing.kind;
}

/** Milliseconds for one payload: the best of several rounds of a hundred. */
async function perPayload(example: ExamplePayload, rounds: number): Promise<number> {
  const time = await best(rounds, () => {
    for (let index = 0; index < 100; index += 1) routeAndDecide(example);
  });
  return time / 100;
}

function withBody(body: string): ExamplePayload {
  const opened = examplePayloads().find(
    ({ event, payload }) => event === 'pull_request' && payload['action'] === 'opened',
  );
  if (opened === undefined) throw new Error('there is no example of an opened pull request');
  const pull = opened.payload['pull_request'] as Readonly<Record<string, unknown>>;
  const payload = { ...opened.payload, pull_request: { ...pull, body } };
  return { event: 'pull_request', payload, text: JSON.stringify(payload) };
}

function middle(examples: readonly ExamplePayload[]): ExamplePayload {
  const example = examples[Math.floor(examples.length / 2)];
  if (example === undefined) throw new Error('there are no examples');
  return example;
}

const HOSTILE: Readonly<Record<string, string>> = {
  prose: 'closes nothing, mentions #12 and octo/app#7. ',
  'open comments': '<!-- ',
  brackets: '[[[[((((',
  blanks: ' \t \t',
  keywords: 'closes fixes resolves ',
};

/** How long does it take from a payload to what is done with it? */
export async function routeDecideBench(): Promise<readonly Row[]> {
  const routed = examplePayloads().filter((example) => routeAndDecide(example) !== 'dropped');
  const all = examplePayloads();
  const rows: Row[] = [];
  for (const [what, example] of [
    [`median of ${all.length} example payloads`, middle(all)],
    [`median of the ${routed.length} that are routed`, middle(routed)],
  ] as const) {
    const time = await perPayload(example, 20);
    const parse = (await best(20, () => Array.from({ length: 100 }, (): unknown => JSON.parse(example.text)))) / 100;
    rows.push({
      what: `${what} (${example.event}, ${shown(example.text.length)} B)`,
      measured: `${shown(time * 1000)} µs`,
      beside: `${shown(parse * 1000)} µs to parse its JSON`,
      budget: '< 200 µs',
    });
  }
  for (const [what, unit] of Object.entries(HOSTILE)) {
    const example = withBody(unit.repeat(Math.ceil(1_048_576 / unit.length)));
    const time = await best(5, () => routeAndDecide(example));
    const parse = await best(5, () => JSON.parse(example.text));
    rows.push({
      what: `1 MB pull-request body: ${what}`,
      measured: `${shown(time)} ms`,
      beside: `${shown(parse)} ms to parse its JSON`,
      budget: '< 20 ms',
    });
  }
  return rows;
}
