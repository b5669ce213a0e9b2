/** Everything a person can ask for with `the-loop <verb>` in a comment or review. */
export const COMMANDS = [
  'start',
  'contribute',
  'do',
  'resume',
  'pause',
  'stop',
  'cleanup',
  'execute',
  'approve',
  'request-changes',
  'goal',
  'done',
  'status',
  'help',
] as const;

/** A control command. Always one of these constants: no text of a comment ever becomes a command. */
export type Command = (typeof COMMANDS)[number];

/** What a comment asks for. `args` is untrusted text, trimmed; empty for verbs that take none. */
export type ParsedCommand =
  | { readonly kind: 'none' }
  | { readonly kind: 'command'; readonly command: Command; readonly args: string }
  /** Two different commands in one comment: nothing is executed, the author is told. */
  | { readonly kind: 'ambiguous'; readonly commands: readonly Command[] }
  /** The phrase stands inside other text: nothing is executed, one hint is given. */
  | { readonly kind: 'near-miss'; readonly command: Command };
