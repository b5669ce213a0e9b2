import { createAppAuth } from '@octokit/auth-app';
import { type Octokit } from '@octokit/rest';
import { GithubError } from '../github-error.ts';
import { type GithubAppOptions } from '../host/host-options.ts';

/** Gives installation tokens of a GitHub App, renewed before they end. Throws `GITHUB_UNAUTHENTICATED`. */
export function createAppTokens(app: GithubAppOptions, privateKey: string, octokit: Octokit): () => Promise<string> {
  const auth = createAppAuth({
    appId: app.id,
    privateKey,
    installationId: app.installationId,
    request: octokit.request,
  });
  return async () => {
    try {
      const { token } = await auth({ type: 'installation' });
      return token;
    } catch (cause) {
      throw new GithubError('GITHUB_UNAUTHENTICATED', 'GitHub gives the App no installation token', {
        status: (cause as { status?: number }).status ?? null,
        remedy:
          'Check app.id, app.installationId and the private key in integrations.github.hosts, and that the App is installed.',
        cause,
      });
    }
  };
}
