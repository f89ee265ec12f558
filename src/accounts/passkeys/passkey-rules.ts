/* Passkeys: how many, what one may be called, and the name of an account inside an authenticator. Pure. */
import { createHash } from 'node:crypto';
import { UNPRINTABLE } from '../rules.js';

export const MAX_PASSKEYS = 20;
const PASSKEY_NAME_MAX = 60;

/** What is wrong with a tidy name; undefined when nothing is. */
export function passkeyNameFault(name: string): string | undefined {
  if (name === '') return 'Enter a name, such as the device it is on.';
  if (Array.from(name).length > PASSKEY_NAME_MAX) return `Use at most ${PASSKEY_NAME_MAX} characters.`;
  return UNPRINTABLE.test(name) ? 'Use only characters that can be seen; one of these cannot.' : undefined;
}

/**
 * The user handle of WebAuthn Level 3 section 14.6.1, base64url: says nothing about the person, and is the same each
 * time, so that an authenticator keeps one passkey an account.
 */
export const userHandle = (accountId: number): string =>
  createHash('sha256').update(`slotkey account ${accountId}`).digest('base64url');
