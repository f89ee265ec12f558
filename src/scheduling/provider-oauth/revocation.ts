/*
 * Takes back what a provider has given, once its connection is gone here (RFC 7009). It may be asked any number of times:
 * what the provider knows no more is as good as taken back, and a consent that somebody uses again is left alone.
 */
import { present } from '../../present.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { googleProvider, zoomProvider } from './provider.js';
import type { OAuthProvider, ProviderApps, Revocable } from './provider.js';
import type { ConsentStore, RevocationTask } from './store.js';
import { openTokens, ProviderFailure, refreshTokens, revokeToken, sealTokens } from './tokens.js';
import type { ProviderTokens, TokenDeps } from './tokens.js';

export interface RevocationDeps extends TokenDeps {
  readonly keys: KeyRing;
  readonly providers: ProviderApps;
  readonly providerConsents: ConsentStore;
}

/** `renewed`: the provider takes good tokens only, and these are: they are to be taken back in place of the old ones. */
export type Revoked = { readonly kind: 'done' } | { readonly kind: 'renewed'; readonly task: RevocationTask };

const DONE: Revoked = { kind: 'done' };

const PROVIDERS: Readonly<Record<Revocable, (apps: ProviderApps) => OAuthProvider | undefined>> = {
  zoom: ({ zoom }) => zoom && zoomProvider(zoom),
  google: ({ google }) => google && googleProvider(google, []),
};

/** Where only a good token is taken, one that has ended is exchanged first. */
async function renewed(
  deps: RevocationDeps,
  provider: OAuthProvider,
  task: RevocationTask,
  tokens: ProviderTokens,
): Promise<Revoked> {
  try {
    const next = await refreshTokens(deps, provider, tokens);
    return { kind: 'renewed', task: { ...task, sealed: sealTokens(deps.keys, next) } };
  } catch (error) {
    if (error instanceof ProviderFailure && error.reason === 'revoked') return DONE;
    throw error;
  }
}

/** Rejects with a ProviderFailure when it should be tried again. */
export async function takeBack(deps: RevocationDeps, task: RevocationTask): Promise<Revoked> {
  const provider = PROVIDERS[task.provider](deps.providers);
  const tokens = openTokens(deps.keys, task.sealed);
  const isLate = Date.parse(task.until) <= deps.clock();
  if (provider?.revocation === undefined || tokens === undefined || isLate) return DONE;
  const { accessToken, refreshToken = accessToken, expiresAt, identity } = tokens;
  const { accountId } = task;
  const consent = { provider: task.provider, accountId, ...present({ identity }) };
  if (await deps.providerConsents.isUsed(consent)) return DONE;
  const { revocation } = provider;
  if (revocation.token === 'access' && expiresAt <= deps.clock())
    return renewed(deps, provider, task, tokens);
  await revokeToken(deps, provider, revocation, revocation.token === 'access' ? accessToken : refreshToken);
  return DONE;
}
