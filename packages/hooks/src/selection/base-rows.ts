import { type GateComment, type HookContext, loginKey, safeParseRef } from '@the-loop/graph-core';
import { bareLogin, isListed } from '../replies/replies.ts';
import { type Rows, readRows } from './rows.ts';
import { type Signing } from './signing.ts';

/** What the signed reply is laid over. */
export type BaseRows =
  | {
      readonly kind: 'rows';
      readonly rows: Rows;
      readonly via: 'checklist' | 'default';
      readonly editors: readonly string[];
    }
  /** The gate stays open: in our own words, why. */
  | { readonly kind: 'hold'; readonly code: string; readonly text: string }
  /** Somebody who may not decide changed boxes. They are named once; the mark is how the next signature knows. */
  | { readonly kind: 'foreign-ticks'; readonly editors: readonly string[]; readonly mark: string };

const NO_ROWS: Rows = { answers: new Map(), malformed: [] };
const DEFAULTS: BaseRows = { kind: 'rows', rows: NO_ROWS, via: 'default', editors: [] };
const UNREADABLE: BaseRows = {
  kind: 'hold',
  code: 'SELECTION_UNREADABLE',
  text: 'the checklist could not be read from GitHub; the signature counts as soon as it can',
};

/**
 * The boxes of the checklist that we posted, and of no other comment. Only a definitive "it is gone" means the default
 * process; whatever else goes wrong waits.
 */
export async function readBaseRows(context: HookContext, signing: Signing): Promise<BaseRows> {
  if (signing.command === 'start') return DEFAULTS;
  if (context.checklist === undefined) return withoutChecklist(context, signing);
  const found = await readChecklist(context);
  if (found === null) return UNREADABLE;
  if (found.kind === 'missing') return DEFAULTS;
  if (!isListed(found.author, context.settings.ownLogins)) {
    return {
      kind: 'hold',
      code: 'SELECTION_FOREIGN',
      text: 'the stored checklist is not a comment of ours; a list in the reply counts',
    };
  }
  const editors = (found.editors ?? []).filter((login) => !isListed(login, context.settings.ownLogins));
  const foreign = editors.filter((login) => !isListed(login, context.settings.authorizedUsers)).map(bareLogin);
  const mark = holdMark(context, foreign, found.body);
  if (foreign.length > 0 && !signing.hasList && !(await wasNamed(context, signing.comment, mark))) {
    return { kind: 'foreign-ticks', editors: foreign, mark };
  }
  return { kind: 'rows', rows: readRows(context.graph, found.body), via: 'checklist', editors: editors.map(bareLogin) };
}

/** Where no ref can be derived, no checklist can ever be posted, and the signature alone is the answer. */
function withoutChecklist({ ref }: HookContext, { hasList }: Signing): BaseRows {
  if (hasList || !safeParseRef(ref).ok) return DEFAULTS;
  return {
    kind: 'hold',
    code: 'SELECTION_NOT_ASKED',
    text: 'the checklist is not posted yet; the signature counts as soon as it is',
  };
}

async function readChecklist({ checklist, remote }: HookContext) {
  if (checklist === undefined || remote === undefined) return null;
  try {
    return await remote.readComment(checklist.ref, checklist.id);
  } catch {
    // Unknown is not absent: the gate waits, and says that it could not read.
    return null;
  }
}

/** Whether we already named these editors of this list before the signature was made. */
async function wasNamed(
  { checklist, remote, settings }: HookContext,
  signature: GateComment,
  mark: string,
): Promise<boolean> {
  if (checklist === undefined || remote === undefined) return false;
  try {
    const comments = await remote.listComments(checklist.ref);
    return comments.some(
      (comment) =>
        isListed(comment.author, settings.ownLogins) && comment.body.includes(mark) && !isLater(comment, signature),
    );
  } catch {
    // Not known to be named, so they are named: at worst twice.
    return false;
  }
}

function isLater(comment: GateComment, other: GateComment): boolean {
  const [left, right] = [Date.parse(comment.createdAt ?? ''), Date.parse(other.createdAt ?? '')];
  return left > right;
}

function holdMark({ digest }: HookContext, editors: readonly string[], body: string): string {
  const names = editors.map(loginKey).sort((left, right) => left.localeCompare(right, 'en'));
  return `<!-- the-loop:selection-hold=${digest(`${names.join(',')}\n${body}`).slice(0, 16)} -->`;
}
