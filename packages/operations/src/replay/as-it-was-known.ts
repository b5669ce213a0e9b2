import { type DecidedTrace, type DecisionTrace, renameLink } from '@the-loop/dispatcher';
import { parseRef, type WorkItemRef } from '@the-loop/graph-core';
import { type RoutedEvent } from '@the-loop/router';
import * as v from 'valibot';

const PullSchema = v.looseObject({ pull_request: v.looseObject({ closingIssuesReferences: v.optional(v.unknown()) }) });
const ClosingSchema = v.looseObject({ source: v.literal('closing-reference'), index: v.number() });

/** The payload with what GitHub said its pull request closes, where that was asked for before the decision. */
export function payloadAsKnown(payload: unknown, trace: DecisionTrace | null): unknown {
  const parsed = v.safeParse(PullSchema, payload);
  if (trace === null || !parsed.success || parsed.output.pull_request.closingIssuesReferences !== undefined)
    return payload;
  const closingIssuesReferences = closingIn(trace).map(referenceOf);
  if (closingIssuesReferences.length === 0) return payload;
  return { ...parsed.output, pull_request: { ...parsed.output.pull_request, closingIssuesReferences } };
}

/** The event with links under the names that GitHub forwarded to before the decision. */
export function eventAsKnown(event: RoutedEvent, { moved = {} }: Pick<DecidedTrace, 'moved'>): RoutedEvent {
  return Object.entries(moved).reduce((known, [from, to]) => renameLink(known, parseRef(from), parseRef(to)), event);
}

/** In the order GitHub listed them. */
function closingIn({ links }: DecisionTrace): readonly WorkItemRef[] {
  const listed = links.flatMap(({ ref, evidence }) =>
    evidence.flatMap((each) => {
      const closing = v.safeParse(ClosingSchema, each);
      return closing.success ? [{ ref: parseRef(ref), index: closing.output.index }] : [];
    }),
  );
  return listed.sort((left, right) => left.index - right.index).map(({ ref }) => ref);
}

/** As GraphQL writes one. */
function referenceOf({ host, owner, repo, number }: WorkItemRef) {
  const nameWithOwner = `${owner}/${repo}`;
  return { number, url: `https://${host}/${nameWithOwner}/issues/${number}`, repository: { nameWithOwner } };
}
