/*
 * Access and refresh tokens at the revocation and introspection endpoints (RFC 7009, RFC 7662): plain values read from
 * their family, with the members that the provider reads of its models. Without a grant id the provider looks up no
 * grant beside them: the family is the grant.
 */
import type Provider from 'oidc-provider';
import type { KeyRing } from '../../keys/key-ring.js';
import { findAccess } from '../grants/bearer.js';
import type { Families, LoadedFamily } from '../grants/families.js';
import { writeScope } from '../grants/scope-record.js';
import { classifyRefreshToken, withoutAccess } from '../grants/token-family.js';
import { ACCESS_TOKEN_TTL, familyIdOf, parseRefresh, tokenHashes } from '../grants/tokens.js';
import { currentCall } from './provider-call.js';
import { guarded } from './storage-adapter.js';

export interface PresentedTokenDeps {
  readonly families: Families;
  readonly keys: KeyRing;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** For each family that a client has revoked. */
  readonly onRevoked: (revoked: LoadedFamily) => Promise<void>;
}

/** Times in seconds since the epoch. */
interface PresentedToken {
  readonly kind: 'AccessToken' | 'RefreshToken';
  readonly jti: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly scope: string;
  readonly iat: number;
  readonly exp: number;
  readonly isValid: boolean;
  readonly tokenType?: 'bearer';
  isSenderConstrained(): boolean;
  destroy(): Promise<void>;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Read once a request. */
function load({ families }: PresentedTokenDeps, id: string): Promise<LoadedFamily | undefined> {
  const ahead = currentCall()?.ahead;
  return ahead?.id === id ? ahead.loaded : families.load(id);
}

const ofFamily = ({ family: { account, client } }: LoadedFamily, token: string) => ({
  jti: token,
  accountId: String(account),
  clientId: client,
  isSenderConstrained: () => false,
});

async function findAccessToken(deps: PresentedTokenDeps, token: string): Promise<PresentedToken | undefined> {
  const { families, keys, clock } = deps;
  const id = familyIdOf('access', token);
  const loaded = id === undefined ? undefined : await load(deps, id);
  const entry = loaded && findAccess(keys, loaded.family, token, clock());
  if (!loaded || !entry) return undefined;
  const { until, issuedAt = until - ACCESS_TOKEN_TTL * 1000, scope = loaded.family.scope } = entry;
  const hashes = tokenHashes(keys, token);
  return {
    ...ofFamily(loaded, token),
    kind: 'AccessToken',
    tokenType: 'bearer',
    scope: writeScope(scope),
    iat: seconds(issuedAt),
    exp: seconds(until),
    isValid: true,
    destroy: guarded(async () => {
      const end = (family: LoadedFamily['family']) => ({
        kind: 'ended',
        family: withoutAccess(family, hashes),
      });
      await families.change(loaded.id, end, { loaded });
    }),
  };
}

/** One that was used is found as well: with it its client may revoke the family. */
async function findRefreshToken(
  deps: PresentedTokenDeps,
  token: string,
): Promise<PresentedToken | undefined> {
  const { families, keys, clock, onRevoked } = deps;
  const parts = parseRefresh(keys, token);
  const loaded = parts && (await load(deps, parts.familyId));
  const refresh = loaded?.family.refresh;
  if (!loaded || !refresh || refresh.until <= clock()) return undefined;
  const hashes = tokenHashes(keys, token);
  const presented = { hashes, generation: parts.generation, clientIp: '', publicClient: false };
  return {
    ...ofFamily(loaded, token),
    kind: 'RefreshToken',
    scope: writeScope(loaded.family.scope),
    iat: seconds(refresh.issuedAt ?? loaded.family.born),
    exp: seconds(refresh.until),
    isValid: classifyRefreshToken(loaded.family, presented, 0, clock()) === 'newest',
    destroy: guarded(async () => {
      if (await families.revoke(loaded.id)) await onRevoked(loaded);
    }),
  };
}

export function findPresentedTokens(provider: Provider, deps: PresentedTokenDeps): void {
  Object.assign(provider.AccessToken, { find: guarded((token: string) => findAccessToken(deps, token)) });
  Object.assign(provider.RefreshToken, { find: guarded((token: string) => findRefreshToken(deps, token)) });
}
