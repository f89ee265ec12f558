/* The signing secret of a client's webhook, in the form of Standard Webhooks. Sealed, because each attempt needs it. */
import type { KeyRing } from '../keys/key-ring.js';
import type { RandomBytes } from './ids.js';

const SECRET_BYTES = 32;

export interface CreatedWebhookSecret {
  /** Shown to its owner once. */
  readonly plain: string;
  readonly sealed: string;
}

export function newWebhookSecret(keys: KeyRing, random: RandomBytes): CreatedWebhookSecret {
  const plain = `whsec_${random(SECRET_BYTES).toString('base64')}`;
  return { plain, sealed: keys.seal(plain) };
}
