import { type InitAnswers } from './init-answers.ts';
import { KNOWN_AGENTS } from './plan-init.ts';

/** Somebody who answers questions. */
export interface Asker {
  /** The reply without surrounding blanks; empty for the default. */
  ask(question: string): Promise<string>;
  tell(text: string): void;
}

/** What is decided already, so that nobody is asked about it. */
export interface Decided {
  readonly authorizedUsers: boolean;
  readonly agent: boolean;
  readonly sharedIdentity: boolean;
}

const SHARED_IDENTITY = `
Does the-loop post with your own account? Then a comment of yours and a comment of an agent that holds your token look alike.
  refuse  comments of that account answer no gate; you answer with "the-loop gate answer", or the-loop gets an account of its own
  accept  your comments on GitHub answer gates, and an agent with your token could approve its own work
`;

/** Asks what is not decided yet. Replies that are no answer are asked again, three times; then the default is taken. */
export async function askAnswers(asker: Asker, given: InitAnswers, decided: Decided): Promise<InitAnswers> {
  const authorizedUsers = decided.authorizedUsers
    ? given.authorizedUsers
    : await askLogins(asker, 'GitHub logins that may command and approve, separated by blanks: ');
  const agent = decided.agent ? given.agent : await askAgent(asker);
  if (decided.sharedIdentity) return { ...given, authorizedUsers, agent };
  asker.tell(SHARED_IDENTITY);
  const sharedIdentity = await choose(asker, 'refuse or accept? [refuse] ', ['refuse', 'accept']);
  return { ...given, authorizedUsers, agent, sharedIdentity: sharedIdentity === 'accept' ? 'accept' : 'refuse' };
}

async function askLogins(asker: Asker, question: string): Promise<readonly string[]> {
  for (let left = 3; left > 0; left -= 1) {
    const logins = (await asker.ask(question)).split(/[\s,]+/).filter((word) => word !== '');
    if (logins.every(isLogin)) return logins;
    asker.tell('A login has letters, digits and "-".\n');
  }
  return [];
}

async function askAgent(asker: Asker): Promise<string | undefined> {
  const reply = await choose(asker, `Which agent works, ${KNOWN_AGENTS.join(' or ')}? [none yet] `, KNOWN_AGENTS);
  return reply === '' ? undefined : reply;
}

async function choose(asker: Asker, question: string, accepted: readonly string[]): Promise<string> {
  for (let left = 3; left > 0; left -= 1) {
    const reply = await asker.ask(question);
    if (reply === '' || accepted.includes(reply)) return reply;
    asker.tell(`Answer ${accepted.join(' or ')}, or nothing.\n`);
  }
  return '';
}

/** Whether a text can be a login on GitHub; the names of apps end in `[bot]`. */
export function isLogin(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}(?:\[bot\])?$/.test(text);
}
