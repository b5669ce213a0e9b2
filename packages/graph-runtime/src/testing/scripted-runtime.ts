import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type GateComment,
  type HookRegistry,
  type HookSettings,
  type LoopAddress,
  LoopError,
  type RemoteReader,
} from '@the-loop/graph-core';
import { parse } from 'yaml';
import { isLoopError } from '../errors.ts';
import { createFileItemStore } from '../items/file-item-store.ts';
import { exitCodeOfFault } from '../render/exit-code.ts';
import { advance } from '../verbs/advance.ts';
import { status } from '../verbs/check.ts';
import { cleanup } from '../verbs/ending.ts';
import { start } from '../verbs/start.ts';
import { type VerbContext } from '../verbs/verb-context.ts';
import { createRecordingPerformer } from './recording-performer.ts';
import { readCommand, runCommand } from './scripted-command.ts';
import { testSettings } from './test-context.ts';

/** Content as the data spells it: text, or bytes in hexadecimal. */
type Content = string | { readonly $hex: string };

interface Said {
  readonly author: string;
  readonly body: string;
}

/** One step of a scripted walk. */
export interface Step {
  readonly cli?: readonly string[];
  readonly verb?: 'start' | 'advance' | 'cleanup' | 'status';
  readonly id?: string;
  readonly ref?: string;
  readonly pr?: number;
  readonly prRepo?: string;
  readonly loop?: string;
  readonly event?: { readonly comments: readonly Said[] };
  readonly write?: Readonly<Record<string, Content>>;
  readonly delete?: readonly string[];
  readonly failing?: readonly string[];
  readonly thread?: readonly Said[];
}

type Report = Readonly<Record<string, unknown>>;

interface Outcome {
  readonly exit?: number;
  readonly report?: Report | null;
  readonly refused?: boolean;
}

/** What a step came to. */
export interface Observed extends Outcome {
  readonly effects: readonly (readonly [string, string])[];
  readonly degraded: boolean;
}

interface Config {
  readonly ticketing?: { readonly github?: { readonly owner?: unknown; readonly repo?: unknown } };
  readonly workflow?: { readonly specDir?: string };
}

function snapshot(directory: string): string {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => `${name}:${statSync(join(directory, name)).mtimeMs}`)
    .join('\n');
}

function linesOf(report: Report, key: string): string[] {
  const lines = report[key];
  return Array.isArray(lines) ? lines.map(String) : [];
}

function isDegraded(report: Report): boolean {
  const lines = [...linesOf(report, 'messages'), ...linesOf(report, 'warnings')];
  return linesOf(report, 'degraded').length > 0 || lines.some((line) => /did not complete|could not post/.test(line));
}

function originOf(config: Config | null): string {
  const { owner, repo } = config?.ticketing?.github ?? {};
  return typeof owner === 'string' && typeof repo === 'string' ? `${owner}/${repo}` : '';
}

/** A checkout whose steps are taken by the verbs themselves, over ports that record. */
export class ScriptedRuntime {
  readonly #root: string;
  readonly #hooks: HookRegistry;
  readonly #performer = createRecordingPerformer();
  readonly #thread: (GateComment & { id: string })[] = [];
  #clock = Date.parse('2026-01-01T00:00:00Z');

  constructor(root: string, hooks: HookRegistry) {
    this.#root = root;
    this.#hooks = hooks;
  }

  write(files: Readonly<Record<string, Content>>): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.#root, path)), { recursive: true });
      writeFileSync(join(this.#root, path), typeof content === 'string' ? content : Buffer.from(content.$hex, 'hex'));
    }
  }

  async take(step: Step): Promise<Observed> {
    const before = this.#performer.written.length;
    this.#prepare(step);
    const outcome = await this.#act(step);
    const effects = this.#performer.written.slice(before);
    return { ...outcome, effects, degraded: isDegraded(outcome.report ?? {}) };
  }

  #prepare(step: Step): void {
    this.write(step.write ?? {});
    for (const path of step.delete ?? []) rmSync(join(this.#root, path));
    for (const operation of step.failing ?? []) this.#performer.failing.add(operation);
    for (const said of step.thread ?? []) {
      this.#thread.push({ ...said, kind: 'comment', id: `thread-${this.#thread.length}` });
    }
  }

  async #act(step: Step): Promise<Outcome> {
    if (step.cli !== undefined) return this.#command(step.cli);
    return step.verb === undefined ? {} : { report: (await this.#verb(step)) as Report | null };
  }

  #context(authorizedUsers: readonly string[], root = this.#root): VerbContext {
    const config = this.#config();
    const originRepo = originOf(config);
    const settings: HookSettings = { ...testSettings, authorizedUsers, originRepo, repoInitialized: config !== null };
    return {
      store: createFileItemStore({ repoRoot: root, specDir: config?.workflow?.specDir ?? 'docs/specs', originRepo }),
      hooks: this.#hooks,
      settings,
      performer: this.#performer,
      emit: () => undefined,
      now: () => this.#now(),
      principal: { login: 'operator' },
      remote: this.#remote(),
    };
  }

  #now(): string {
    this.#clock += 1_000;
    return new Date(this.#clock).toISOString();
  }

  #config(): Config | null {
    try {
      return parse(readFileSync(join(this.#root, '.the-loop/harness-config.yaml'), 'utf8')) as Config;
    } catch {
      return null;
    }
  }

  #remote(): RemoteReader {
    const { failing, bodies } = this.#performer;
    return {
      listComments: () => {
        if (failing.has('listComments'))
          return Promise.reject(new LoopError('GITHUB_UNAVAILABLE', 'GitHub answered 503'));
        return Promise.resolve(this.#thread);
      },
      readMerge: () => Promise.resolve({ kind: 'unmerged' }),
      readLinks: () => Promise.resolve([]),
      readComment: (_ref, id) => {
        const body = bodies[Number(id) - 1];
        if (body === undefined) return Promise.resolve({ kind: 'missing' });
        return Promise.resolve({ kind: 'found', author: 'the-loop-bot', body, editors: null });
      },
    };
  }

  #verb(step: Step): Promise<object | null> {
    const context = this.#context(['alice', 'bob']);
    const { id = '', pr, prRepo } = step;
    const address: LoopAddress = JSON.parse(JSON.stringify({ id, pr, prRepo })) as LoopAddress;
    const input = { address, ref: step.ref ?? '', loop: step.loop ?? '' };
    const createdAt = this.#now();
    const comments = (step.event?.comments ?? []).map((said, index): GateComment => {
      return { ...said, kind: 'comment', id: `${createdAt}-${index}`, createdAt };
    });
    const verbs = {
      start: () => start(context, input),
      cleanup: () => cleanup(context, input),
      status: () => status(context, input),
      advance: () => advance(context, { ...input, comments }),
    };
    return verbs[step.verb ?? 'status']();
  }

  async #command(argv: readonly string[]): Promise<Outcome> {
    const before = snapshot(this.#root);
    try {
      const outcome = await runCommand(readCommand(argv), (repo) => this.#context([], repo ?? this.#root));
      return { exit: outcome.exit, report: outcome.report as Report };
    } catch (error) {
      if (!isLoopError(error)) throw error;
      return { exit: exitCodeOfFault(error), refused: snapshot(this.#root) === before };
    }
  }

  /** The pointer that the state file of an item says; empty when it was never entered. */
  pointer(step: Step): string {
    const id = step.id ?? step.cli?.find((arg) => arg.startsWith('issue-')) ?? '';
    try {
      const text = readFileSync(join(this.#root, 'docs/specs', id, 'graph-state.json'), 'utf8');
      return (JSON.parse(text) as { currentNode?: string }).currentNode ?? '';
    } catch {
      return '';
    }
  }
}
