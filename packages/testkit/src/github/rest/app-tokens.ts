import { createPublicKey, verify } from 'node:crypto';
import { type UserRecord } from '../state/records.ts';
import { notFound, Refusal } from '../state/refusal.ts';
import { type World } from '../state/world.ts';

/** A GitHub App installed on everything. */
export interface AppOptions {
  readonly id: number;
  readonly installationId: number;
  /** It acts as `<slug>[bot]`. */
  readonly slug: string;
  /** PEM. The signature of the App's tokens is checked when it is given. */
  readonly publicKey?: string;
}

const TOKEN_LIFE_MS = 3_600_000;

/** Gives out installation tokens for the App and knows them again. */
export class AppTokens {
  readonly #app: AppOptions | null;
  readonly #world: World;
  readonly #expiry = new Map<string, number>();

  constructor(app: AppOptions | null, world: World) {
    this.#app = app;
    this.#world = world;
  }

  /** The App's bot when `token` is a living installation token. */
  holder(token: string): UserRecord | null {
    const expiry = this.#expiry.get(token);
    if (!this.#app || expiry === undefined || expiry < this.#world.options.now()) return null;
    return this.#world.user(`${this.#app.slug}[bot]`);
  }

  /** The App's bot when `token` is a JSON Web Token that the App signed. */
  app(token: string): UserRecord | null {
    if (!this.#app || !this.#isSigned(token, this.#app)) return null;
    return this.#world.user(`${this.#app.slug}[bot]`);
  }

  issue(installation: number): { readonly token: string; readonly expires_at: string } {
    if (installation !== this.#app?.installationId) throw notFound();
    const token = `ghs_emulated${this.#expiry.size + 1}`;
    const expires = this.#world.options.now() + TOKEN_LIFE_MS;
    this.#expiry.set(token, expires);
    return { token, expires_at: `${new Date(expires).toISOString().slice(0, 19)}Z` };
  }

  #isSigned(token: string, app: AppOptions): boolean {
    const [header, payload, signature] = token.split('.');
    if (!header || !payload || !signature) return false;
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { iss?: unknown; exp?: unknown };
    if (String(claims.iss) !== String(app.id)) return false;
    if (typeof claims.exp !== 'number' || claims.exp * 1000 < this.#world.options.now()) {
      throw new Refusal(
        401,
        "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
      );
    }
    if (app.publicKey === undefined) return true;
    return verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      createPublicKey(app.publicKey),
      Buffer.from(signature, 'base64url'),
    );
  }
}
