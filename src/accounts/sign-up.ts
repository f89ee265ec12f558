/*
 * Making an account. It works at once, so nobody may learn here whether an address is taken: a new and a taken one get
 * the same answer, after the same hash and with a job each, and both are sent to sign in. The job writes a mail to a new
 * one alone, with the link that proves it (address-proof.ts). What remains is that whoever
 * then signs in with the new password and is refused knows that the address was taken; that costs a counted try at the
 * sign-in form, and an account left behind for every address that was not.
 */
import { proofJob } from './address-proof.js';
import type { JobStore } from '../jobs/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import { passwordFault } from './password.js';
import type { Passwords } from './password-hash.js';
import { emailFault, nameFault } from './rules.js';
import type { AccountStore } from './store.js';
import type { Tries } from './sign-in-rate-limit.js';

export interface SignUpFaults {
  readonly name?: string;
  readonly email?: string;
  readonly password?: string;
}

export type SignUpOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'faulty'; readonly faults: SignUpFaults }
  | { readonly kind: 'too_many_tries'; readonly retryAfterSeconds: number };

export interface SignUpAttempt {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly clientIp: string;
}

interface SignUpDeps {
  readonly accounts: AccountStore;
  readonly passwords: Passwords;
  readonly tries: Tries;
  readonly jobs: Pick<JobStore, 'add'>;
  readonly keys: KeyRing;
}

/** Name and address are expected tidy (rules.ts). Empty when the account may be made. */
export function signUpFaults({ name, email, password }: Omit<SignUpAttempt, 'clientIp'>): SignUpFaults {
  const found = {
    name: nameFault(name),
    email: emailFault(email),
    password: passwordFault(password, [name, email]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== undefined));
}

export async function signUp(
  { accounts, passwords, tries, jobs, keys }: SignUpDeps,
  attempt: SignUpAttempt,
): Promise<SignUpOutcome> {
  const faults = signUpFaults(attempt);
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  const retryAfterSeconds = await tries.signUp(attempt.clientIp);
  if (retryAfterSeconds > 0) return { kind: 'too_many_tries', retryAfterSeconds };
  const { name, email, password, clientIp } = attempt;
  const passwordHash = await passwords.hash(password);
  const made = await accounts.create({ name, email, passwordHash }, { actor: 'visitor', clientIp });
  await jobs.add(proofJob(keys, email, made === 'email_taken' ? undefined : made.id));
  return { kind: 'accepted' };
}
