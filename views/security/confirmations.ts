/* The question before a passkey is removed. */
import type { Confirmation } from '../parts/confirmation.js';
import { counted } from '../parts/text/counted.js';
import { isolated } from '../parts/text/isolated.js';
import { PASSKEYS_TEXT } from './passkeys.js';

/** `others`: passkeys that stay. */
export const confirmPasskeyRemoval = (name: string, others: number): Confirmation => ({
  title: `Remove the passkey ${isolated(name)}?`,
  consequence: 'It no longer signs you in.',
  details: [
    others === 0
      ? 'It is your only passkey: from then on you sign in with your password alone.'
      : `You can still sign in with ${counted(others, 'other passkey')} and with your password.`,
  ],
  submit: PASSKEYS_TEXT.remove(name),
});
