/** Whether a name means something to the language itself, so that looking it up in a record finds what nobody put there. */
export function isReservedName(name: string): boolean {
  return name === 'prototype' || name in {};
}
