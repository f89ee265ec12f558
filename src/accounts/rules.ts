/*
 * Accounts: users, their passwords, passkeys and browser sessions. This module knows nothing of clients, scopes or
 * tokens. Here: the rules of addresses and names, for pages and command line alike. Pure.
 */

const EMAIL_MAX = 254;
const NAME_MAX = 120;

/**
 * The pattern that browsers use for `<input type="email">` (WHATWG HTML section 4.10.5.1.5), so that page and server
 * accept the same; ASCII, so that no two addresses look alike.
 */
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Controls, lone surrogates, line and paragraph separators, and characters that reverse the direction of text. */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export const INVISIBLE = 'Use only visible characters; one of these is invisible.';

export const tidyEmail = (typed: string): string => typed.trim();

export const tidyName = (typed: string): string => typed.normalize('NFC').trim();

/** Why a tidy address is refused, as a message for the user. */
export function emailFault(email: string): string | undefined {
  if (email === '') return 'Enter your e-mail address.';
  if (email.length > EMAIL_MAX) return `Use an address of at most ${EMAIL_MAX} characters.`;
  return EMAIL.test(email) ? undefined : 'Enter an address like name@example.com.';
}

/** Why a tidy name is refused, as a message for the user. */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'Enter your name.';
  if (Array.from(name).length > NAME_MAX) return `Use at most ${NAME_MAX} characters.`;
  if (UNPRINTABLE.test(name)) return INVISIBLE;
  return /[\p{L}\p{N}]/u.test(name) ? undefined : 'Use at least one letter or digit.';
}
