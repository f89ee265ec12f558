/*
 * Rules of new passwords, after NIST SP 800-63B-4 section 3.1.1: long, any character, no composition rules, not easy to
 * guess. Pure; hashing is in password-hash.ts.
 */
import { isGuessable } from './guessable-passwords.js';

export const PASSWORD_MIN = 15;
const PASSWORD_MAX = 128;

/** NFKC, so that the same password typed on another keyboard is the same bytes. For every hash and check. */
export const normalizePassword = (typed: string): string => typed.normalize('NFKC');

const codePoints = (text: string): number => Array.from(text).length;

/**
 * Why a new password is refused. Code points count as characters, and the minimum holds as typed and as normalised,
 * because NFKC turns some single characters into many and others into fewer. `personal`: name and address of the user,
 * which others know.
 */
export function passwordFault(typed: string, personal: readonly string[]): string | undefined {
  if (typed === '') return 'Enter a password.';
  if (/[\p{Cc}\p{Cs}]/u.test(typed)) return 'Use only characters that can be typed.';
  const length = Math.min(codePoints(typed), codePoints(normalizePassword(typed)));
  if (length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters. This has ${length}.`;
  if (codePoints(typed) > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`;
  if (!isGuessable(normalizePassword(typed), personal)) return undefined;
  return 'This is easy to guess. It is little more than common words, a row of keys, a repetition, or your own name.';
}
