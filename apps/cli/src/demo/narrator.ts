import pc from 'picocolors';

/** Where the demo prints, and whether a person watches it on a terminal. */
export interface Screen {
  write(text: string): void;
  readonly isTerminal: boolean;
}

/** Tells what happens, one line each; while nothing happens, one progress line that is replaced in place. */
export interface Narrator {
  heading(text: string): void;
  said(who: string, text: string): void;
  did(what: string, detail: string): void;
  noted(what: string, detail: string): void;
  waiting(text: string): void;
  plain(text: string): void;
  end(): void;
}

const CLEAR_LINE = '\r\u001B[2K';

export function createNarrator(screen: Screen, now: () => number): Narrator {
  const began = now();
  const colour = pc.createColors(screen.isTerminal);
  let progress = false;

  const line = (text: string): void => {
    screen.write(`${progress ? CLEAR_LINE : ''}${text}\n`);
    progress = false;
  };
  const stamped = (mark: string, text: string): void => {
    const seconds = ((now() - began) / 1000).toFixed(1).padStart(5);
    line(`${colour.dim(`${seconds}s`)} ${mark} ${text}`);
  };

  return {
    heading: (text) => line(`\n${colour.bold(text)}`),
    said: (who, text) => stamped(colour.cyan('@'), `${colour.cyan(who)} ${text}`),
    did: (what, detail) => stamped(colour.green('>'), `${what.padEnd(22)} ${detail}`),
    noted: (what, detail) => stamped(colour.yellow('-'), `${what.padEnd(22)} ${detail}`),
    plain: line,
    waiting: (text) => {
      if (!screen.isTerminal) return;
      screen.write(`${CLEAR_LINE}${colour.dim(`       ... ${text}`)}`);
      progress = true;
    },
    end: () => {
      if (progress) screen.write(CLEAR_LINE);
      progress = false;
    },
  };
}
