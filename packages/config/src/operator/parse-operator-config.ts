import { fail, ok, type Result } from '@the-loop/graph-core';
import { checkDocument, inFileOrder, problem } from '../document/check-document.ts';
import { type ConfigProblem, type ParsedConfig } from '../document/config-problem.ts';
import { readDocument } from '../document/yaml-document.ts';
import { type OperatorConfig } from './operator-config.ts';
import { githubHostDefaults } from './operator-defaults.ts';
import { contradictions } from './operator-rules.ts';
import { type OperatorFile, OperatorFileSchema } from './operator-schema.ts';

/** Reads the operator's file: unknown keys are refused, and everything wrong is reported at once. */
export function parseOperatorText(
  text: string,
  path: string,
): Result<ParsedConfig<OperatorConfig>, readonly ConfigProblem[]> {
  const document = readDocument(text, path);
  if ('problems' in document) return fail(document.problems);
  const { output, problems, unknown } = checkDocument(document, OperatorFileSchema);
  const config = output === null ? null : complete(output);
  const found = [
    ...problems,
    ...unknown.map((each) => each.problem),
    ...(config === null ? [] : contradictions(config)).map(({ keys, message }) => problem(document, keys, message)),
  ];
  if (config === null || found.length > 0) return fail(found.sort(inFileOrder));
  return ok({ config, warnings: [] });
}

function complete(file: OperatorFile): OperatorConfig {
  const given = Object.entries({ 'github.com': {}, ...file.integrations.github.hosts });
  const hosts = Object.fromEntries(given.map(([host, entry]) => [host, { ...githubHostDefaults(host), ...entry }]));
  return { ...file, integrations: { github: { hosts } } };
}
