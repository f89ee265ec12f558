/* A person without an account who follows an application's link: one form, one mailed link, and on to the question. */
import { createBrowser, type Page } from '../../support/browser.js';
import { authorizeUrl, exchange } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { mainText } from '../../clients/forms.js';
import { waitForMails } from '../../delivery/mail-outbox.js';

const PASSWORD = 'nine lanterns over Ystad';

const service = useService();

const signUpLink = (page: Page): string =>
  page.root.querySelector('a[href^="/sign-up?return_to="]')?.getAttribute('href') ?? '';

async function signUpInside(email: string) {
  const client = await service.client();
  const browser = createBrowser(service.url);
  const signIn = await browser.get(authorizeUrl(service, client));
  const form = await browser.get(signUpLink(signIn));
  const page = await browser.submit(form, { name: 'Nora Newcomer', email, password: PASSWORD });
  return { client, browser, page };
}

async function confirmationLink(email: string): Promise<string> {
  await service.idle();
  const texts = (await waitForMails(service, email)).map(({ text }) => text);
  return texts.map((text) => /http\S+\?token=\S+/.exec(text)?.[0]).find((link) => link !== undefined) ?? '';
}

test('a new user types address and password once, and comes to the question', async () => {
  const email = 'inside@example.com';
  const { client, browser, page } = await signUpInside(email);
  expect(mainText(page)).toContain('Acme Sync');
  expect(page.url).toContain('/auth/oauth2/interaction/');
  const confirming = await browser.get(await confirmationLink(email));
  const question = await browser.submit(confirming, {});
  const { left } = await browser.submit(question, {}, 'allow');
  const { status } = await exchange(service, client, left?.searchParams.get('code') ?? '');
  expect(status).toBe(200);
});

test('an address that has an account is asked for its own password, and goes on from there', async () => {
  const { email, password } = await service.user();
  const { browser, page } = await signUpInside(email);
  expect(mainText(page)).toContain('Now sign in with your new password');
  const question = await browser.signIn({ email, password }, page);
  expect(question.root.querySelector('button[value=allow]')).not.toBeNull();
});
