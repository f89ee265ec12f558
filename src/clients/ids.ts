/* How the registry names things. Randomness is passed in, so that a test may choose it. */
import { createHash } from 'node:crypto';

/** `size` unguessable bytes, like node:crypto randomBytes. */
export type RandomBytes = (size: number) => Buffer;

/** 256 bits, so that an id cannot be guessed and never has to be drawn twice. */
export const newClientId = (random: RandomBytes): string => random(32).toString('hex');

/**
 * The id of the client that one showing of the creation form makes: sent twice, by a double click or a reload, the form
 * still makes one client. The owner is part of it, so that nobody can take an id of somebody else's form.
 */
export const clientIdOfDraft = (draft: string, ownerId: number): string =>
  createHash('sha256').update(`${ownerId} ${draft}`).digest('hex');

/** Names a secret in lists and audit rows; not a credential. */
export const newSecretId = (random: RandomBytes): string => random(8).toString('hex');

/** The prefix lets secret scanners recognise a leaked one. */
export const newSecretText = (random: RandomBytes): string => `sk_${random(32).toString('base64url')}`;
