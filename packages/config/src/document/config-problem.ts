/** Something wrong in a configuration file, in our own words: values of the file are never repeated. */
export interface ConfigProblem {
  /** The file, as it was given. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** The key as written in a path, such as `routing.authorizedUsers[0]`; empty for the whole file. */
  readonly key: string;
  readonly message: string;
}

/** What a parser found: the whole configuration with its defaults, and what deserves a warning. */
export interface ParsedConfig<Config> {
  readonly config: Config;
  readonly warnings: readonly ConfigProblem[];
}

/** One line: `file:line:column: key: message`. */
export function formatProblem({ path, line, column, key, message }: ConfigProblem): string {
  return `${path}:${line}:${column}: ${key === '' ? '' : `${key}: `}${message}`;
}

/** A path of keys as a person writes it: `a.b[0]`. */
export function formatKey(keys: readonly (string | number)[]): string {
  return keys.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}
