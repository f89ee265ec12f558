/*
 * Provides valid access tokens of connections. Providers rotate refresh tokens, and reusing one can end the connection:
 * so of any number of replicas one refreshes, and the others wait for the result.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE } from '../../durations.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { isRevoked, ProviderFailure } from './call-provider.js';
import type { OAuthProvider } from './provider.js';
import type { Credential, CredentialStore } from './store.js';
import { openTokens, refreshTokens, sealTokens } from './tokens.js';
import type { ProviderTokens, TokenDeps } from './tokens.js';

export interface KeeperDeps extends TokenDeps {
  readonly credentials: CredentialStore;
  readonly keys: KeyRing;
  readonly random: (bytes: number) => Buffer;
}

export interface TokenKeeper {
  /**
   * `rejected`: an access token that the provider's API has just refused. Rejects with a ProviderFailure: `revoked`
   * when the connection was deleted or is invalid.
   */
  accessToken(provider: OAuthProvider, id: number, rejected?: string): Promise<string>;
}

/** Longer than the timeout of a call to the provider. */
const LEASE_MS = 15_000;
const WAIT_MS = 200;
/** Tokens are refreshed a little early, so that they do not expire on the way. */
const MARGIN_MS = MINUTE;
const MAX_WAITS = (2 * LEASE_MS) / WAIT_MS;

const ended = ({ name }: OAuthProvider): ProviderFailure =>
  new ProviderFailure('revoked', `the connection with ${name} has ended`);

async function validCredential({ credentials }: KeeperDeps, provider: OAuthProvider, id: number) {
  const credential = await credentials.read(id);
  if (credential === undefined || credential.invalid) throw ended(provider);
  return credential;
}

interface Refresh {
  readonly id: number;
  readonly lease: string;
  readonly credential: Credential;
  readonly tokens: ProviderTokens;
}

/** Undefined when the lease expired meanwhile and another process saved its tokens. */
async function refresh(
  deps: KeeperDeps,
  provider: OAuthProvider,
  work: Refresh,
): Promise<string | undefined> {
  const { id, lease, credential, tokens } = work;
  try {
    const next = await refreshTokens(deps, provider, tokens);
    const renewed = await deps.credentials.renew(id, lease, sealTokens(deps.keys, next));
    return renewed ? next.accessToken : undefined;
  } catch (error) {
    if (isRevoked(error)) await deps.credentials.invalidate(id, credential.sealed, new Date(deps.clock()));
    else await deps.credentials.release(id, lease);
    throw error;
  }
}

export function createTokenKeeper(deps: KeeperDeps): TokenKeeper {
  const { credentials, keys, clock, random } = deps;
  const isValid = ({ accessToken, expiresAt }: ProviderTokens, rejected?: string): boolean =>
    accessToken !== rejected && expiresAt - MARGIN_MS > clock();

  async function claim(id: number, { sealed }: Credential): Promise<string | undefined> {
    const [now, lease] = [clock(), random(16).toString('base64url')];
    const until = new Date(now + LEASE_MS);
    return (await credentials.claim(id, sealed, { lease, now: new Date(now), until })) ? lease : undefined;
  }

  return {
    async accessToken(provider, id, rejected) {
      for (let waits = 0; waits < MAX_WAITS; waits += 1) {
        const credential = await validCredential(deps, provider, id);
        const tokens = openTokens(keys, credential.sealed);
        if (tokens === undefined) throw ended(provider);
        if (isValid(tokens, rejected)) return tokens.accessToken;
        const lease = await claim(id, credential);
        const refreshed = lease && (await refresh(deps, provider, { id, lease, credential, tokens }));
        if (refreshed !== undefined) return refreshed;
        await pause(WAIT_MS);
      }
      throw new ProviderFailure('unavailable', `the tokens of ${provider.name} are being refreshed`);
    },
  };
}
