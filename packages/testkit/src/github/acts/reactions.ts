import { type ContentRecord, type ReactionContent, type ReactionRecord, type UserRecord } from '../state/records.ts';
import { invalid } from '../state/refusal.ts';
import { type World } from '../state/world.ts';

const CONTENTS: readonly string[] = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'];

function isReactionContent(text: string): text is ReactionContent {
  return CONTENTS.includes(text);
}

/** Adds a reaction; the same one by the same person again is the old one. GitHub tells no webhook about it. */
export function react(
  world: World,
  content: ContentRecord,
  { by, reaction }: { by: UserRecord; reaction: string },
): { readonly record: ReactionRecord; readonly isNew: boolean } {
  if (!isReactionContent(reaction)) throw invalid('Reaction', 'content', 'invalid');
  const known = content.reactions.find((candidate) => candidate.user === by && candidate.content === reaction);
  if (known) return { record: known, isNew: false };
  const record: ReactionRecord = { ...world.identify('REA'), content: reaction, user: by, createdAt: world.time() };
  content.reactions.push(record);
  return { record, isNew: true };
}
