import { formatRef, type GateComment, parseRef, type RemoteReader, type WorkItemRef } from '@the-loop/graph-core';
import { type GithubOperations } from '@the-loop/integrations-github';
import { linkedWorkItems } from '@the-loop/router';
import { inlineAsGateComment, reviewAsGateComment, said } from './gate-comments.ts';

/** GitHub as hooks may read it: the conversation of a ticket, or of a pull request with its reviews and inline comments. */
export function createRemoteReader(github: GithubOperations): RemoteReader {
  return {
    async listComments(refText) {
      const ref = parseRef(refText);
      const comments = (await github.listComments(ref)).map((comment) => said(comment, refText));
      const all = (await isPullRequest(github, ref))
        ? [...comments, ...(await reviews(github, ref, refText))]
        : comments;
      return all.toSorted((left, right) => Date.parse(left.createdAt ?? '') - Date.parse(right.createdAt ?? ''));
    },
    async readComment(refText, id) {
      const answer = await github.readComment(parseRef(refText), id);
      if (answer.kind === 'missing') return { kind: 'missing' };
      return {
        kind: 'found',
        author: answer.comment.author?.login ?? '',
        body: answer.comment.body,
        editors: answer.editors,
        ...(answer.comment.on === null ? {} : { on: formatRef(answer.comment.on) }),
      };
    },
    async readMerge(refText) {
      const ref = parseRef(refText);
      if (!(await isPullRequest(github, ref))) return { kind: 'missing' };
      const { merged, mergedBy, mergeCommitSha } = await github.getPullRequest(ref);
      if (!merged) return { kind: 'unmerged' };
      return { kind: 'merged', by: mergedBy?.login ?? '', sha: mergeCommitSha ?? '' };
    },
    async readLinks(refText) {
      const ref = parseRef(refText);
      return (await isPullRequest(github, ref)) ? linksOf(github, ref) : [];
    },
  };
}

async function isPullRequest(github: GithubOperations, ref: WorkItemRef): Promise<boolean> {
  const answer = await github.getItem(ref);
  return answer.kind !== 'missing' && answer.item.kind === 'pull-request';
}

/** What GitHub says it closes, and what its branch and its text say. A branch of another repository says nothing. */
async function linksOf(github: GithubOperations, ref: WorkItemRef): Promise<readonly string[]> {
  const [pull, closing] = await Promise.all([github.getPullRequest(ref), github.closingReferences(ref)]);
  const { number } = ref;
  const { head, body } = pull;
  const repo = head.repository === null ? null : { full_name: head.repository };
  const stated = linkedWorkItems({ number, body, head: { ref: head.ref, repo } }, ref);
  return [...closing, ...stated].map(formatRef);
}

async function reviews(
  github: GithubOperations,
  ref: WorkItemRef,
  on: string,
): Promise<(GateComment & { readonly id: string })[]> {
  const [submitted, inline] = await Promise.all([github.listReviews(ref), github.listReviewComments(ref)]);
  return [
    ...submitted.map((review) => reviewAsGateComment(review, on)),
    ...inline.map((comment) => inlineAsGateComment(comment, on)),
  ];
}
