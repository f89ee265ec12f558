/* Rules of passkeys: how many, their names, and the user handle of an account inside an authenticator. Pure. */
import { createHash } from 'node:crypto';
import { INVISIBLE, UNPRINTABLE } from '../rules.js';

export const MAX_PASSKEYS = 20;
const PASSKEY_NAME_MAX = 60;

/** Why a tidy name is refused. */
export function passkeyNameFault(name: string): string | undefined {
  if (name === '') return 'Enter a name, such as the device it is on.';
  if (Array.from(name).length > PASSKEY_NAME_MAX) return `Use at most ${PASSKEY_NAME_MAX} characters.`;
  return UNPRINTABLE.test(name) ? INVISIBLE : undefined;
}

/**
 * The user handle of WebAuthn Level 3 section 14.6.1, base64url: contains no personal data, and is the same each time,
 * so that an authenticator keeps one passkey per account.
 */
export const userHandle = (accountId: number): string =>
  createHash('sha256').update(`slotkey account ${accountId}`).digest('base64url');
