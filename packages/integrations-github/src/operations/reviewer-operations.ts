import { loginKey, type WorkItemRef } from '@the-loop/graph-core';
import * as v from 'valibot';
import { GithubError } from '../github-error.ts';
import { type GithubOperations, type ReviewersAnswer } from '../github-operations.ts';
import { type ClientFor, inItem } from './client-for.ts';

const ROUTE = 'POST /repos/{owner}/{repo}/pulls/{number}/requested_reviewers';
/** Some plans take fewer reviewers than were asked for, without a fault. */
const RequestedSchema = v.object({ requested_reviewers: v.array(v.object({ login: v.string() })) });

/** Native requests for reviews. */
export function reviewerOperations(clientFor: ClientFor): Pick<GithubOperations, 'requestReviewers'> {
  return {
    async requestReviewers(ref, logins, { signal } = {}) {
      if (logins.length === 0) return { asked: [], refused: [], writes: 0 };
      const request = { clientFor, ref, signal };
      try {
        return await requestTogether(request, logins);
      } catch (fault) {
        if (!isRefusal(fault)) throw fault;
        return logins.length === 1 ? { asked: [], refused: logins, writes: 1 } : requestEach(request, logins);
      }
    },
  };
}

interface Request {
  readonly clientFor: ClientFor;
  readonly ref: WorkItemRef;
  readonly signal: AbortSignal | undefined;
}

async function requestTogether(
  { clientFor, ref, signal }: Request,
  logins: readonly string[],
): Promise<ReviewersAnswer> {
  const client = await clientFor(ref.host);
  const parameters = { ...inItem(ref), reviewers: logins };
  const asked = { operation: 'requestReviewers', about: ref, route: ROUTE, parameters };
  const { data } = await client.read({ ...asked, schema: RequestedSchema, signal });
  const requested = new Set(data.requested_reviewers.map(({ login }) => loginKey(login)));
  return {
    asked: logins.filter((login) => requested.has(loginKey(login))),
    refused: logins.filter((login) => !requested.has(loginKey(login))),
    writes: 1,
  };
}

async function requestEach(request: Request, logins: readonly string[]): Promise<ReviewersAnswer> {
  const asked: string[] = [];
  const refused: string[] = [];
  for (const [index, login] of logins.entries()) {
    try {
      const answer = await requestTogether(request, [login]);
      asked.push(...answer.asked);
      refused.push(...answer.refused);
    } catch (fault) {
      if (!(fault instanceof GithubError)) throw fault;
      if (!isRefusal(fault)) {
        // The one that was for all of them counts too.
        return { asked, refused, broken: { fault, unasked: logins.slice(index) }, writes: index + 2 };
      }
      refused.push(login);
    }
  }
  return { asked, refused, writes: logins.length + 1 };
}

function isRefusal(fault: unknown): boolean {
  return fault instanceof GithubError && fault.code === 'GITHUB_VALIDATION';
}
