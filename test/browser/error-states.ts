/* Requests that cannot go on, and what people are told then. */
import type { Page } from 'playwright-core';
import { asked, at, goTo, register, type Scene, type Stage } from './browser-fixture.js';

const CAUSE = { actor: 'test' };

async function unusable(page: Page, stage: Stage, status: 'rejected' | 'suspended'): Promise<void> {
  const client = await register(stage, {}, { approved: status === 'suspended' });
  await stage.service.stores.clients.setStatus(client.clientId, status, 'Breaks the rules.', CAUSE);
  await page.goto(at(stage, client));
}

export const ERROR_SCENES: readonly Scene[] = [
  ['error-404', goTo('/nowhere')],
  [
    'error-unknown-client',
    goTo('/auth/oauth2/authorize?client_id=unknown&redirect_uri=https%3A%2F%2Fa.example%2F'),
  ],
  ['error-broken-address', goTo('/auth/oauth2/authorize?client_id=%zz')],
  [
    'error-client-twice',
    async (page, stage) => {
      const client = await register(stage);
      await page.goto(`${at(stage, client)}&client_id=${client.clientId}`);
    },
  ],
  [
    'error-redirect-uri',
    async (page, stage) => {
      const wrong = `${stage.callback.uri}/${'a-very-long-path/'.repeat(20)}`;
      await page.goto(at(stage, await register(stage), { redirect_uri: wrong }));
    },
  ],
  [
    'error-no-redirect-uri',
    async (page, stage) => {
      await page.goto(at(stage, await register(stage), { redirect_uri: '' }));
    },
  ],
  ['error-rejected', (page, stage) => unusable(page, stage, 'rejected')],
  ['error-suspended', (page, stage) => unusable(page, stage, 'suspended')],
  [
    'error-pending',
    async (page, stage) => asked(page, stage, at(stage, await register(stage, {}, { approved: false }))),
  ],
  [
    'error-removed',
    async (page, stage) => {
      const client = await register(stage);
      await asked(page, stage, at(stage, client));
      const record = await stage.service.stores.records.find(client.clientId);
      await stage.service.stores.records.remove(client.clientId, record?.client.ownerId ?? 0, CAUSE);
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
