import path from 'node:path';
import { type OperatorConfig } from '@the-loop/config';
import { type TurnEnd, type TurnHost, type TurnRun } from '@the-loop/dispatcher';
import { formatRef, LoopError, refKey, type WorkItemRef } from '@the-loop/graph-core';
import { agentFor, type SessionHost, sessionEnvironment, type TurnOutcome } from '@the-loop/sessions';

export interface TurnHostOptions {
  readonly config: () => OperatorConfig;
  readonly host: SessionHost;
  readonly stateRoot: string;
  /** The service's own environment; agents get an allow-list of it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Base URL of the API; asked when a turn begins. */
  readonly url: () => string;
  /** A token that is good for claiming on this conversation's item, and for nothing else. */
  readonly tokenFor: (item: WorkItemRef, endpoint: WorkItemRef) => Promise<string>;
  /** Directory of the item's artifacts, absolute; null when the item has no graph. */
  readonly itemDirectory: (item: WorkItemRef) => Promise<string | null>;
  /** Folder with `the-loop`, put before the agent's PATH. */
  readonly bin: string;
}

const GRACE_MS = 5_000;
const MINUTE_MS = 60_000;

/** Runs each turn as the configured agent, in the conversation's checkout, without the operator's credentials. */
export function createTurnHost(options: TurnHostOptions): TurnHost {
  return {
    run: (run) => runTurn(options, run),
    probe: ({ pid, startTime }) => options.host.probe(pid, startTime),
    async end({ pid, startTime }) {
      await options.host.end(pid, startTime, GRACE_MS);
    },
  };
}

async function runTurn(options: TurnHostOptions, run: TurnRun): Promise<TurnEnd> {
  const { conversation, turn } = run;
  const { agent: name, sessionId, begun, cwd } = conversation.binding ?? conversation.record;
  const { sessions } = options.config();
  const configured = sessions.agents[name];
  try {
    const adapter = agentFor(name, configured);
    const { command, stdin } = adapter.command({ sessionId, resume: begun });
    const outcome = await options.host.run(
      {
        endpoint: turn.endpoint,
        turn: turn.key,
        command,
        stdin,
        prompt: turn.prompt,
        sessionId,
        workItem: formatRef(conversation.endpoint),
        cwd,
        environment: await environmentOf(options, run, {
          configured: configured?.env ?? {},
          passThrough: adapter.environment,
        }),
        timeoutMs: (configured?.timeoutMinutes ?? 30) * MINUTE_MS,
        onStarted: (process) => run.started(process),
      },
      run.signal,
    );
    return endOf(outcome);
  } catch (error) {
    if (!(error instanceof LoopError)) throw error;
    return { ok: false, outcome: 'not-started', exitCode: null, note: error.message, begun: false, retriable: false };
  }
}

async function environmentOf(
  options: TurnHostOptions,
  { conversation: { item, endpoint, binding } }: TurnRun,
  agent: { readonly configured: Readonly<Record<string, string>>; readonly passThrough: readonly string[] },
): Promise<Readonly<Record<string, string>>> {
  const itemDirectory = binding === null ? null : await options.itemDirectory(item);
  const base = sessionEnvironment({
    inherited: options.environment,
    ...agent,
    pathPrefix: [options.bin],
    shareCredentials: options.config().sessions.shareCredentials,
    ghConfigDir: path.join(options.stateRoot, 'gh', refKey(endpoint)),
    identity: { name: 'the-loop agent', email: 'agent@the-loop.invalid' },
    theLoop: { url: options.url(), token: await options.tokenFor(item, endpoint), workItem: formatRef(item) },
  });
  // A pull request of another repository has its own checkout; the item's artifacts are elsewhere.
  return itemDirectory === null ? base : { ...base, THE_LOOP_ITEM_DIR: itemDirectory };
}

/** What happened, in our own words: nothing the agent printed goes further than its log. */
function endOf(outcome: TurnOutcome): TurnEnd {
  switch (outcome.kind) {
    case 'exited':
      return {
        ok: outcome.code === 0,
        outcome: 'exited',
        exitCode: outcome.code,
        note: `log: ${outcome.logFile}`,
        begun: true,
        retriable: true,
      };
    case 'signalled':
      return {
        ok: false,
        outcome: 'signalled',
        exitCode: null,
        note: `ended by ${outcome.signal}`,
        begun: true,
        retriable: true,
      };
    case 'timeout':
      return {
        ok: false,
        outcome: 'timeout',
        exitCode: null,
        note: `log: ${outcome.logFile}`,
        begun: true,
        retriable: true,
      };
    case 'aborted':
      return { ok: false, outcome: 'aborted', exitCode: null, note: '', begun: true, retriable: false };
    case 'not-started':
      return {
        ok: false,
        outcome: 'not-started',
        exitCode: null,
        note: `${outcome.message} ${outcome.remedy}`.trim(),
        begun: false,
        retriable: outcome.reason === 'cwd-missing',
      };
  }
}
