import { type Result } from '@the-loop/graph-core';
import { type ConfigProblem, type ParsedConfig } from './document/config-problem.ts';
import { type ConfigEdit } from './document/set-keys.ts';
import { type HarnessConfig } from './harness/harness-config.ts';
import { type OperatorConfig } from './operator/operator-config.ts';

// The YAML reader and the schemas are loaded on first use: most commands run without any file to parse.

/**
 * Reads the text of an operator's file. Refuses with all problems at once, each with its line: syntax, unknown keys
 * (naming the nearest known one), wrong values, and keys that contradict each other. `path` is only for messages.
 */
export async function parseOperatorConfig(
  text: string,
  path: string,
): Promise<Result<ParsedConfig<OperatorConfig>, readonly ConfigProblem[]>> {
  const { parseOperatorText } = await import('./operator/parse-operator-config.ts');
  return parseOperatorText(text, path);
}

/**
 * Reads the text of a repository's harness file. Unknown keys are warnings; keys that belong to the operator are
 * refused wherever they stand. `path` is only for messages.
 */
export async function parseHarnessConfig(
  text: string,
  path: string,
): Promise<Result<ParsedConfig<HarnessConfig>, readonly ConfigProblem[]>> {
  const { parseHarnessText } = await import('./harness/parse-harness-config.ts');
  return parseHarnessText(text, path);
}

/**
 * The text with some keys set or removed; comments and the order of keys stay. It does not judge the values: parse the
 * result before writing it. Throws CONFIG_EDIT_REFUSED when the text is not YAML, a value stands where a mapping is
 * needed, or the result would differ in more than what was asked.
 */
export async function setKeys(text: string, edits: readonly ConfigEdit[]): Promise<string> {
  const { editText } = await import('./document/set-keys.ts');
  return editText(text, edits);
}
