/* Webhooks in every state, with successful and failed deliveries, and the webhook of a client. */
import type { Page } from 'playwright-core';
import { createKeyRing } from '../../src/keys/key-ring.js';
import { newWebhookSecret } from '../../src/clients/webhook-secret.js';
import { revoke, tokensFor, visit } from '../support/oauth.js';
import { answering, type Receiver, startReceiver } from '../support/receiver.js';
import type { TestClient, TestUser } from '../support/service.js';
import { until } from '../support/until.js';
import { signInAt, type PageState, type BrowserFixture } from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const LONG_URL = `https://hooks.receiver.example/${'a-rather-long-path/'.repeat(8)}end`;

interface Owned {
  readonly owner: TestUser;
  readonly client: TestClient;
  readonly path: string;
}

async function owned({ service }: BrowserFixture): Promise<Owned> {
  const owner = await service.user('Olga Owner');
  const client = await service.client({ name: 'Acme Sync' }, { ownerId: owner.account.id });
  return { owner, client, path: `/settings/developer/clients/${client.clientId}/webhook` };
}

const goTo = (page: Page, fixture: BrowserFixture, path: string, owner: TestUser): Promise<void> =>
  signInAt(page, fixture, `${fixture.service.url}/sign-in?return_to=${encodeURIComponent(path)}`, owner);

/** Adds a webhook to the client; returns its id. */
async function watched({ service }: BrowserFixture, { owner, client }: Owned, url: string): Promise<string> {
  const {
    clients: { clientWebhooks },
    secretKeys,
  } = service.backend.stores;
  const { sealed } = newWebhookSecret(createKeyRing(secretKeys), service.registry.random);
  const managerId = owner.account.id;
  await clientWebhooks.add(client.clientId, managerId, { url, secretSealed: sealed }, ACTOR);
  return (await clientWebhooks.find(client.clientId, managerId))?.id ?? '';
}

async function ownWebhooks({ service }: BrowserFixture, { account }: TestUser): Promise<void> {
  const {
    scheduling: { webhooks },
  } = service.stores;
  const terms = { payloadTemplate: null, most: 100 };
  const owner = { accountId: account.id };
  const urls = ['https://crm.example/hooks/bookings', LONG_URL];
  for (const [index, subscriberUrl] of urls.entries()) {
    const own = { ...terms, subscriberUrl, active: index === 0, sealedSecret: index === 0 ? 'sealed' : null };
    await webhooks.create(owner, { ...own, triggers: ['BOOKING_CREATED', 'BOOKING_CANCELLED'] }, ACTOR);
  }
}

/** Authorizes the client and revokes the grant: one delivery with one attempt. */
async function deliver(
  fixture: BrowserFixture,
  ownedClient: Owned,
  webhookId: string,
  receiver: Receiver,
): Promise<void> {
  const { service } = fixture;
  const before = receiver.received.length;
  await revoke(
    service,
    ownedClient.client,
    (await tokensFor(service, ownedClient.client, await visit(service))).refresh_token,
  );
  await until(async () => {
    const page = { limit: 1 };
    const [newest] = await service.stores.delivery.webhookWatch.deliveries(
      ownedClient.owner.account.id,
      webhookId,
      page,
    );
    return receiver.received.length > before && newest?.last !== undefined;
  });
}

export const WEBHOOK_STATES: readonly PageState[] = [
  [
    'webhooks-none',
    async (page, fixture) =>
      goTo(page, fixture, '/settings/webhooks', await fixture.service.user('New Here')),
  ],
  [
    'webhooks-mine',
    async (page, fixture) => {
      const ownedClient = await owned(fixture);
      await ownWebhooks(fixture, ownedClient.owner);
      await watched(fixture, ownedClient, 'https://acme.example/hooks/slotkey');
      await goTo(page, fixture, '/settings/webhooks', ownedClient.owner);
    },
  ],
  [
    'webhooks-deliveries',
    async (page, fixture) => {
      const ownedClient = await owned(fixture);
      const receiver = await startReceiver(answering(500, '<html>Internal <b>error</b></html>'));
      const id = await watched(fixture, ownedClient, `${receiver.url}/${'long/'.repeat(20)}`);
      await deliver(fixture, ownedClient, id, receiver);
      receiver.answerWith(answering(200, '{"thanks":true}'));
      await deliver(fixture, ownedClient, id, receiver);
      await receiver.close();
      await goTo(page, fixture, `/settings/webhooks/${id}`, ownedClient.owner);
      await page.getByText('Response body').first().click();
    },
  ],
  [
    'webhooks-switched-off',
    async (page, fixture) => {
      const ownedClient = await owned(fixture);
      const id = await watched(fixture, ownedClient, 'https://acme.example/hooks/slotkey');
      await goTo(page, fixture, `/settings/webhooks/${id}`, ownedClient.owner);
      await page.getByRole('button', { name: 'Switch off' }).click();
      await page.getByText('No events are sent to it').waitFor();
    },
  ],
  [
    'webhooks-new',
    async (page, fixture) => {
      const { owner } = await owned(fixture);
      await goTo(page, fixture, '/settings/webhooks/new', owner);
    },
  ],
  [
    'webhooks-new-faults',
    async (page, fixture) => {
      const { owner } = await owned(fixture);
      await goTo(page, fixture, '/settings/webhooks/new', owner);
      await page.getByLabel('URL').fill('acme.example/hooks');
      await page.getByLabel('Body', { exact: true }).fill('{{#each}}');
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByText('Correct the marked fields').waitFor();
    },
  ],
  [
    'webhooks-new-secret',
    async (page, fixture) => {
      const { owner } = await owned(fixture);
      await goTo(page, fixture, '/settings/webhooks/new', owner);
      await page.getByLabel('URL').fill(LONG_URL);
      await page.getByLabel('BOOKING_CREATED').check();
      await page.getByRole('button', { name: 'Add webhook' }).click();
      await page.getByRole('heading', { name: 'Your signing secret' }).waitFor();
    },
  ],
  [
    'webhooks-tested',
    async (page, fixture) => {
      const { owner } = await owned(fixture);
      await ownWebhooks(fixture, owner);
      await goTo(page, fixture, '/settings/webhooks', owner);
      await page.getByRole('link', { name: 'See its deliveries' }).first().click();
      await page.getByRole('button', { name: 'Send a test event' }).click();
      await page.getByText('The test event is being sent').waitFor();
    },
  ],
  [
    'webhooks-removal',
    async (page, fixture) => {
      const { owner } = await owned(fixture);
      await ownWebhooks(fixture, owner);
      await goTo(page, fixture, '/settings/webhooks', owner);
      await page.getByRole('link', { name: 'See its deliveries' }).last().click();
      await page.getByRole('button', { name: 'Delete webhook' }).click();
      await page.getByText('No more events are sent to it').waitFor();
    },
  ],
  [
    'webhooks-of-client-fault',
    async (page, fixture) => {
      const { owner, path } = await owned(fixture);
      await goTo(page, fixture, path, owner);
      await page.getByLabel('URL').fill('acme.example/hooks');
      await page.getByRole('button', { name: 'Add the webhook' }).click();
      await page.getByText('The URL is not a URL').waitFor();
    },
  ],
  [
    'webhooks-of-client-secret',
    async (page, fixture) => {
      const { owner, path } = await owned(fixture);
      await goTo(page, fixture, path, owner);
      await page.getByLabel('URL').fill('https://acme.example/hooks');
      await page.getByRole('button', { name: 'Add the webhook' }).click();
      await page.getByRole('heading', { name: 'Your signing secret' }).waitFor();
    },
  ],
  [
    'webhooks-of-client',
    async (page, fixture) => {
      const ownedClient = await owned(fixture);
      await watched(fixture, ownedClient, LONG_URL);
      await goTo(page, fixture, ownedClient.path, ownedClient.owner);
    },
  ],
];
