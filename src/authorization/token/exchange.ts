/*
 * Phase 4 of a token request: the presented code or refresh token is spent and the new tokens are saved in one atomic
 * transition of the family. Either the client gets its tokens, or nothing is stored.
 */
import { type GrantedScope, intersectScopes, isWithin } from '../../scopes/policy.js';
import { present } from '../../present.js';
import type { EndedBy } from '../grants/audit-entries.js';
import type { Decision, Families, Gone, LoadedFamily } from '../grants/families.js';
import { newAttempt } from '../grants/families.js';
import { lifetimeOf } from '../grants/revocation.js';
import {
  type Family,
  redeem,
  type RefreshRepeat,
  type RefreshVerdict,
  rotate,
  type SpentRefresh,
} from '../grants/token-family.js';
import { ACCESS_TOKEN_TTL } from '../grants/tokens.js';
import type { CheckedGrant, PresentedRefreshToken } from '../provider/provider-call.js';
import { type IssuedTokens, openResponse, sealResponse } from './sealed-response.js';

/** `ended`: this request has ended the family; of several at once, only one does. */
export type ExchangeOutcome =
  | {
      readonly kind: 'issued';
      readonly tokens: IssuedTokens;
      /** The first use of a refresh token that this request repeats from another IP address. */
      readonly elsewhere?: SpentRefresh;
    }
  | {
      readonly kind: 'refused';
      readonly reason: 'lost' | 'replayed' | 'gone' | 'scope_removed';
      readonly ended?: EndedBy | undefined;
    }
  | {
      readonly kind: 'reused';
      readonly ended: EndedBy | undefined;
      readonly firstUse: SpentRefresh | undefined;
    };

export interface Exchanges {
  /** `receivedAt`: milliseconds since the epoch. Throws `storeUnavailable`. */
  commit(grant: CheckedGrant, receivedAt: number): Promise<ExchangeOutcome>;
}

/** How many unanswered attempts are remembered; each belongs to one 503. */
const MAX_UNANSWERED = 1000;

/** The tokens of the first response; they permit no more than the grant does now. */
function repeated({ token }: PresentedRefreshToken, verdict: RefreshRepeat): IssuedTokens {
  const first = openResponse(token, verdict.sealedResponse);
  return { ...first, scope: intersectScopes(first.scope, verdict.granted) };
}

/** A scope requested by name (RFC 6749 section 6) may have been removed while the provider checked the request. */
function unlessScopeRemoved(verdict: RefreshVerdict, scope: GrantedScope | undefined, granted: GrantedScope) {
  const isRemoved = scope !== undefined && !isWithin(scope, granted);
  return isRemoved && verdict.kind === 'issue' ? ({ kind: 'scope_removed' } as const) : verdict;
}

interface Transitions {
  /** One change of the family, named in the store by `attempt`. */
  change<V extends Decision>(
    loaded: LoadedFamily,
    decide: (family: Family, attempt: string) => V,
  ): Promise<V | Gone>;
  /** Whether that attempt's client got 503 because the store's reply was lost. */
  readonly wasNeverAnswered: (attempt: string) => boolean;
}

function createTransitions(families: Families): Transitions {
  const unanswered = new Set<string>();
  function remember(attempt: string): void {
    unanswered.add(attempt);
    const [oldest] = unanswered;
    if (unanswered.size > MAX_UNANSWERED && oldest !== undefined) unanswered.delete(oldest);
  }
  return {
    async change(loaded, decide) {
      const attempt = newAttempt();
      try {
        return await families.change(loaded.id, (family) => decide(family, attempt), { loaded, attempt });
      } catch (fault) {
        remember(attempt);
        throw fault;
      }
    },
    wasNeverAnswered: (attempt) => unanswered.has(attempt),
  };
}

interface ExchangeDeps {
  readonly families: Families;
  /** How long a refresh token that was used gets the same response again. */
  readonly graceMs: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

type CommitDeps = ExchangeDeps & { readonly transitions: Transitions };

const issued = (grant: CheckedGrant, scope: GrantedScope, now: number): IssuedTokens => ({
  accessToken: grant.accessToken,
  refreshToken: grant.refreshToken,
  expiresIn: lifetimeOf(ACCESS_TOKEN_TTL, grant.loaded.family.ends, now),
  scope,
});

/** Revokes the whole family; undefined when another request has. */
const endFamily = async (families: Families, id: string, by: EndedBy): Promise<EndedBy | undefined> =>
  (await families.revoke(id)) ? by : undefined;

async function commitCode(
  { families, transitions, clock }: CommitDeps,
  grant: CheckedGrant,
  receivedAt: number,
): Promise<ExchangeOutcome> {
  const { loaded, access, refresh } = grant;
  const arrival = {
    at: receivedAt,
    readUnredeemed: loaded.family.code?.redeemedAt === undefined,
    wasNeverAnswered: transitions.wasNeverAnswered,
  };
  const verdict = await transitions.change(loaded, (family, attempt) =>
    redeem(family, { attempt, access, refresh }, arrival, clock()),
  );
  if (verdict.kind === 'issue')
    return { kind: 'issued', tokens: issued(grant, verdict.family.scope, clock()) };
  if (verdict.kind === 'done') return { kind: 'issued', tokens: issued(grant, verdict.granted, clock()) };
  if (verdict.kind !== 'replayed') return { kind: 'refused', reason: verdict.kind };
  // RFC 6749 section 4.1.2: a replayed code revokes everything that was issued for it.
  return {
    kind: 'refused',
    reason: 'replayed',
    ended: await endFamily(families, loaded.id, 'code_replayed'),
  };
}

async function commitRefresh(
  { families, transitions, graceMs, clock }: CommitDeps,
  grant: CheckedGrant,
  presented: PresentedRefreshToken,
): Promise<ExchangeOutcome> {
  const { loaded, access, refresh } = grant;
  const tokensIn = ({ scope }: Family) => issued(grant, access.scope ?? scope, clock());
  const verdict = await transitions.change(loaded, (family, attempt) => {
    const sealedResponse = sealResponse(presented.token, tokensIn(family));
    const issue = { attempt, access, refresh, sealedResponse };
    return unlessScopeRemoved(rotate(family, presented, issue, graceMs, clock()), access.scope, family.scope);
  });
  if (verdict.kind === 'issue') return { kind: 'issued', tokens: tokensIn(verdict.family) };
  if (verdict.kind === 'repeat')
    return {
      kind: 'issued',
      tokens: repeated(presented, verdict),
      ...present({ elsewhere: verdict.elsewhere }),
    };
  if (verdict.kind !== 'reused') return { kind: 'refused', reason: verdict.kind };
  // Refresh token reuse (RFC 9700 section 4.14.2).
  const ended = await endFamily(families, loaded.id, 'refresh_reused');
  return { kind: 'reused', ended, firstUse: verdict.firstUse };
}

export function createExchanges(deps: ExchangeDeps): Exchanges {
  const commitDeps = { ...deps, transitions: createTransitions(deps.families) };
  return {
    commit: (grant, receivedAt) =>
      grant.presented.kind === 'code'
        ? commitCode(commitDeps, grant, receivedAt)
        : commitRefresh(commitDeps, grant, grant.presented),
  };
}
