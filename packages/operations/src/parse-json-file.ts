/** What a JSON file says. Throws what `refused` makes of the reason where its text is no JSON. */
export function parseJsonFile(text: string, refused: (message: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw refused('the file is no JSON');
    throw cause;
  }
}
