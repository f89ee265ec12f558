/*
 * Passkeys: adding one to an account, and signing in or confirming with one. A challenge is spent before anything else
 * is checked. The reply does not disclose why a passkey is refused: unknown, of a disabled account, of another account
 * and wrongly signed are one reply.
 */
import type { Actor } from '../../events/audit-log.js';
import type { AccountDeps } from '../deps.js';
import type { TooManyAttempts } from '../sign-in-rate-limit.js';
import type { Account, AccountAccess } from '../store.js';
import { type AssertionAnswer, assertionAnswer, creationAnswer } from './passkey-answers.js';
import type { Binding } from './passkey-challenges.js';
import { MAX_PASSKEYS, passkeyNameFault } from './passkey-rules.js';

export type PasskeyDeps = Pick<AccountDeps, 'passkeys' | 'ceremonies' | 'challenges' | 'attempts' | 'clock'>;

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
  const creation = creationAnswer(answer);
  if (creation === undefined) return 'refused';
  if (!(await challenges.spend(creation.challenge, { purpose: 'registration', browser }))) return 'late';
  const created = await ceremonies.verifyCreation(creation);
  if (created === undefined) return 'refused';
  const added = await passkeys.add(account, { ...created, name }, MAX_PASSKEYS, actor);
  return added === 'not_found' ? 'refused' : added;
}

export interface Presentation {
  readonly answer: string;
  readonly binding: Binding;
  readonly clientIp: string;
  /** Of a browser that has signed in to `owner` before. */
  readonly device?: string | undefined;
  /** The account that must own the passkey; absent when the passkey names it. */
  readonly owner?: number;
}

export type PresentOutcome =
  | { readonly kind: 'proven'; readonly account: AccountAccess }
  | { readonly kind: 'refused' }
  | { readonly kind: 'late' }
  | TooManyAttempts;

const REFUSED: PresentOutcome = { kind: 'refused' };

async function verify(
  { passkeys, ceremonies, clock }: PasskeyDeps,
  assertion: AssertionAnswer,
  { owner, clientIp }: Presentation,
): Promise<PresentOutcome> {
  const key = await passkeys.find(assertion.id);
  if (key === undefined) return REFUSED;
  const { accountId } = key;
  // The authenticator must name a user who is not known yet (WebAuthn Level 3 section 7.2, step 6).
  if (owner === undefined ? assertion.response.userHandle === undefined : owner !== accountId) return REFUSED;
  const verified = await ceremonies.verifyAssertion(assertion, key);
  if (verified === undefined) return REFUSED;
  const use = { id: assertion.id, accountId, counter: verified.counter, at: new Date(clock()) };
  const used = await passkeys.use(use, { actor: `account:${accountId}`, clientIp });
  const account = { id: accountId, accessGeneration: key.accessGeneration };
  return used === 'used' ? { kind: 'proven', account } : REFUSED;
}

/**
 * Attempts are counted with those of passwords for the client IP, but for the passkey instead of the address: guessing
 * a user's password does not lock out their passkey.
 */
export async function presentPasskey(deps: PasskeyDeps, presentation: Presentation): Promise<PresentOutcome> {
  const { answer, binding, clientIp, device } = presentation;
  const assertion = assertionAnswer(answer);
  if (assertion === undefined) return REFUSED;
  const attempt = { id: assertion.id, clientIp, device };
  const limited = await deps.attempts.countSignIn(attempt);
  if (limited) return limited;
  if (!(await deps.challenges.spend(assertion.challenge, binding))) return { kind: 'late' };
  const outcome = await verify(deps, assertion, presentation);
  if (outcome.kind === 'proven') await deps.attempts.clearSignIn(attempt);
  return outcome;
}
