import {
  type FactSource,
  type GateComment,
  type HookContext,
  type HookSettings,
  loginKey,
  type Principal,
} from '@the-loop/graph-core';
import { hasSelfMarker, type ParsedCommand, parseCommand } from '@the-loop/router';

/** Says `the-loop execute` where the operator set nothing. */
export const EXECUTE_KEYWORD = 'the-loop execute';

/** A login as it is shown: without `@`. */
export function bareLogin(login: string): string {
  return login.trim().replace(/^@/, '');
}

/** Whether a login is on a list; nobody is on an empty one. */
export function isListed(login: unknown, logins: readonly string[]): boolean {
  const key = loginKey(login);
  return key !== '' && logins.some((listed) => loginKey(listed) === key);
}

/** First-hand words of a listed person: not ours, not edited by anyone, not deleted. */
export function isReadable(comment: GateComment, authorizedUsers: readonly string[]): boolean {
  const firstHand = comment.action === undefined || comment.action === 'created' || comment.action === 'submitted';
  const ofReview = comment.kind === 'review' && (comment.action === 'dismissed' || comment.reviewState === 'DISMISSED');
  return (firstHand || ofReview) && isListed(comment.author, authorizedUsers) && !hasSelfMarker(comment.body);
}

/**
 * The comments that may answer a gate, oldest first. A login that we post as answers only where the operator accepted
 * that agent and person share it.
 */
export function answersOf(comments: readonly GateComment[], settings: HookSettings): GateComment[] {
  return comments.filter(
    (comment) =>
      isReadable(comment, settings.authorizedUsers) &&
      (settings.sharedIdentityAccepted || !isListed(comment.author, settings.ownLogins)),
  );
}

/** Whether a comment was made since `entered`. GitHub's times are whole seconds; an unknown time counts. */
export function isSince(comment: GateComment, entered: string): boolean {
  const made = Date.parse(comment.createdAt ?? '');
  const start = Math.floor(Date.parse(entered) / 1000) * 1000;
  return Number.isNaN(made) || Number.isNaN(start) || made >= start;
}

/** When the node was last entered; empty when it was not. */
export function enteredAt(context: HookContext): string {
  return context.state.nodes[context.node.id]?.enteredAt ?? '';
}

/** The command of a comment, in the operator's words. */
export function commandOf(body: string, settings: HookSettings): ParsedCommand {
  return parseCommand(body, { keywords: { ...settings.keywords, execute: executeKeyword(settings) } });
}

/** The phrase that signs a phase selection. */
export function executeKeyword(settings: Pick<HookSettings, 'executeKeyword'>): string {
  return settings.executeKeyword.trim() === '' ? EXECUTE_KEYWORD : settings.executeKeyword;
}

/** Who wrote it. */
export function principalOf(comment: GateComment): Principal {
  const login = bareLogin(comment.author);
  return comment.authorId === undefined ? { login } : { login, id: comment.authorId };
}

/** Where it stands, precise enough to read it again. */
export function sourceOf(comment: GateComment, context: HookContext): FactSource {
  return {
    kind: comment.kind,
    ref: comment.on ?? context.ref,
    id: comment.id ?? '',
    url: comment.url ?? '',
    bodyDigest: context.digest(comment.body),
  };
}
