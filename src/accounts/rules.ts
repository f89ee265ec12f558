/*
 * Accounts: users, their passwords, passkeys and browser sessions. This module knows nothing of clients, scopes or
 * tokens. Here: the rules of addresses and names, for pages and command line alike. Pure.
 */

import { emailAddressFault, type EmailAddressFault } from '../email-address.js';

const NAME_MAX = 120;

const EMAIL_MESSAGES: Readonly<Record<EmailAddressFault, string>> = {
  malformed: 'Enter an address like name@example.com.',
  local_part_too_long: 'This address is too long before the @: at most 64 bytes.',
  too_long: 'Use an address of at most 254 bytes.',
};

/** Controls, lone surrogates, line and paragraph separators, and characters that reverse the direction of text. */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export const INVISIBLE = 'Use only visible characters; one of these is invisible.';

export const tidyName = (typed: string): string => typed.normalize('NFC').trim();

/** Why a tidy address is refused, as a message for the user. */
export function emailFault(email: string): string | undefined {
  if (email === '') return 'Enter your e-mail address.';
  const fault = emailAddressFault(email);
  return fault && EMAIL_MESSAGES[fault];
}

/** Why a tidy name is refused, as a message for the user. */
export function nameFault(name: string): string | undefined {
  if (name === '') return 'Enter your name.';
  if (Array.from(name).length > NAME_MAX) return `Use at most ${NAME_MAX} characters.`;
  if (UNPRINTABLE.test(name)) return INVISIBLE;
  return /[\p{L}\p{N}]/u.test(name) ? undefined : 'Use at least one letter or digit.';
}
