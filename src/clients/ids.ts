/* Ids and secrets of the registry. Randomness is passed in, so that a test may choose it. */
import { createHash } from 'node:crypto';

/** `size` unguessable bytes, like node:crypto randomBytes. */
export type RandomBytes = (size: number) => Buffer;

/** 256 bits, so that an id cannot be guessed and never collides. */
export const newClientId = (random: RandomBytes): string => random(32).toString('hex');

/**
 * The id of the client that one creation form registers: sent twice, by a double click or a reload, the form still
 * registers one client. The owner is part of it, so that no other account can take the id.
 */
export const clientIdOfDraft = (draft: string, ownerId: number): string =>
  createHash('sha256').update(`${ownerId} ${draft}`).digest('hex');

/** Names a secret in lists and audit rows; not a credential. */
export const newSecretId = (random: RandomBytes): string => random(8).toString('hex');

/** The prefix lets secret scanners recognise a leaked one. */
export const newSecretText = (random: RandomBytes): string => `sk_${random(32).toString('base64url')}`;
