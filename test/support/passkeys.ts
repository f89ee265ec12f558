/* What a browser does with passkeys, without a screen: fetches the question, has it answered, sends the form. */
import type { Authenticator, CreationQuestion, Lie, RequestQuestion } from './authenticator.js';
import type { Browser, Page } from './browser.js';
import { formOf } from '../clients/forms.js';

export const SECURITY = '/settings/security';

async function question<T>(browser: Browser, purpose: string): Promise<T> {
  const response = await browser.raw(`/passkeys/${purpose}`);
  if (!response.ok) throw new Error(`no question: ${response.status}`);
  return (await response.json()) as T;
}

export const creationQuestion = (browser: Browser): Promise<CreationQuestion> =>
  question(browser, 'registration');
export const requestQuestion = (
  browser: Browser,
  purpose: 'sign-in' | 'confirmation',
): Promise<RequestQuestion> => question(browser, purpose);

/** Of a signed-in user. */
export async function addPasskey(
  browser: Browser,
  authenticator: Authenticator,
  name = 'Phone',
  lie: Lie = {},
): Promise<Page> {
  const page = await browser.get(SECURITY);
  const passkey = authenticator.create(await creationQuestion(browser), lie);
  return browser.submit(formOf(page, '/passkeys'), { passkey, passkey_name: name });
}

export async function signInByPasskey(
  browser: Browser,
  authenticator: Authenticator,
  lie: Lie = {},
  page?: Page,
): Promise<Page> {
  const signInPage = page ?? (await browser.get('/sign-in'));
  const passkey = authenticator.get(await requestQuestion(browser, 'sign-in'), lie);
  return browser.submit(formOf(signInPage, '/sign-in/passkey'), { passkey });
}
