/* The question before a client secret is removed. */
import type { Confirmation } from '../parts/confirmation.js';
import { counted } from '../parts/text/counted.js';
import { CLIENT_SECRETS_TEXT, type SecretView } from './client-secrets.js';

function useOf({ use, week }: SecretView): string {
  const uses = `${counted(week, 'use')} in the last 7 days`;
  if (use.kind === 'used') return `It is in use, with ${uses}: removing it will break this application.`;
  if (use.kind === 'idle') return `It was last used ${counted(use.days, 'day')} ago, with ${uses}.`;
  return use.kind === 'never' ? 'It was never used.' : 'It was not used since usage tracking began.';
}

export const confirmSecretRemoval = (name: string, secret: SecretView): Confirmation => ({
  title: `Remove the secret of ${name} ending in ${secret.hint}?`,
  consequence: CLIENT_SECRETS_TEXT.consequence,
  details: [useOf(secret), 'A removed secret cannot be restored.'],
  submit: CLIENT_SECRETS_TEXT.remove(secret.hint),
});
