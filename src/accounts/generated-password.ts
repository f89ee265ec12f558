import { randomBytes } from 'node:crypto';

/** RFC 4648 section 6, in lower case: no character is mistaken for another one when read aloud. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const GROUP = 5;

/** 100 random bits in four groups, `k3xqa-...`: for a user who types it once and then chooses another one. */
export function generatePassword(): string {
  const group = (): string =>
    Array.from(randomBytes(GROUP), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return [group(), group(), group(), group()].join('-');
}
