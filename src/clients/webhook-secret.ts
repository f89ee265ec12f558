/*
 * The signing secret of a webhook that is created on a page, in the form of Standard Webhooks.
 * Sealed, because each attempt needs it.
 */
import type { KeyRing } from '../keys/key-ring.js';
import type { RandomBytes } from './ids.js';

const SECRET_BYTES = 32;

export interface CreatedWebhookSecret {
  /** Shown to its owner once. */
  readonly plain: string;
  readonly sealed: string;
}

export const randomWebhookSecret = (random: RandomBytes): string =>
  `whsec_${random(SECRET_BYTES).toString('base64')}`;

export function newWebhookSecret(keys: KeyRing, random: RandomBytes): CreatedWebhookSecret {
  const plain = randomWebhookSecret(random);
  return { plain, sealed: keys.seal(plain) };
}
