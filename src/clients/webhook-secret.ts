/* The secret that the webhook of a client is signed with, in the form of Standard Webhooks. Sealed: each try needs it. */
import type { KeyRing } from '../keys/key-ring.js';
import type { RandomBytes } from './ids.js';

const SECRET_BYTES = 32;

export interface MadeWebhookSecret {
  /** Shown to its owner once. */
  readonly plain: string;
  readonly sealed: string;
}

export function newWebhookSecret(keys: KeyRing, random: RandomBytes): MadeWebhookSecret {
  const plain = `whsec_${random(SECRET_BYTES).toString('base64')}`;
  return { plain, sealed: keys.seal(plain) };
}
