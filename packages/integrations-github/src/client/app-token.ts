import { createAppAuth } from '@octokit/auth-app';
import { type Octokit } from '@octokit/rest';
import { GithubError } from '../github-error.ts';
import { type GithubAppOptions } from '../host/host-options.ts';
import { type Asked, errorOfAnswer, errorOfShape, errorOfSilence, type RawAnswer } from './map-error.ts';

/** What the token of an App is asked with. */
export interface AppTokenParts {
  readonly app: GithubAppOptions;
  /** PEM. */
  readonly privateKey: string;
  readonly octokit: Octokit;
  readonly host: string;
  readonly now: () => number;
}

/**
 * Gives installation tokens of a GitHub App, renewed before they end. Throws `GITHUB_UNAUTHENTICATED` where GitHub refuses one,
 * and the fault of the answer or of the way where asking again may help.
 */
export function createAppTokens({ app, privateKey, octokit, host, now }: AppTokenParts): () => Promise<string> {
  const auth = createAppAuth({
    appId: app.id,
    privateKey,
    installationId: app.installationId,
    request: octokit.request,
  });
  // No write of ours was sent yet, so none is in doubt.
  const asked: Asked = { operation: 'getInstallationToken', target: host, host, isWrite: false, now };
  // A broken answer must not be kept as if it were a token.
  let refresh = false;
  return async () => {
    const { token } = await auth({ type: 'installation', refresh }).catch((fault: unknown) => {
      throw passingFault(fault, asked) ?? refused(fault);
    });
    // The library promises a text and does not look.
    refresh = typeof (token as unknown) !== 'string' || token === '';
    if (refresh) throw errorOfShape(asked, { status: null });
    return token;
  };
}

/** Null for what stays as it is until somebody changes the configuration: GitHub's refusals, and a key that cannot sign. */
function passingFault(fault: unknown, asked: Asked): GithubError | null {
  const { request, response } = fault as { readonly request?: unknown; readonly response?: RawAnswer };
  if (request === undefined) return null;
  const error = response === undefined ? errorOfSilence(fault, asked) : errorOfAnswer(response, asked);
  return error.retry === 'never' ? null : error;
}

function refused(cause: unknown): GithubError {
  return new GithubError('GITHUB_UNAUTHENTICATED', 'GitHub gives the App no installation token', {
    status: (cause as { status?: number }).status ?? null,
    remedy:
      'Check app.id, app.installationId and the private key in integrations.github.hosts, and that the App is installed.',
    cause,
  });
}
