/*
 * The unit of work of one token request. The provider checks everything and hands over what it would like to consume
 * and save; nothing reaches the store until its answer is ready. Then the whole exchange is one atomic transition of
 * the family: either the client gets its tokens and the code or refresh token is spent, or nothing has happened.
 */
import { present } from '../../present.js';
import { UNRESTRICTED } from '../grants/bearer.js';
import type { Decision, Families, Gone, LoadedFamily } from '../grants/families.js';
import { newAttempt } from '../grants/families.js';
import type { EndedBy } from '../grants/audit-entries.js';
import { answeredScope, scopeInBoth } from '../grants/granted-scope.js';
import { openAnswer, sealAnswer, type TokenAnswer } from './sealed-response.js';
import {
  type AccessEntry,
  type Family,
  type Issue,
  type PresentedRefresh,
  redeem,
  type RefreshVerdict,
  rotate,
} from '../grants/token-family.js';
import { familyIdOf } from '../grants/tokens.js';

export interface PresentedCode {
  readonly kind: 'code';
  readonly token: string;
}
export interface PresentedRefreshToken extends PresentedRefresh {
  readonly kind: 'refresh';
  readonly token: string;
}

interface EarlyRead {
  readonly id: string;
  readonly loaded: Promise<LoadedFamily | undefined>;
}

/** Filled by provider-adapter.ts while the provider works on one request. */
export interface Exchange {
  /** Milliseconds since the epoch. */
  readonly arrivedAt: number;
  readonly clientIp: string;
  /** A refresh that names a scope for its access token. */
  readonly narrows: boolean;
  /** The family of what was presented, read while the provider looks up the client. */
  readonly early?: EarlyRead;
  loaded?: LoadedFamily;
  presented?: PresentedCode | PresentedRefreshToken;
  /** The provider has finished its checks and wants the presented credential spent. */
  consumed?: boolean;
  access?: AccessEntry;
  refresh?: { readonly hash: string; readonly until: number };
}

/** `ended`: this request has ended the family; of several at once, one of them has. */
export type ExchangeOutcome =
  | { readonly kind: 'answer'; readonly answer: TokenAnswer }
  | {
      readonly kind: 'refused';
      readonly reason: 'lost' | 'replayed' | 'gone' | 'taken_away';
      readonly ended?: EndedBy;
    }
  | {
      readonly kind: 'reused';
      readonly ended?: EndedBy;
      readonly familyId: string;
      readonly firstUse?: { readonly at: number; readonly clientIp: string };
    };

type Arrival = Pick<Exchange, 'arrivedAt' | 'clientIp' | 'narrows'>;

export interface Exchanges {
  /** `presented`: the code or refresh token, whoever sent it; read ahead of every check, it decides nothing yet. */
  begin(arrival: Arrival, presented: string | undefined): Exchange;
  commit(exchange: Exchange, answer: TokenAnswer): Promise<ExchangeOutcome>;
}

type RepeatedRefresh = Extract<RefreshVerdict, { kind: 'repeat' }>;
type ReusedRefresh = Extract<RefreshVerdict, { kind: 'reused' }>;

interface Ready {
  readonly loaded: LoadedFamily;
  readonly presented: PresentedCode | PresentedRefreshToken;
  readonly issue: Issue;
}

/** How many unanswered attempts are remembered; each belongs to one 503. */
const MAX_UNANSWERED = 1000;

function readyToCommit(exchange: Exchange): Ready {
  const { loaded, presented, access, refresh } = exchange;
  if (!loaded || !presented || !access || !refresh)
    throw new Error('the provider answered without a complete exchange');
  return { loaded, presented, issue: { attempt: newAttempt(), access, refresh } };
}

/** The grant may be narrower by now than it was when the engine made the answer. */
const inWords = (answer: TokenAnswer, scope: string): TokenAnswer => ({
  ...answer,
  scope: answeredScope(scope),
});

/** The answer of the first time; its tokens may do no more than the grant does now. */
function repeated({ token }: PresentedRefreshToken, { answer, granted }: RepeatedRefresh): TokenAnswer {
  const first = openAnswer(token, answer);
  return inWords(first, scopeInBoth(first.scope === '' ? UNRESTRICTED : first.scope, granted));
}

/** A scope asked for by name (RFC 6749 section 6) may have been taken away while the engine was at work. */
function unlessTakenAway(verdict: RefreshVerdict, { scope }: AccessEntry, { scope: granted }: Family) {
  const isTaken = scope !== undefined && scopeInBoth(scope, granted) !== scope;
  return isTaken && verdict.kind === 'issue' ? ({ kind: 'taken_away' } as const) : verdict;
}

const reused = (familyId: string, { firstUse }: ReusedRefresh, ended: boolean): ExchangeOutcome => ({
  kind: 'reused',
  familyId,
  ...(ended && { ended: 'refresh_reused' }),
  ...present({ firstUse }),
});

/** Attempts whose client was told 503 because the store's reply was lost. */
function createUnanswered(): { readonly has: (attempt: string) => boolean; remember(attempt: string): void } {
  const attempts = new Set<string>();
  return {
    has: (attempt) => attempts.has(attempt),
    remember(attempt) {
      attempts.add(attempt);
      const [oldest] = attempts;
      if (attempts.size > MAX_UNANSWERED && oldest !== undefined) attempts.delete(oldest);
    },
  };
}

function readEarly(families: Families, presented = ''): Pick<Exchange, 'early'> {
  const id = familyIdOf('code', presented) ?? familyIdOf('refresh', presented);
  if (id === undefined) return {};
  const loaded = families.load(id);
  // Whoever waits for it is told, which is nobody when the client is refused.
  loaded.catch(() => undefined);
  return { early: { id, loaded } };
}

export function createExchanges(deps: {
  readonly families: Families;
  readonly graceMs: number;
  readonly clock: () => number;
}): Exchanges {
  const { families, graceMs, clock } = deps;
  const unanswered = createUnanswered();

  async function transition<V extends Decision>(
    { loaded, issue }: Ready,
    decide: (family: Family) => V,
  ): Promise<V | Gone> {
    try {
      return await families.change(loaded.id, decide, { loaded, attempt: issue.attempt });
    } catch (fault) {
      unanswered.remember(issue.attempt);
      throw fault;
    }
  }

  async function commitCode(ready: Ready, arrivedAt: number, answer: TokenAnswer): Promise<ExchangeOutcome> {
    const arrival = {
      at: arrivedAt,
      readUnredeemed: ready.loaded.family.code?.redeemedAt === undefined,
      wasNeverAnswered: unanswered.has,
    };
    const verdict = await transition(ready, (family) => redeem(family, ready.issue, arrival, clock()));
    if (verdict.kind === 'issue') return { kind: 'answer', answer: inWords(answer, verdict.family.scope) };
    if (verdict.kind === 'done') return { kind: 'answer', answer: inWords(answer, verdict.granted) };
    if (verdict.kind !== 'replayed') return { kind: 'refused', reason: verdict.kind };
    const ended = await families.revoke(ready.loaded.id);
    return { kind: 'refused', reason: 'replayed', ...(ended && { ended: 'code_replayed' }) };
  }

  async function commitRefresh(
    ready: Ready,
    presented: PresentedRefreshToken,
    answer: TokenAnswer,
  ): Promise<ExchangeOutcome> {
    const answerIn = ({ scope }: Family) => inWords(answer, ready.issue.access.scope ?? scope);
    const verdict = await transition(ready, (family) => {
      const issue = { ...ready.issue, answer: sealAnswer(presented.token, answerIn(family)) };
      return unlessTakenAway(rotate(family, presented, issue, graceMs, clock()), issue.access, family);
    });
    if (verdict.kind === 'issue') return { kind: 'answer', answer: answerIn(verdict.family) };
    if (verdict.kind === 'repeat') return { kind: 'answer', answer: repeated(presented, verdict) };
    if (verdict.kind === 'gone' || verdict.kind === 'taken_away')
      return { kind: 'refused', reason: verdict.kind };
    return reused(ready.loaded.id, verdict, await families.revoke(ready.loaded.id));
  }

  return {
    begin: (arrival, presented) => ({ ...arrival, ...readEarly(families, presented) }),
    commit(exchange, answer) {
      const ready = readyToCommit(exchange);
      return ready.presented.kind === 'code'
        ? commitCode(ready, exchange.arrivedAt, answer)
        : commitRefresh(ready, ready.presented, answer);
    },
  };
}
