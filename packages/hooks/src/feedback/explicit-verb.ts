import { type GateComment, loginKey } from '@the-loop/graph-core';
import { operativeText } from '@the-loop/markdown';
import { parseCommand } from '@the-loop/router';
import { bareLogin } from '../replies/replies.ts';
import { readStatement } from './read-statement.ts';
import { stand, type Tally } from './tally.ts';

const OVER = /(?:^|\s)--over\s+@?([A-Za-z0-9][A-Za-z0-9-]{0,38})(?=\s|$)/g;

/** Reads `the-loop approve` and `the-loop request-changes`. True when that settles what the comment decides. */
export function readVerb(comment: GateComment, keywords: Readonly<Record<string, string>>, tally: Tally): boolean {
  const parsed = parseCommand(comment.body, { keywords });
  switch (parsed.kind) {
    case 'none':
      return false;
    case 'near-miss':
      if (parsed.command === 'approve') tally.unclear = 'wording';
      return false;
    case 'ambiguous':
      tally.unclear = 'ambiguous';
      return true;
    case 'command':
      if (parsed.command === 'approve') approve(comment, parsed.args, tally);
      if (parsed.command === 'request-changes') stand(tally, { decision: 'changes', comment });
      return parsed.command === 'approve' || parsed.command === 'request-changes';
  }
}

/** `--over @login` takes over what that person asked for until now. */
function approve(comment: GateComment, args: string, tally: Tally): void {
  for (const [, login] of args.matchAll(OVER)) {
    const key = loginKey(login);
    const standing = tally.standing.get(key);
    if (standing?.decision !== 'changes' && standing?.decision !== 'holds') continue;
    tally.standing.delete(key);
    tally.over.add(bareLogin(standing.comment.author));
  }
  tally.hasComments ||= readStatement(args.replace(OVER, ' ')).hasComments || hasOtherLines(comment.body);
  stand(tally, { decision: 'approve', comment });
}

function hasOtherLines(body: string): boolean {
  const lines = operativeText(body)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.length > 1 && readStatement(lines.slice(1).join('\n')).hasComments;
}
