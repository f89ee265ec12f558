/*
 * Revokes the tokens of a deleted connection at the provider (RFC 7009). Idempotent: unknown tokens count as revoked,
 * and a consent that another connection uses is left alone.
 */
import { present } from '../../present.js';
import type { JobPayloads } from '../../jobs/kinds.js';
import type { NewJob } from '../../jobs/store.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { isRevoked } from './call-provider.js';
import { googleProvider, zoomProvider } from './provider.js';
import type { OAuthProvider, ProviderApps, Revocable } from './provider.js';
import type { ConsentStore } from './store.js';
import { openTokens, refreshTokens, revokeToken, sealTokens } from './tokens.js';
import type { ProviderTokens, TokenDeps } from './tokens.js';

export interface RevocationDeps extends TokenDeps {
  readonly keys: KeyRing;
  readonly providers: ProviderApps;
  readonly providerConsents: ConsentStore;
}

type RevocationTask = JobPayloads['revocation'];

/** Jobs of one provider share its concurrency limit. */
export const revocationJob = (task: RevocationTask): NewJob => ({
  kind: 'revocation',
  payload: { ...task },
  party: `provider:${task.provider}`,
});

/** `renewed`: the tokens had expired; the new ones must be revoked instead. */
type RevocationOutcome =
  { readonly kind: 'done' } | { readonly kind: 'renewed'; readonly task: RevocationTask };

const DONE: RevocationOutcome = { kind: 'done' };

const PROVIDERS: Readonly<Record<Revocable, (apps: ProviderApps) => OAuthProvider | undefined>> = {
  zoom: ({ zoom }) => zoom && zoomProvider(zoom),
  google: ({ google }) => google && googleProvider(google, []),
};

/** For providers that only accept valid tokens. */
async function renew(
  deps: RevocationDeps,
  provider: OAuthProvider,
  task: RevocationTask,
  tokens: ProviderTokens,
): Promise<RevocationOutcome> {
  try {
    const next = await refreshTokens(deps, provider, tokens);
    return { kind: 'renewed', task: { ...task, sealed: sealTokens(deps.keys, next) } };
  } catch (error) {
    if (isRevoked(error)) return DONE;
    throw error;
  }
}

/** Rejects with a ProviderFailure when it should be retried. */
export async function revokeTokens(deps: RevocationDeps, task: RevocationTask): Promise<RevocationOutcome> {
  const provider = PROVIDERS[task.provider](deps.providers);
  const tokens = openTokens(deps.keys, task.sealed);
  const isLate = Date.parse(task.until) <= deps.clock();
  if (provider?.revocation === undefined || tokens === undefined || isLate) return DONE;
  const { accessToken, refreshToken = accessToken, expiresAt, identity } = tokens;
  const { accountId } = task;
  const consent = { provider: task.provider, accountId, ...present({ identity }) };
  if (await deps.providerConsents.isUsed(consent)) return DONE;
  const { revocation } = provider;
  if (revocation.token === 'access' && expiresAt <= deps.clock()) return renew(deps, provider, task, tokens);
  await revokeToken(deps, provider, revocation, revocation.token === 'access' ? accessToken : refreshToken);
  return DONE;
}
