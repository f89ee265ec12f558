/* Error pages. */
import type { Page } from 'playwright-core';
import { signInAt, at, goTo, register, type PageState, type BrowserFixture } from './browser-fixture.js';

const ACTOR = { actor: 'test' };

async function unusable(
  page: Page,
  fixture: BrowserFixture,
  status: 'rejected' | 'suspended',
): Promise<void> {
  const client = await register(fixture, {}, { approved: status === 'suspended' });
  await fixture.service.stores.clients.clients.setStatus(client.clientId, status, 'Breaks the rules.', ACTOR);
  await page.goto(at(fixture, client));
}

export const ERROR_STATES: readonly PageState[] = [
  ['error-404', goTo('/nowhere')],
  [
    'error-unknown-client',
    goTo('/auth/oauth2/authorize?client_id=unknown&redirect_uri=https%3A%2F%2Fa.example%2F'),
  ],
  ['error-broken-address', goTo('/auth/oauth2/authorize?client_id=%zz')],
  [
    'error-client-twice',
    async (page, fixture) => {
      const client = await register(fixture);
      await page.goto(`${at(fixture, client)}&client_id=${client.clientId}`);
    },
  ],
  [
    'error-redirect-uri',
    async (page, fixture) => {
      const wrong = `${fixture.callback.uri}/${'a-very-long-path/'.repeat(20)}`;
      await page.goto(at(fixture, await register(fixture), { redirect_uri: wrong }));
    },
  ],
  [
    'error-no-redirect-uri',
    async (page, fixture) => {
      await page.goto(at(fixture, await register(fixture), { redirect_uri: '' }));
    },
  ],
  ['error-rejected', (page, fixture) => unusable(page, fixture, 'rejected')],
  ['error-suspended', (page, fixture) => unusable(page, fixture, 'suspended')],
  [
    'error-pending',
    async (page, fixture) =>
      signInAt(page, fixture, at(fixture, await register(fixture, {}, { approved: false }))),
  ],
  [
    'error-removed',
    async (page, fixture) => {
      const client = await register(fixture);
      await signInAt(page, fixture, at(fixture, client));
      const record = await fixture.service.stores.clients.records.find(client.clientId);
      await fixture.service.stores.clients.records.remove(
        client.clientId,
        record?.client.ownerId ?? 0,
        ACTOR,
      );
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('heading', { name: 'This application is gone' }).waitFor();
    },
  ],
  ['error-method', goTo('/settings/security/sign-outs')],
  ['error-over', goTo('/auth/oauth2/interaction/long-gone')],
  [
    'error-form-from-elsewhere',
    async (page, { service }) => {
      await page.goto(`${service.url}/sign-in`);
      await page.context().clearCookies();
      await page.getByLabel('E-mail address').fill('ada@example.com');
      await page.getByLabel('Password').fill('anything');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Not permitted' }).waitFor();
    },
  ],
];
