import { isAbsolute } from 'node:path';
import { LoopError } from '@the-loop/graph-core';
import { type SessionsErrorCode } from '../errors.ts';
import { repositoryOfRemote } from './remote-url.ts';

interface FetchFailure {
  readonly sign: RegExp;
  readonly code: SessionsErrorCode;
  readonly says: string;
  readonly remedy: string;
}

const LET_GIT_IN = 'Let git in, such as with: gh auth setup-git, or an SSH key; then try again.';

/** What git writes, in the order in which it is looked for: a refusal may also say that the address could not be accessed. */
const FAILURES: readonly FetchFailure[] = [
  {
    sign: /could not resolve host|name or service not known|temporary failure in name resolution/i,
    code: 'WORKSPACE_REMOTE_UNREACHABLE',
    says: 'its host name is not known',
    remedy: 'Check the network, and the address in workspace.remotes if it has one there; then try again.',
  },
  {
    sign: /authentication failed|could not read (?:username|password)|permission denied|prompts disabled|error: 40[13]\b/i,
    code: 'WORKSPACE_REMOTE_REFUSED',
    says: 'git is not let in',
    remedy: LET_GIT_IN,
  },
  {
    sign: /host key verification failed/i,
    code: 'WORKSPACE_REMOTE_REFUSED',
    says: 'the key of its host is not known here',
    remedy: 'Connect to the host once with ssh and accept its key, then try again.',
  },
  {
    sign: /repository .*not found|not found|does not exist|does not appear to be a git repository|error: 404\b/i,
    code: 'WORKSPACE_REMOTE_REFUSED',
    says: 'there is no such repository, or it is hidden from git',
    remedy: `Check its name and workspace.remotes. ${LET_GIT_IN}`,
  },
  {
    sign: /timed out|connection refused|failed to connect|couldn't connect|network is unreachable|connection reset|error: 5\d\d\b/i,
    code: 'WORKSPACE_REMOTE_UNREACHABLE',
    says: 'its host does not answer',
    remedy: 'Check the network, then try again.',
  },
];

const UNKNOWN: Omit<FetchFailure, 'sign'> = {
  code: 'WORKSPACE_REMOTE_UNREACHABLE',
  says: 'git failed',
  remedy: 'Check workspace.remotes, the network and that git may read the repository, then try again.',
};

/** The fault of a first fetch, in our own words: what git wrote may repeat credentials, and is kept as the cause only. */
export function fetchFailure(remote: string, written: string): LoopError<SessionsErrorCode> {
  const { code, says, remedy } = FAILURES.find(({ sign }) => sign.test(written)) ?? UNKNOWN;
  return new LoopError(code, `${nameOf(remote)} could not be fetched: ${says}`, {
    remedy,
    cause: new Error(written.slice(-2000)),
  });
}

function nameOf(remote: string): string {
  if (isAbsolute(remote)) return remote;
  const named = repositoryOfRemote(remote);
  return named === null ? 'the repository' : [named.host, named.owner, named.repo].filter(Boolean).join('/');
}
