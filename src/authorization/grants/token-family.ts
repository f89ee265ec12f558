/*
 * The transitions of a family, decided without I/O: one authorization with its code, its newest refresh token and its
 * valid access tokens is one record, so each transition is one compare-and-swap in the store (families.ts) and is
 * settled there, however many requests race for it. Times are milliseconds since the epoch.
 */
import type { GrantedResources } from '../../scopes/granted-resources.js';
import { present } from '../../present.js';
import type { GrantedScope } from '../../scopes/policy.js';
import type { ChosenEnd } from './revocation.js';

export interface AuthorizationRequest {
  readonly redirectUri: string;
  /** S256 challenge (RFC 7636 section 4.2); absent when the client sent none. */
  readonly challenge?: string;
}

export interface CodeState extends AuthorizationRequest {
  readonly hash: string;
  readonly until: number;
  /** The run of the store it was issued in: a later run may have lost its redemption. */
  readonly epoch: string;
  /** The attempt that redeemed it, and when. */
  readonly redeemedBy?: string;
  readonly redeemedAt?: number;
}

export interface RefreshState {
  readonly hash: string;
  readonly generation: number;
  readonly until: number;
  /** Absent in records from before it was kept. */
  readonly issuedAt?: number;
}

/** The refresh token before the newest: inside the grace window it gets the same response again. */
export interface SpentRefresh {
  readonly hash: string;
  readonly at: number;
  readonly clientIp: string;
  /** The response it got, readable only with the spent token itself (sealed-response.ts). */
  readonly sealedResponse: string;
  /** Other IP addresses that repeated it, of a public client; the first few. */
  readonly repeatedFrom?: readonly string[];
}

export interface AccessEntry {
  readonly hash: string;
  readonly until: number;
  /** Only when narrower than the family's scope. */
  readonly scope?: GrantedScope;
  /** Only when the family ends before it has lived as long as others: it does not follow from `until`. */
  readonly issuedAt?: number;
}

export interface Family {
  readonly client: string;
  /** The version of the client that it was allowed for; absent in records from before versions were kept. */
  readonly clientVersion?: number;
  readonly account: number;
  readonly scope: GrantedScope;
  readonly born: number;
  /** Absolute end of everything in it. */
  readonly ends: number;
  /** The end that the user chose; absent when it lasts until revoked. */
  readonly until?: ChosenEnd;
  /** The teams and organizations that the user chose; absent when all are granted. */
  readonly resources?: GrantedResources;
  readonly code?: CodeState;
  readonly refresh?: RefreshState;
  readonly spent?: SpentRefresh;
  readonly access: readonly AccessEntry[];
}

/** What one token response adds to a family. */
export interface Issue {
  readonly attempt: string;
  readonly access: AccessEntry;
  readonly refresh: Omit<RefreshState, 'generation'>;
}

/** How long a consented authorization waits for its code (the browser's redirect back to the provider). */
const PENDING_MS = 600_000;

/**
 * A repeat of a redeemed code this soon is a double callback (the browser sent the redirect twice, the client retried):
 * it is refused, and the tokens of the first stay valid.
 */
const DOUBLE_CALLBACK_MS = 2000;

/** Bounds the record, which is read with every call. Callers are told the same number (api/principal.ts). */
const MAX_ACCESS_TOKENS = 16;

const withAccess = (family: Family, entry: AccessEntry, now: number): readonly AccessEntry[] =>
  [entry, ...family.access.filter(({ until }) => until > now)].slice(0, MAX_ACCESS_TOKENS);

export type RedeemVerdict =
  | { readonly kind: 'issue'; readonly family: Family }
  /** This very attempt has already won; its reply was lost on the way from the store. */
  | { readonly kind: 'done'; readonly granted: GrantedScope }
  /** Another request has won, at the same time or moments before. */
  | { readonly kind: 'lost' }
  /** Presented again long after it was redeemed (RFC 6749 section 4.1.2): all its tokens are revoked. */
  | { readonly kind: 'replayed' };

export interface Arrival {
  /** When the request reached this process. */
  readonly at: number;
  /** It read the code before its redemption: it has lost a race, however long it took since. */
  readonly readUnredeemed: boolean;
  /** Whether that attempt's client got 503 because the store's reply was lost: then its tokens reached no client. */
  readonly wasNeverAnswered: (attempt: string) => boolean;
}

export function redeem(family: Family, issue: Issue, arrival: Arrival, now: number): RedeemVerdict {
  const { code } = family;
  if (code === undefined) return { kind: 'lost' };
  const { redeemedAt, redeemedBy = '' } = code;
  if (redeemedBy === issue.attempt) return { kind: 'done', granted: family.scope };
  if (redeemedAt !== undefined && !arrival.wasNeverAnswered(redeemedBy)) {
    const isDouble = arrival.readUnredeemed || arrival.at - redeemedAt <= DOUBLE_CALLBACK_MS;
    return { kind: isDouble ? 'lost' : 'replayed' };
  }
  return {
    kind: 'issue',
    family: {
      ...family,
      code: { ...code, redeemedBy: issue.attempt, redeemedAt: now },
      refresh: { ...issue.refresh, generation: 0 },
      access: [issue.access],
    },
  };
}

export interface PresentedRefresh {
  readonly hashes: readonly string[];
  readonly generation: number;
  readonly clientIp: string;
  /** No secret proves who presents it. */
  readonly publicClient: boolean;
}

/** A repeat inside the grace window: the first response, sealed; the grant may be narrower by now. */
export interface RefreshRepeat {
  readonly kind: 'repeat';
  readonly sealedResponse: string;
  readonly granted: GrantedScope;
  /** The first repeat from this IP address, which is not that of the first use: `family` remembers it. */
  readonly elsewhere?: SpentRefresh;
  readonly family?: Family;
}

export type RefreshVerdict =
  | { readonly kind: 'issue'; readonly family: Family }
  | RefreshRepeat
  /** Not the newest any more and outside the window: the family is revoked (RFC 9700 section 4.14.2). */
  | { readonly kind: 'reused'; readonly firstUse?: SpentRefresh };

/**
 * A generation beyond the recorded one was issued by us (its mac proves it) and lost by the store: a failover may lose
 * the last writes. Its bearer has the newest token.
 */
const isNewest = ({ refresh }: Family, { generation, hashes }: PresentedRefresh): boolean =>
  refresh !== undefined &&
  (generation > refresh.generation || (generation === refresh.generation && hashes.includes(refresh.hash)));

const isSpent = (family: Family, presented: PresentedRefresh): boolean =>
  family.spent !== undefined && presented.hashes.includes(family.spent.hash);

/**
 * The state of a presented refresh token, before anything is issued for it: the newest, a repeat within the grace window,
 * or refresh token reuse (RFC 9700 section 4.14.2). Its mac was verified before.
 */
export function classifyRefreshToken(
  family: Family,
  presented: PresentedRefresh,
  graceMs: number,
  now: number,
): 'newest' | 'repeat' | 'reused' {
  if (isNewest(family, presented)) return 'newest';
  const { spent } = family;
  return spent !== undefined && isSpent(family, presented) && now - spent.at <= graceMs ? 'repeat' : 'reused';
}

/** Bounds the record and the audit entries of one refresh token. */
const MAX_REPEAT_ADDRESSES = 8;

function repeat(family: Family, spent: SpentRefresh, presented: PresentedRefresh): RefreshRepeat {
  const { clientIp, publicClient } = presented;
  const response = {
    kind: 'repeat',
    sealedResponse: spent.sealedResponse,
    granted: family.scope,
  } as const;
  const { repeatedFrom = [] } = spent;
  const isKnown = clientIp === spent.clientIp || repeatedFrom.includes(clientIp);
  if (!publicClient || isKnown || repeatedFrom.length >= MAX_REPEAT_ADDRESSES) return response;
  const spentNow = { ...spent, repeatedFrom: [...repeatedFrom, clientIp] };
  return { ...response, elsewhere: spent, family: { ...family, spent: spentNow } };
}

/** `sealedResponse` is what a repeat will get, sealed under the presented token. */
export function rotate(
  family: Family,
  presented: PresentedRefresh,
  issue: Issue & { readonly sealedResponse: string },
  graceMs: number,
  now: number,
): RefreshVerdict {
  const state = classifyRefreshToken(family, presented, graceMs, now);
  if (state === 'repeat' && family.spent) return repeat(family, family.spent, presented);
  const current = family.refresh;
  if (state !== 'newest' || current === undefined) {
    return {
      kind: 'reused',
      ...present({ firstUse: isSpent(family, presented) ? family.spent : undefined }),
    };
  }
  const { code, ...rest } = family;
  return {
    kind: 'issue',
    family: {
      ...rest,
      // An expired code is refused for that alone; until then a replay must be recognized.
      ...present({ code: code !== undefined && code.until > now ? code : undefined }),
      refresh: { ...issue.refresh, generation: presented.generation + 1 },
      spent: {
        hash: presented.hashes[0] ?? current.hash,
        at: now,
        clientIp: presented.clientIp,
        sealedResponse: issue.sealedResponse,
      },
      access: withAccess(family, issue.access, now),
    },
  };
}

export const withoutAccess = (family: Family, hashes: readonly string[]): Family => ({
  ...family,
  access: family.access.filter(({ hash }) => !hashes.includes(hash)),
});

/** When the store may forget the family: with its refresh token, or with its code while nothing was redeemed. */
export const endOf = (family: Family): number =>
  Math.min(family.ends, family.refresh?.until ?? family.code?.until ?? family.born + PENDING_MS);

/** Allowed, and its code was not redeemed yet. */
export const isWaiting = ({ refresh }: Family): boolean => refresh === undefined;

/** Tokens are renewed at least every half hour of use, so the last renewal is close to the last use. */
export const lastActiveOf = ({ spent, code, born }: Family): number => spent?.at ?? code?.redeemedAt ?? born;
