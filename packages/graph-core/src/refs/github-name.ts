const NAME = /^[A-Za-z0-9._][A-Za-z0-9._-]*$/;
const LABEL = /^[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*$/;
const PORT = /^[0-9]{1,5}$/;
const LONGEST_HOST = 253;

/**
 * Whether the text can be the name of an owner or a repository: ASCII letters, digits, `.`, `_` and `-`, not `.` or `..`.
 * A leading hyphen is refused too, because a name that reaches an argument list would be read as an option.
 */
export function isGithubName(text: string): boolean {
  return NAME.test(text) && text !== '.' && text !== '..';
}

/** Whether the text can be the host of a ref: dotted labels with an optional port, or one label with a port. */
export function isRefHost(text: string): boolean {
  if (text.length > LONGEST_HOST) return false;
  const [name = '', port, ...rest] = text.split(':');
  const labels = name.split('.');
  if (rest.length > 0 || !labels.every((label) => LABEL.test(label))) return false;
  if (port === undefined) return labels.length > 1;
  return PORT.test(port) && Number(port) >= 1 && Number(port) <= 65_535;
}
