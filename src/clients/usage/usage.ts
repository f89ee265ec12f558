/* Conclusions from the counts of usage-store.ts: about a secret, the scopes a client needs, its requests. Pure. */
import { DAY } from '../../durations.js';
import { SCOPES } from '../../scopes/catalogue.js';
import type { Scope } from '../../scopes/catalogue.js';
import type { ClientSecret } from '../store.js';
import { SCOPE_LEFT_OUT, SCOPE_NAMED } from './usage-store.js';
import type { Tally, UseKind, UseOrigin } from './usage-store.js';

export type SecretEvidence =
  | { readonly kind: 'never' }
  /** Not since uses are counted; earlier uses are unknown. */
  | { readonly kind: 'unseen'; readonly since: Date }
  | { readonly kind: 'idle'; readonly days: number }
  /** Within a day: an application works with it. */
  | { readonly kind: 'used'; readonly at: Date; readonly from: UseOrigin };

const UNKNOWN_ORIGIN: UseOrigin = { clientIp: 'unknown', agent: 'unknown program' };

type UsedSecret = Pick<ClientSecret, 'createdAt' | 'countedSince' | 'lastUsedAt' | 'lastUsedFrom'>;

export function secretEvidence(secret: UsedSecret, now: Date): SecretEvidence {
  const { createdAt, countedSince, lastUsedAt, lastUsedFrom = UNKNOWN_ORIGIN } = secret;
  if (lastUsedAt === undefined)
    return countedSince > createdAt ? { kind: 'unseen', since: countedSince } : { kind: 'never' };
  const days = Math.floor((now.getTime() - lastUsedAt.getTime()) / DAY);
  return days >= 1 ? { kind: 'idle', days } : { kind: 'used', at: lastUsedAt, from: lastUsedFrom };
}

const tallyOf = (tallies: readonly Tally[], kind: UseKind, name: string): Tally | undefined =>
  tallies.find((tally) => tally.kind === kind && tally.name === name);

export const usesInWeek = (tallies: readonly Tally[], secretId: string): number =>
  tallyOf(tallies, 'token', secretId)?.week ?? 0;

/** Of all secrets, in the last 7 days. */
export const tokenRequestsInWeek = (tallies: readonly Tally[]): number =>
  tallies.filter(({ kind }) => kind === 'token').reduce((sum, { week }) => sum + week, 0);

/** The newest token request or API call. An authorization request is no activity: any browser can send one. */
export function lastActivity(tallies: readonly Tally[]): Date | undefined {
  const times = tallies.filter(({ kind }) => kind !== 'authorization').map(({ lastAt }) => lastAt.getTime());
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

export interface NeededScope {
  readonly scope: Scope;
  /** Calls of the last 30 days whose route needs it. */
  readonly calls: number;
}

/** In the order of the catalogue. */
export const neededScopes = (tallies: readonly Tally[]): readonly NeededScope[] =>
  SCOPES.map((scope) => ({ scope, calls: tallyOf(tallies, 'call', scope.name)?.month ?? 0 })).filter(
    ({ calls }) => calls > 0,
  );

export interface AskedAuthorizations {
  /** Authorization requests of the last 30 days that named scopes. */
  readonly named: number;
  readonly leftOut: number;
}

export function askedAuthorizations(tallies: readonly Tally[]): AskedAuthorizations {
  const leftOut = tallyOf(tallies, 'authorization', SCOPE_LEFT_OUT);
  return {
    named: tallyOf(tallies, 'authorization', SCOPE_NAMED)?.month ?? 0,
    leftOut: leftOut?.month ?? 0,
  };
}
