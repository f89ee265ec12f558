/*
 * Hands out access tokens of connections that are good at this moment. Providers rotate refresh tokens, and one that
 * comes twice can end the connection: so of any number of replicas one refreshes, and the others wait for what it gets.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE } from '../../durations.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { OAuthProvider } from './provider.js';
import type { Credential, CredentialStore } from './store.js';
import { openTokens, ProviderFailure, refreshTokens, sealTokens } from './tokens.js';
import type { ProviderTokens, TokenDeps } from './tokens.js';

export interface KeeperDeps extends TokenDeps {
  readonly credentials: CredentialStore;
  readonly keys: KeyRing;
  readonly random: (bytes: number) => Buffer;
}

export interface TokenKeeper {
  /**
   * `rejected`: an access token that the provider's API has just refused, whatever we thought of it. Rejects with a
   * ProviderFailure: `revoked` when the connection is gone or over.
   */
  accessToken(provider: OAuthProvider, id: number, rejected?: string): Promise<string>;
}

/** Longer than the provider may take to answer. */
const LEASE_MS = 15_000;
const WAIT_MS = 200;
/** Refreshed a little early, so that it does not end on its way. */
const MARGIN_MS = MINUTE;
const MAX_WAITS = (2 * LEASE_MS) / WAIT_MS;

const over = ({ name }: OAuthProvider): ProviderFailure =>
  new ProviderFailure('revoked', `the connection with ${name} has ended`);

async function current({ credentials }: KeeperDeps, provider: OAuthProvider, id: number) {
  const credential = await credentials.read(id);
  if (credential === undefined || credential.invalid) throw over(provider);
  return credential;
}

interface Held {
  readonly id: number;
  readonly lease: string;
  readonly credential: Credential;
  readonly tokens: ProviderTokens;
}

/** Undefined when the lease ran out meanwhile, so that somebody else's tokens stand. */
async function refresh(deps: KeeperDeps, provider: OAuthProvider, held: Held): Promise<string | undefined> {
  const { id, lease, credential, tokens } = held;
  try {
    const next = await refreshTokens(deps, provider, tokens);
    const renewed = await deps.credentials.renew(id, lease, sealTokens(deps.keys, next));
    return renewed ? next.accessToken : undefined;
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason === 'revoked')
      await deps.credentials.invalidate(id, credential.sealed, new Date(deps.clock()));
    else await deps.credentials.release(id, lease);
    throw error;
  }
}

export function createTokenKeeper(deps: KeeperDeps): TokenKeeper {
  const { credentials, keys, clock, random } = deps;
  const isGood = ({ accessToken, expiresAt }: ProviderTokens, rejected?: string): boolean =>
    accessToken !== rejected && expiresAt - MARGIN_MS > clock();

  async function claim(id: number, { sealed }: Credential): Promise<string | undefined> {
    const [now, lease] = [clock(), random(16).toString('base64url')];
    const until = new Date(now + LEASE_MS);
    return (await credentials.claim(id, sealed, { lease, now: new Date(now), until })) ? lease : undefined;
  }

  return {
    async accessToken(provider, id, rejected) {
      for (let waits = 0; waits < MAX_WAITS; waits += 1) {
        const credential = await current(deps, provider, id);
        const tokens = openTokens(keys, credential.sealed);
        if (tokens === undefined) throw over(provider);
        if (isGood(tokens, rejected)) return tokens.accessToken;
        const lease = await claim(id, credential);
        const got =
          lease === undefined ? undefined : await refresh(deps, provider, { id, lease, credential, tokens });
        if (got !== undefined) return got;
        await pause(WAIT_MS);
      }
      throw new ProviderFailure('trouble', `the tokens of ${provider.name} are being refreshed`);
    },
  };
}
