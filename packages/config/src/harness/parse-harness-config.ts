import { fail, ok, type Result } from '@the-loop/graph-core';
import { checkDocument, inFileOrder } from '../document/check-document.ts';
import { type ConfigProblem, type ParsedConfig } from '../document/config-problem.ts';
import { keyPaths, type UnknownKey } from '../document/known-keys.ts';
import { readDocument } from '../document/yaml-document.ts';
import { OperatorFileSchema } from '../operator/operator-schema.ts';
import { type HarnessConfig } from './harness-config.ts';
import { HarnessFileSchema } from './harness-schema.ts';

/**
 * Reads a repository's file. Unknown keys are warnings, because the file guides agents of many versions; keys of the
 * operator are refused wherever they stand, because a repository must never widen what the machine may do.
 */
export function parseHarnessText(
  text: string,
  path: string,
): Result<ParsedConfig<HarnessConfig>, readonly ConfigProblem[]> {
  const document = readDocument(text, path);
  if ('problems' in document) return fail(document.problems);
  const { output, problems, unknown } = checkDocument(document, HarnessFileSchema);
  const judged = unknown.map((each) => ({ problem: each.problem, operator: operatorPath(each) }));
  const refused = judged.flatMap(({ problem, operator }) =>
    operator === null
      ? []
      : [
          {
            ...problem,
            message: `refused: a repository may not set this; it belongs at ${operator} in the operator's configuration`,
          },
        ],
  );
  const found = [...problems, ...refused].sort(inFileOrder);
  if (output === null || found.length > 0) return fail(found);
  return ok({ config: output, warnings: judged.map((each) => each.problem).sort(inFileOrder) });
}

/** Names too common to mean the operator's key when they stand alone. */
const COMMON = new Set([
  'version',
  'host',
  'path',
  'events',
  'enabled',
  'github',
  'root',
  'state',
  'command',
  'start',
  'do',
  'stop',
  'goal',
  'help',
  'done',
  'status',
  'pause',
  'resume',
  'approve',
  'execute',
  'contribute',
  'cleanup',
  'request-changes',
  'notifications',
  'channels',
]);

const operatorPaths = keyPaths(OperatorFileSchema).map((keys) => keys.join('.'));

/** Where the operator's file has this key; null when it has none like it. */
function operatorPath({ keys }: UnknownKey): string | null {
  const whole = keys.join('.');
  if (operatorPaths.includes(whole)) return whole;
  const last = String(keys.at(-1));
  if (COMMON.has(last)) return null;
  return operatorPaths.find((path) => path === last || path.endsWith(`.${last}`)) ?? null;
}
