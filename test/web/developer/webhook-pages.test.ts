import { Webhook } from 'standardwebhooks';
import { createLog } from '../../../src/ops/log.js';
import { formOf, mainText } from '../../clients/forms.js';
import { createBrowser } from '../../support/browser.js';
import { dump } from '../../support/dump.js';
import { codeFor, introspect, revoke, tokensFor, visit } from '../../support/oauth.js';
import type { Visitor } from '../../support/oauth.js';
import { answering, type Received, type Receiver, startReceiver } from '../../support/receiver.js';
import { type TestClient, useService } from '../../support/service.js';
import { until } from '../../support/until.js';

const lines: string[] = [];
const service = useService({ log: createLog('debug', { write: (line) => void lines.push(line) }) });
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

interface Watched {
  readonly owner: Visitor;
  readonly client: TestClient;
  /** Of the client in the developer settings. */
  readonly path: string;
  readonly secret: string;
}

async function withWebhook(): Promise<Watched> {
  const owner = await visit(service);
  const client = await service.client({ name: 'Acme Sync' }, { ownerId: owner.user.account.id });
  const path = `/settings/developer/clients/${client.clientId}`;
  const created = await owner.browser.submit(await owner.browser.get(`${path}/webhook`), {
    url: receiver.url,
  });
  const secret = created.root.querySelector('[data-secret]')?.text.trim() ?? '';
  expect([created.status, secret]).toEqual([201, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
  return { owner, client, path, secret };
}

const receive = async (count: number): Promise<readonly Received[]> => {
  await until(() => Promise.resolve(receiver.received.length >= count));
  return receiver.received;
};

/** The payload, after its signature was verified. */
function verifyPayload({ headers, body }: Received, secret: string): Record<string, unknown> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  return new Webhook(secret).verify(body, signed) as Record<string, unknown>;
}

describe('the webhook of a client', () => {
  test('receives the revocation of a grant with ids and times only', async () => {
    const { client, secret } = await withWebhook();
    const visitor = await visit(service, await service.user('Theodora Nobody'));
    const tokens = await tokensFor(service, client, visitor);
    const { body: known } = await introspect(service, client, tokens.access_token);
    await revoke(service, client, tokens.refresh_token);
    const [received] = await receive(1);
    expect(received && verifyPayload(received, secret)).toEqual({
      triggerEvent: 'grant.revoked',
      createdAt: expect.any(String),
      payload: {
        clientId: client.clientId,
        grantId: tokens.access_token.slice(4, 26),
        subject: known.sub,
        at: expect.any(String),
      },
    });
    expect(received?.body).not.toContain('Theodora');
  });

  test('receives a revocation by the user, a suspension and a removed secret', async () => {
    const { owner, client, path, secret } = await withWebhook();
    const visitor = await visit(service);
    await tokensFor(service, client, visitor);
    const apps = await visitor.browser.get('/settings/apps');
    const installation = apps.root.querySelector('button[name=installation]')?.getAttribute('value');
    await visitor.browser.submit(formOf(apps, '/removals'), {}, installation);
    await owner.browser.submit(formOf(await owner.browser.get(path), '/secrets'), {});
    await owner.browser.submit(formOf(await owner.browser.get(path), '/removal'), {});
    const record = await service.stores.clients.records.find(client.clientId);
    const verdict = { version: record?.version ?? 0, to: 'suspended', reason: 'Spam' } as const;
    await service.stores.clients.records.settle(client.clientId, verdict, { actor: 'test' });
    const received = await receive(3);
    const events = received.map((one) => verifyPayload(one, secret)['triggerEvent']);
    expect(events.toSorted()).toEqual(['client.suspended', 'grant.revoked', 'secret.removed']);
    expect(received.map(({ body }) => body).join()).not.toContain('Spam');
  });

  test('receives the remaining scope of a narrowed grant, and then its revocation', async () => {
    const { client, secret } = await withWebhook();
    const visitor = await visit(service);
    const tokens = await tokensFor(service, client, visitor, { scope: 'PROFILE_READ BOOKING_READ' });
    const grantId = tokens.access_token.slice(4, 26);
    const page = await visitor.browser.get(`/settings/apps/${grantId}/limits`);
    await visitor.browser.submit(formOf(page, '/limits'), { scope: ['BOOKING_READ'] });
    await visitor.browser.submit(formOf(page, '/limits'), { scope: ['BOOKING_READ'] });
    await revoke(service, client, tokens.refresh_token);
    const events = (await receive(2)).map((one) => verifyPayload(one, secret));
    expect(events.map(({ triggerEvent }) => triggerEvent)).toEqual(['grant.narrowed', 'grant.revoked']);
    expect(events[0]?.['payload']).toEqual({
      clientId: client.clientId,
      grantId,
      subject: String(visitor.user.account.id),
      scope: 'BOOKING_READ',
      at: expect.any(String),
    });
  });

  test('is listed with its deliveries for its developer only', async () => {
    const { owner, client, path } = await withWebhook();
    await revoke(service, client, (await tokensFor(service, client, await visit(service))).refresh_token);
    await receive(1);
    const list = await owner.browser.get('/settings/webhooks');
    expect(mainText(list)).toContain('the client Acme Sync');
    const to = list.root.querySelector('.cards a')?.getAttribute('href') ?? '';
    let page = await owner.browser.get(to);
    await until(async () => mainText((page = await owner.browser.get(to))).includes('Delivered'));
    expect(mainText(page)).toMatch(/grant\.revoked[\s\S]*Status 200[\s\S]*thanks/);
    const nonMember = await visit(service);
    expect((await nonMember.browser.get(to)).status).toBe(404);
    expect((await nonMember.browser.get(`${path}/webhook`)).status).toBe(404);
    expect(mainText(await nonMember.browser.get('/settings/webhooks'))).toContain(
      'There are no webhooks yet',
    );
    expect((await createBrowser(service.url).get(to)).url).toContain('/sign-in?return_to=');
    const body = new URLSearchParams({ active: 'off' });
    const forged = await owner.browser.raw(`${to}/activity`, { method: 'POST', body });
    expect(forged.status).toBe(403);
  });

  test('receives a delivery again under the same id, and none while it is switched off', async () => {
    const { owner, client, path, secret } = await withWebhook();
    const visitor = await visit(service);
    await revoke(service, client, (await tokensFor(service, client, visitor)).refresh_token);
    await receive(1);
    const list = await owner.browser.get('/settings/webhooks');
    const to = list.root.querySelector('.cards a')?.getAttribute('href') ?? '';
    let page = await owner.browser.get(to);
    await until(async () => mainText((page = await owner.browser.get(to))).includes('Delivered'));
    page = await owner.browser.submit(formOf(page, '/tries'), {});
    expect(mainText(page)).toContain('The delivery is being sent to');
    const [first, second] = await receive(2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second && verifyPayload(second, secret)).toEqual(first && verifyPayload(first, secret));
    page = await owner.browser.submit(formOf(page, '/activity'), {}, 'off');
    expect(mainText(page)).toContain('No events are sent to it');
    expect((await owner.browser.submit(formOf(page, '/tries'), {})).status).toBe(409);
    await revoke(service, client, (await tokensFor(service, client, visitor)).refresh_token);
    expect(mainText(await owner.browser.get(`${path}/webhook`))).toContain('Switched off');
    page = await owner.browser.submit(formOf(page, '/activity'), {}, 'on');
    expect(mainText(page)).toContain('New events are sent to it');
    await revoke(service, client, (await tokensFor(service, client, visitor)).refresh_token);
    expect(await receive(3)).toHaveLength(3);
  });

  test('gets another URL and secret, and is removed', async () => {
    const { owner, path, secret, client } = await withWebhook();
    const other = await startReceiver(answering(202));
    let page = await owner.browser.get(`${path}/webhook`);
    expect(page.root.text).not.toContain(secret);
    page = await owner.browser.submit(formOf(page, '/address'), { url: 'ftp://example.com/hooks' });
    expect([page.status, page.root.querySelector('#url')?.getAttribute('value')]).toEqual([
      422,
      'ftp://example.com/hooks',
    ]);
    expect(page.root.querySelector('#url-fault')?.text).toContain('is neither http nor https');
    page = await owner.browser.submit(formOf(page, '/address'), { url: other.url });
    expect(mainText(page)).toContain('All requests go to its URL from now on');
    const created = await owner.browser.submit(formOf(page, '/secret'), {});
    const next = created.root.querySelector('[data-secret]')?.text.trim() ?? '';
    await revoke(service, client, (await tokensFor(service, client, await visit(service))).refresh_token);
    await until(() => Promise.resolve(other.received.length === 1));
    const [received] = other.received;
    expect(received && verifyPayload(received, next)).toMatchObject({ triggerEvent: 'grant.revoked' });
    expect(() => received && verifyPayload(received, secret)).toThrow('No matching signature');
    page = await owner.browser.submit(formOf(await owner.browser.get(`${path}/webhook`), '/removal'), {});
    expect(mainText(page)).toContain('The webhook of \u2068Acme Sync\u2069 was removed');
    expect(mainText(await owner.browser.get('/settings/webhooks'))).toContain('There are no webhooks yet');
    await other.close();
    const logged = lines.join('\n');
    const stored = await dump(service.backend.env);
    expect(stored).toContain(client.clientId);
    const secrets = [secret, next].flatMap((one) => [one, one.slice(6)]);
    expect(secrets.filter((one) => stored.includes(one) || logged.includes(one))).toEqual([]);
  });

  test('is refused at a private address, when it is added and when it is moved', async () => {
    const { owner, path } = await withWebhook();
    const fresh = await service.client({}, { ownerId: owner.user.account.id });
    for (const at of [`${path}/webhook`, `/settings/developer/clients/${fresh.clientId}/webhook`]) {
      const page = await owner.browser.submit(await owner.browser.get(at), {
        url: 'http://192.168.0.1/hook',
      });
      expect(page.status).toBe(422);
      expect(page.root.querySelector('#url-fault')?.text).toContain('private or reserved address');
      expect(page.root.querySelector('#url')?.getAttribute('value')).toBe('http://192.168.0.1/hook');
    }
  });

  test('exists once per client: of two concurrent additions one is refused', async () => {
    const owner = await visit(service);
    const client = await service.client({}, { ownerId: owner.user.account.id });
    const path = `/settings/developer/clients/${client.clientId}/webhook`;
    const page = await owner.browser.get(path);
    const pages = await Promise.all([1, 2].map(() => owner.browser.submit(page, { url: receiver.url })));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

describe('the expiry of a grant', () => {
  const [HOUR, DAY] = [3_600_000, 24 * 3_600_000];
  let ahead = 0;
  const later = useService({ clock: () => Date.now() + ahead });

  /** Jobs that look after so many grants that are in use. */
  const watched = (count: number) =>
    until(async () => {
      const jobs = later.backend.db('job').where({ kind: 'grant' });
      return (await jobs.whereRaw(`payload @> '{"lived": true}'`)).length === count;
    });

  test('is delivered once, and not for a grant that was never redeemed or was revoked before', async () => {
    const owner = await visit(later);
    const client = await later.client({}, { ownerId: owner.user.account.id });
    const form = await owner.browser.get(`/settings/developer/clients/${client.clientId}/webhook`);
    await owner.browser.submit(form, { url: receiver.url });
    const forgotten = await tokensFor(later, client, await visit(later));
    const revoked = await tokensFor(later, client, await visit(later));
    await codeFor(later, client, await visit(later));
    ahead = 2 * HOUR;
    await watched(2);
    await revoke(later, client, revoked.refresh_token);
    await receive(1);
    ahead = 40 * DAY;
    const events = (await receive(2)).map(
      ({ body }) => JSON.parse(body) as { readonly triggerEvent: string },
    );
    await watched(0);
    expect(events.map(({ triggerEvent }) => triggerEvent)).toEqual(['grant.revoked', 'grant.expired']);
    expect(events[1]).toMatchObject({
      payload: { clientId: client.clientId, grantId: forgotten.access_token.slice(4, 26) },
    });
    expect(receiver.received).toHaveLength(2);
  });
});
