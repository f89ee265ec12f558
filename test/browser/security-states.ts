/* Sessions, password, recovery, and the outbox. */
import type { Page } from 'playwright-core';
import { createBrowser } from '../support/browser.js';
import { nextMail, waitForMails } from '../delivery/mail-outbox.js';
import {
  signInAt,
  at,
  goTo,
  register,
  type PageState,
  signedIn,
  type BrowserFixture,
} from './browser-fixture.js';

const SECURITY = '/settings/security';

/** A user with a second session in another browser. */
async function withOtherBrowser(page: Page, fixture: BrowserFixture): Promise<void> {
  const user = await fixture.service.user('Ada Lovelace');
  await createBrowser(fixture.service.url).signIn(user);
  await signedIn(page, { ...fixture, user }, SECURITY);
}

/** A user who signs in at one browser again and again. */
async function withManySessions(page: Page, fixture: BrowserFixture): Promise<void> {
  const user = await fixture.service.user('Ada Lovelace');
  for (let session = 0; session < 5; session += 1) await createBrowser(fixture.service.url).signIn(user);
  await signedIn(page, { ...fixture, user }, SECURITY);
}

/** A form of the developer settings with input, submitted after its session ended. */
async function heldForm(page: Page, fixture: BrowserFixture, then?: string): Promise<void> {
  const user = await fixture.service.user('Ada Lovelace');
  const { clientId } = await fixture.service.client({}, { ownerId: user.account.id });
  await signedIn(page, { ...fixture, user }, `/settings/developer/clients/${clientId}/edit`);
  await page.getByLabel('Name', { exact: true }).fill('Typed before');
  const other = await page.context().newPage();
  await other.goto(`${fixture.service.url}/sign-out`);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'You are signed out' }).waitFor();
  if (then !== undefined) await signedIn(other, { ...fixture, user: await fixture.service.user(then) });
  await other.close();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor();
}

async function openLink(page: Page, { service }: BrowserFixture): Promise<void> {
  const user = await service.user();
  const browser = createBrowser(service.url);
  await browser.submit(await browser.get('/recover'), { email: user.email });
  const { text } = await nextMail(service, user.email);
  await page.goto(/http\S+\/recover\?token=\S+/.exec(text)?.[0] ?? '');
}

/** A host with a booking that waits, a team of their own and, with `blocked`, a client that others use. */
async function toDeletion(page: Page, fixture: BrowserFixture, blocked: boolean): Promise<void> {
  const user = await fixture.service.user('Ada Lovelace');
  const { id } = user.account;
  if (blocked) await fixture.service.client({ name: 'Acme Sync' }, { ownerId: id });
  const team = { organizationId: undefined, name: 'Harbour', slugs: ['harbour'], settings: {} };
  const { teams } = fixture.service.stores.teams;
  await teams.create(id, { ...team, accepted: true, most: 9 }, { actor: 'test' });
  await signedIn(page, { ...fixture, user }, '/settings/account/deletion');
}

/** The link for a new address, followed. */
async function openNewAddress(page: Page, fixture: BrowserFixture): Promise<void> {
  await signedIn(page, fixture, '/settings/security/address/change');
  const email = `ada-${Date.now()}@harbour.example`;
  await page.getByLabel('New e-mail address').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('waits for its confirmation').waitFor();
  const { text } = await nextMail(fixture.service, email);
  await page.goto(/http\S+\/confirmation\?token=\S+/.exec(text)?.[0] ?? '');
}

export const SECURITY_STATES: readonly PageState[] = [
  ['security-two-browsers', withOtherBrowser],
  ['security-many-sessions', withManySessions],
  [
    'security-faults',
    async (page, fixture) => {
      await withOtherBrowser(page, fixture);
      await page.getByLabel('Current password').fill('not the password');
      await page.getByLabel('New password').fill('correct horse battery staple');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  ],
  [
    'security-signed-out-others',
    async (page, fixture) => {
      await withOtherBrowser(page, fixture);
      await page.getByRole('button', { name: 'Sign out all other browsers' }).click();
      await page.getByRole('status').getByText('All other browsers are signed out').waitFor();
    },
  ],
  ['email-change', (page, fixture) => signedIn(page, fixture, '/settings/security/address/change')],
  ['email-change-link', openNewAddress],
  ['account-data', (page, fixture) => signedIn(page, fixture, '/settings/account')],
  ['account-deletion', (page, fixture) => toDeletion(page, fixture, false)],
  ['account-deletion-blocked', (page, fixture) => toDeletion(page, fixture, true)],
  ['account-deleted', goTo('/sign-in?deleted=1')],
  ['held-signed-out', heldForm],
  ['held-other-account', (page, fixture) => heldForm(page, fixture, 'Grace Hopper')],
  ['recover', goTo('/recover')],
  ['recover-sent', goTo('/recover?sent=1')],
  ['recover-new-password', openLink],
  [
    'recover-refused',
    async (page, fixture) => {
      await openLink(page, fixture);
      await page.getByLabel('New password').fill('passwordpassword');
      await page.getByRole('button', { name: 'Set the password' }).click();
      await page.locator('[aria-invalid]').first().waitFor();
    },
  ],
  ['recover-over', goTo('/recover?token=used')],
  ['sign-in-recovered', goTo('/sign-in?recovered=1')],
  [
    'outbox',
    async (page, fixture) => {
      const user = await fixture.service.user('Ada Lovelace');
      await signInAt(page, fixture, at(fixture, await register(fixture)), user);
      await page.getByRole('button', { name: 'Allow' }).click();
      await waitForMails(fixture.service, user.email);
      await page.goto(`${fixture.service.url}/dev/outbox`);
    },
  ],
  [
    'outbox-mail',
    async (page, fixture) => {
      const user = await fixture.service.user('Ada Lovelace');
      await signInAt(page, fixture, at(fixture, await register(fixture)), user);
      await page.getByRole('button', { name: 'Allow' }).click();
      await waitForMails(fixture.service, user.email);
      await page.goto(`${fixture.service.url}/dev/outbox`);
      const link = page.getByRole('link', { name: 'As a mail program shows it' }).first();
      const address = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
      // No script runs in a mail, not even one that examines it: a page shows it, as webmail does.
      const mail = await (await page.request.get(address)).text();
      await page.goto('about:blank');
      const [begin, end] = ['<body><main><h1>Mail</h1>', '</main></body>'];
      await page.setContent(mail.replace('<body>', begin).replace('</body>', end));
    },
  ],
];
