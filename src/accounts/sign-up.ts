/*
 * Creating an account. It works at once, so the reply must not disclose whether an address is taken: a new and a taken
 * one get the same reply, after the same hash and with one job each, and both users are sent to sign in. The job mails
 * only a new one, with the link that proves it (address-proof.ts). One signal remains: a user who then signs in with the
 * new password and is refused learns that the address was taken. That costs a counted attempt to sign in, which the form
 * makes itself inside an authorization, and leaves an account behind for every address that was not taken.
 */
import { present, type Present } from '../present.js';
import { proofJob } from './address-proof.js';
import type { AccountDeps } from './deps.js';
import { passwordFault } from './password.js';
import { emailFault, nameFault } from './rules.js';
import type { TooManyAttempts } from './sign-in-rate-limit.js';

type SignUpFaults = Present<Record<'name' | 'email' | 'password', string | undefined>>;

export type SignUpOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'faulty'; readonly faults: SignUpFaults }
  | TooManyAttempts;

export interface SignUpAttempt {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly clientIp: string;
  /** That of the browser, if it is one of the IANA database. */
  readonly timeZone?: string | undefined;
}

/** Name and address are expected tidy (rules.ts). Empty when the account may be created. */
export const signUpFaults = ({
  name,
  email,
  password,
}: Pick<SignUpAttempt, 'name' | 'email' | 'password'>): SignUpFaults =>
  present({
    name: nameFault(name),
    email: emailFault(email),
    password: passwordFault(password, [name, email]),
  });

export async function signUp(
  {
    accounts,
    passwords,
    attempts,
    jobs,
    keys,
  }: Pick<AccountDeps, 'accounts' | 'passwords' | 'attempts' | 'jobs' | 'keys'>,
  attempt: SignUpAttempt,
): Promise<SignUpOutcome> {
  const faults = signUpFaults(attempt);
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  const { name, email, password, clientIp, timeZone } = attempt;
  const limited = await attempts.countSignUp(clientIp);
  if (limited) return limited;
  const passwordHash = await passwords.hash(password);
  const account = { name, email, passwordHash, ...present({ timeZone }) };
  const created = await accounts.create(account, { actor: 'visitor', clientIp });
  await jobs.add(proofJob(keys, email, created === 'email_taken' ? undefined : created.id));
  return { kind: 'accepted' };
}
