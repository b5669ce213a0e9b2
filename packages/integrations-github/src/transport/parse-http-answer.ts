const STATUS_LINE = /^HTTP\/\d(?:\.\d)? (\d{3})(?: ([^\r\n]*))?$/;

const HEADER = /^([\w-]+):([\t -~\u0080-\u00ff]*)$/;
const BODILESS = new Set([204, 205, 304]);

/** Reads what `gh api -i` prints: status line, headers, an empty line, the body. Null when it is not that. */
export function parseHttpAnswer(bytes: Uint8Array): Response | null {
  const buffer = Buffer.from(bytes);
  const end = headEnd(buffer);
  if (end === null) return null;
  const [first = '', ...lines] = buffer.subarray(0, end.at).toString('latin1').split(/\r?\n/);
  const status = Number(STATUS_LINE.exec(first)?.[1] ?? 0);
  if (status < 200 || status > 599) return null;
  const body = BODILESS.has(status) ? null : buffer.subarray(end.at + end.length);
  return new Response(body, { status, headers: headersOf(lines) });
}

function headersOf(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name !== undefined && value !== undefined) headers.append(name, value);
  }
  return headers;
}

/** `gh` ends the status line with a line feed and the headers with both characters. */
function headEnd(buffer: Buffer): { readonly at: number; readonly length: number } | null {
  const ends = ['\r\n\r\n', '\n\r\n', '\n\n'].map((text) => ({ at: buffer.indexOf(text), length: text.length }));
  const found = ends.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0];
  return found ?? null;
}
