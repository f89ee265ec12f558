/*
 * The answer to an authorization request, as the provider stores it in its interaction: the first one counts
 * (storage-adapter.ts), and every later answer to the same request gets it too. Pure.
 */
import type { InteractionResults } from 'oidc-provider';
import type { NewGrant } from './allow.js';
import { readFamily, writeFamily } from '../grants/family-record.js';

/** The prompts besides consent that a request can name. */
export type AnsweredPrompt = 'login' | 'select_account';

/** `answered`: the user signed in for this request, or chose an account for it. */
export const toConsentResult = (
  { id, family }: NewGrant,
  answered: readonly AnsweredPrompt[],
): InteractionResults => ({
  ...(answered.includes('login') && { login: { accountId: String(family.account) } }),
  ...(answered.includes('select_account') && { select_account: {} }),
  consent: { grantId: id, family: writeFamily(family) },
});

/** The grant of an answer that allows the request; undefined for every other answer. */
export function grantIn({ consent }: InteractionResults): NewGrant | undefined {
  const { grantId, family } = consent ?? {};
  const granted = typeof family === 'string' ? readFamily(family) : undefined;
  return grantId === undefined || granted === undefined ? undefined : { id: grantId, family: granted };
}
