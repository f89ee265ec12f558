/*
 * Passkeys: adding one to an account, and proving with one who somebody is. A challenge is spent before anything else
 * is looked at. Why a passkey is refused is nobody's business: unknown, of a disabled account, of somebody else and
 * wrongly signed are one answer.
 */
import type { Actor } from '../../events/audit-log.js';
import { type AssertionAnswer, assertionAnswer, creationAnswer } from './passkey-answers.js';
import type { Ceremonies } from './passkey-ceremony.js';
import type { Binding, Challenges } from './passkey-challenges.js';
import { MAX_PASSKEYS, passkeyNameFault } from './passkey-rules.js';
import type { NewPasskey, PasskeyStore } from './passkey-store.js';
import type { Account } from '../store.js';
import type { Tries } from '../sign-in-rate-limit.js';

export interface PasskeyDeps {
  readonly passkeys: PasskeyStore;
  readonly ceremonies: Ceremonies;
  readonly challenges: Challenges;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export interface Addition {
  readonly account: Account;
  /** Expected tidy (rules.ts). */
  readonly name: string;
  /** What the browser sent, as text. */
  readonly answer: string;
  readonly browser: string;
}

/** `late`: the challenge is over or used. `refused`: it is not an answer to this service. */
export type AddOutcome = 'added' | 'full' | 'taken' | 'late' | 'refused' | { readonly nameFault: string };

export async function addPasskey(
  { passkeys, ceremonies, challenges }: PasskeyDeps,
  { account, name, answer, browser }: Addition,
  actor: Actor,
): Promise<AddOutcome> {
  const nameFault = passkeyNameFault(name);
  if (nameFault !== undefined) return { nameFault };
  const given = creationAnswer(answer);
  if (given === undefined) return 'refused';
  if (!(await challenges.spend(given.challenge, { purpose: 'registration', browser }))) return 'late';
  const created = await ceremonies.created(given);
  if (created === undefined) return 'refused';
  const passkey: NewPasskey = { ...created, name };
  const added = await passkeys.add(account.id, passkey, MAX_PASSKEYS, actor);
  return added === 'not_found' ? 'refused' : added;
}

export interface Presented {
  readonly answer: string;
  readonly binding: Binding;
  readonly clientIp: string;
  /** Whose passkey it must be; absent when it is to tell that. */
  readonly owner?: number;
}

export type PresentOutcome =
  | { readonly kind: 'proven'; readonly accountId: number }
  | { readonly kind: 'refused' }
  | { readonly kind: 'late' }
  | { readonly kind: 'too_many_tries'; readonly retryAfterSeconds: number };

const REFUSED: PresentOutcome = { kind: 'refused' };

/** Whoever is not known yet has to be named by the authenticator too (WebAuthn Level 3 section 7.2, step 6). */
const names = ({ response }: AssertionAnswer, owner: number | undefined): boolean =>
  owner !== undefined || response.userHandle !== undefined;

async function proven(
  { passkeys, ceremonies, clock }: PasskeyDeps,
  given: AssertionAnswer,
  { owner, clientIp }: Presented,
): Promise<PresentOutcome> {
  const key = await passkeys.find(given.id);
  if (key === undefined || !names(given, owner)) return REFUSED;
  const { accountId } = key;
  if (owner !== undefined && owner !== accountId) return REFUSED;
  const asserted = await ceremonies.asserted(given, key);
  if (asserted === undefined) return REFUSED;
  const use = { id: given.id, accountId, counter: asserted.counter, at: new Date(clock()) };
  const used = await passkeys.use(use, { actor: `account:${accountId}`, clientIp });
  return used === 'used' ? { kind: 'proven', accountId } : REFUSED;
}

/**
 * Tries are counted with those of passwords for the network, but for the passkey instead of the address: guessing
 * somebody's password does not shut out their passkey.
 */
export async function presentPasskey(
  deps: PasskeyDeps & { readonly tries: Tries },
  presented: Presented,
): Promise<PresentOutcome> {
  const given = assertionAnswer(presented.answer);
  if (given === undefined) return REFUSED;
  const retryAfterSeconds = await deps.tries.signIn(given.id, presented.clientIp);
  if (retryAfterSeconds > 0) return { kind: 'too_many_tries', retryAfterSeconds };
  if (!(await deps.challenges.spend(given.challenge, presented.binding))) return { kind: 'late' };
  const outcome = await proven(deps, given, presented);
  if (outcome.kind === 'proven') await deps.tries.signedIn(given.id, presented.clientIp);
  return outcome;
}
