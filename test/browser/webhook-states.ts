/* Webhooks in every state, with deliveries that arrived and that did not, and the webhook of a client. */
import type { Page } from 'playwright-core';
import { createKeyRing } from '../../src/keys/key-ring.js';
import { newWebhookSecret } from '../../src/clients/webhook-secret.js';
import { revoke, tokensFor, visit } from '../support/oauth.js';
import { answering, type Receiver, startReceiver } from '../support/receiver.js';
import type { TestClient, TestPerson } from '../support/service.js';
import { until } from '../support/until.js';
import { asked, type Scene, type Stage } from './browser-fixture.js';

const CAUSE = { actor: 'test' };
const LONG_URL = `https://hooks.receiver.example/${'a-rather-long-path/'.repeat(8)}end`;

interface Owned {
  readonly owner: TestPerson;
  readonly client: TestClient;
  readonly path: string;
}

async function owned({ service }: Stage): Promise<Owned> {
  const owner = await service.person('Olga Owner');
  const client = await service.client({ name: 'Acme Sync' }, { ownerId: owner.account.id });
  return { owner, client, path: `/settings/developer/clients/${client.clientId}/webhook` };
}

const goTo = (page: Page, stage: Stage, path: string, owner: TestPerson): Promise<void> =>
  asked(page, stage, `${stage.service.url}/sign-in?return_to=${encodeURIComponent(path)}`, owner);

/** The id of the client's new webhook. */
async function watched({ service }: Stage, { owner, client }: Owned, url: string): Promise<string> {
  const { clientWebhooks, secretKeys } = service.backend.stores;
  const { sealed } = newWebhookSecret(createKeyRing(secretKeys), service.registry.random);
  const managerId = owner.account.id;
  await clientWebhooks.add(client.clientId, managerId, { url, secretSealed: sealed }, CAUSE);
  return (await clientWebhooks.find(client.clientId, managerId))?.id ?? '';
}

async function ownWebhooks({ service }: Stage, { account }: TestPerson): Promise<void> {
  const { webhooks } = service.stores;
  const terms = { payloadTemplate: null, most: 100 };
  const place = { accountId: account.id };
  const urls = ['https://crm.example/hooks/bookings', LONG_URL];
  for (const [index, subscriberUrl] of urls.entries()) {
    const own = { ...terms, subscriberUrl, active: index === 0, sealedSecret: index === 0 ? 'sealed' : null };
    await webhooks.create(place, { ...own, triggers: ['BOOKING_CREATED', 'BOOKING_CANCELLED'] }, CAUSE);
  }
}

/** Somebody allows the client something and takes it back: one delivery, tried once. */
async function told(stage: Stage, made: Owned, webhookId: string, receiver: Receiver): Promise<void> {
  const { service } = stage;
  const before = receiver.received.length;
  await revoke(
    service,
    made.client,
    (await tokensFor(service, made.client, await visit(service))).refresh_token,
  );
  await until(async () => {
    const page = { limit: 1 };
    const [newest] = await service.stores.webhookWatch.deliveries(made.owner.account.id, webhookId, page);
    return receiver.received.length > before && newest?.last !== undefined;
  });
}

export const WEBHOOK_SCENES: readonly Scene[] = [
  [
    'webhooks-none',
    async (page, stage) => goTo(page, stage, '/settings/webhooks', await stage.service.person('New Here')),
  ],
  [
    'webhooks-mine',
    async (page, stage) => {
      const made = await owned(stage);
      await ownWebhooks(stage, made.owner);
      await watched(stage, made, 'https://acme.example/hooks/slotkey');
      await goTo(page, stage, '/settings/webhooks', made.owner);
    },
  ],
  [
    'webhooks-deliveries',
    async (page, stage) => {
      const made = await owned(stage);
      const receiver = await startReceiver(answering(500, '<html>Internal <b>error</b></html>'));
      const id = await watched(stage, made, `${receiver.url}/${'long/'.repeat(20)}`);
      await told(stage, made, id, receiver);
      receiver.answerWith(answering(200, '{"thanks":true}'));
      await told(stage, made, id, receiver);
      await receiver.close();
      await goTo(page, stage, `/settings/webhooks/${id}`, made.owner);
      await page.getByText('What was answered').first().click();
    },
  ],
  [
    'webhooks-switched-off',
    async (page, stage) => {
      const made = await owned(stage);
      const id = await watched(stage, made, 'https://acme.example/hooks/slotkey');
      await goTo(page, stage, `/settings/webhooks/${id}`, made.owner);
      await page.getByRole('button', { name: 'Switch off' }).click();
      await page.getByText('It is told nothing any more').waitFor();
    },
  ],
  [
    'webhooks-of-client-fault',
    async (page, stage) => {
      const { owner, path } = await owned(stage);
      await goTo(page, stage, path, owner);
      await page.getByLabel('URL').fill('acme.example/hooks');
      await page.getByRole('button', { name: 'Add the webhook' }).click();
      await page.getByText('The URL is not a URL').waitFor();
    },
  ],
  [
    'webhooks-of-client-secret',
    async (page, stage) => {
      const { owner, path } = await owned(stage);
      await goTo(page, stage, path, owner);
      await page.getByLabel('URL').fill('https://acme.example/hooks');
      await page.getByRole('button', { name: 'Add the webhook' }).click();
      await page.getByRole('heading', { name: 'Your signing secret' }).waitFor();
    },
  ],
  [
    'webhooks-of-client',
    async (page, stage) => {
      const made = await owned(stage);
      await watched(stage, made, LONG_URL);
      await goTo(page, stage, made.path, made.owner);
    },
  ],
];
