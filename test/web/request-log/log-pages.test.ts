import { sweepRequestLog } from '../../../adapters/knex/request-log/request-log-retention.js';
import { randomUUID } from 'node:crypto';
import { KEPT_PER_DAY, type NewRequest } from '../../../src/request-log/store.js';
import type { Page } from '../../support/browser.js';
import { authorizeUrl, exchange, visit, type Visitor } from '../../support/oauth.js';
import { type TestClient, useService } from '../../support/service.js';
import { until } from '../../support/until.js';

const service = useService();
let olga: Visitor;
let client: TestClient;
beforeAll(async () => {
  olga = await visit(service);
});
beforeEach(async () => {
  client = await service.client({}, { ownerId: olga.user.account.id });
});

const log = () => service.stores.requestLog.requests;
const logPath = (of = client): string => `/settings/developer/clients/${of.clientId}/logs`;
const show = (query = '', { browser }: Visitor = olga) => browser.get(logPath() + query);
const textOf = ({ root }: Page): string => root.querySelector('main')?.text ?? '';
const headings = ({ root }: Page) => root.querySelectorAll('.entry h2').map(({ text }) => text);
const linkOf = ({ root }: Page, text: string): string =>
  root
    .querySelectorAll('main a')
    .find((link) => link.text.trim() === text)
    ?.getAttribute('href') ?? 'no link';

const DAY = new Date().toISOString().slice(0, 10);
const NOON = Date.parse(`${DAY}T00:00:00.000Z`) + 1000;

const request = (change: Partial<NewRequest> = {}): NewRequest => ({
  ...{
    id: randomUUID(),
    clientId: client.clientId,
    at: NOON,
    endpoint: 'token',
    method: 'POST',
    route: '/token',
  },
  ...{ clientIp: '192.0.2.7', userAgent: 'curl/8', sent: { parameters: ['code'] }, status: 200 },
  ...change,
});
const REFUSED = { status: 401, error: 'invalid_client', cause: { code: 'wrong_secret' } } as const;

async function add(...requests: readonly NewRequest[]): Promise<void> {
  const refused = requests.filter(({ error }) => error !== undefined).length;
  const count = {
    clientId: requests[0]?.clientId ?? '',
    day: DAY,
    refused,
    succeeded: requests.length - refused,
  };
  await log().add({ requests, counts: [count] });
}

test('an empty log says what to do, and the page of the client leads there', async () => {
  const page = await olga.browser.get(`/settings/developer/clients/${client.clientId}`);
  const empty = await olga.browser.get(linkOf(page, 'View the request log'));
  expect(empty.status).toBe(200);
  expect(textOf(empty)).toContain('Start with an authorization request');
});

test('requests are filtered by endpoint and refusal, and 50 are on a page', async () => {
  const tokens = Array.from({ length: 60 }, (_, at) => request({ at: NOON + at }));
  await add(...tokens, request({ ...REFUSED, endpoint: 'revocation' }));
  const first = await show();
  expect(headings(first)).toHaveLength(50);
  const second = await olga.browser.get(linkOf(first, 'Older requests'));
  expect(headings(second)).toHaveLength(11);
  expect(headings(await olga.browser.get(linkOf(second, 'Back to the newest')))).toHaveLength(50);
  expect(headings(await show('?refused=yes'))).toEqual(['Revocation']);
  expect(headings(await show('?endpoint=revocation&refused=yes'))).toEqual(['Revocation']);
  const none = await show('?endpoint=introspection');
  expect(textOf(none)).toContain('No request matches this filter');
  const filtered = await show('?endpoint=token');
  expect(headings(await olga.browser.get(linkOf(filtered, 'Older requests')))).toHaveLength(10);
  expect((await show('?behind=x')).status).toBe(400);
});

test('a request is found by its id, with the label around it; any other text stays in the form', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const one = request({ ...REFUSED, userAgent: hostile, sent: { parameters: [hostile], scope: hostile } });
  await add(one);
  const found = await show(`?id=${encodeURIComponent(`Reference ${one.id.toUpperCase()} `)}`);
  expect(found.url).toContain(`/logs/${one.id}`);
  expect(textOf(found)).toContain('none of this client’s secrets');
  expect(found.root.querySelector('main img')).toBeNull();
  for (const typed of [randomUUID(), 'what?']) {
    const unknown = await show(`?id=${encodeURIComponent(typed)}`);
    expect(unknown.status).toBe(422);
    expect(unknown.root.querySelector('#id')?.getAttribute('value')).toBe(typed);
    expect(unknown.root.querySelector('#id')?.getAttribute('aria-invalid')).toBe('true');
  }
});

test('only who manages the client sees its log, and a request is found in the log of its client alone', async () => {
  const one = request();
  await add(one);
  const outsider = await visit(service);
  const other = await service.client({}, { ownerId: outsider.user.account.id });
  for (const path of [logPath(), `${logPath()}/${one.id}`, `${logPath(other)}/${one.id}`])
    expect((await outsider.browser.get(path)).status).toBe(404);
  expect((await outsider.browser.get(`${logPath(other)}?id=${one.id}`)).status).toBe(422);
  expect((await olga.browser.get(`${logPath()}/${one.id}`)).status).toBe(200);
  expect((await olga.browser.get(`${logPath()}/${randomUUID()}`)).status).toBe(404);
});

test('with a client its log is gone', async () => {
  const one = request();
  await add(one);
  const { records } = service.stores.clients;
  await records.remove(client.clientId, olga.user.account.id, { actor: 'test' });
  expect((await show()).status).toBe(404);
  expect(await log().find(one.id)).toBeUndefined();
  await sweepRequestLog(service.backend.db);
  expect(await log().find(one.id, client.clientId)).toBeUndefined();
  expect(await service.backend.db('client_request_day').where({ client_id: client.clientId })).toEqual([]);
});

test('after 7 days a request is gone, and a removed secret is forgotten after 90', async () => {
  const { db } = service.backend;
  const [old, recent] = [request(), request()];
  await add(old, recent);
  await db('client_request')
    .where({ id: old.id })
    .update({ at: db.raw("now() - interval '8 days'") });
  const secret = { client_id: client.clientId, hash: 'h', hint: 'abcd' };
  const removed = db.raw("now() - interval '91 days'");
  await db('removed_client_secret').insert([
    { ...secret, id: old.id, removed_at: removed },
    { ...secret, id: recent.id },
  ]);
  await sweepRequestLog(db);
  const kept = await log().list({ clientId: client.clientId, most: 10 });
  expect(kept.map(({ id }) => id)).toEqual([recent.id]);
  expect(await db('removed_client_secret').where({ client_id: client.clientId }).pluck('id')).toEqual([
    recent.id,
  ]);
});

test('a day of which not everything is kept is named with its counts', async () => {
  const count = { clientId: client.clientId, day: DAY, refused: KEPT_PER_DAY + 234, succeeded: 7 };
  await log().add({ requests: [request(REFUSED)], counts: [count] });
  expect(textOf(await show())).toContain(`${DAY}: 1,234 refused requests, 7 other requests`);
});

test('an administrator pastes the reference of an error page and sees client, endpoint, cause and answer', async () => {
  const admin = await visit(service);
  await service.stores.accounts.accounts.setAdmin(admin.user.account.id, true, { actor: 'test' });
  const wrong = { redirect_uri: 'https://client.example.com/Callback' };
  const error = await admin.browser.get(authorizeUrl(service, client, wrong));
  const reference = error.root.querySelector('.reference code')?.text ?? '';
  await until(async () => (await log().find(reference)) !== undefined);
  expect((await admin.browser.get('/admin/requests')).status).toBe(200);
  const search = (typed: string) => admin.browser.get(`/admin/requests?id=${encodeURIComponent(typed)}`);
  const found = textOf(await search(`Reference: ${reference}`));
  expect(found).toContain('capital and small letters');
  for (const part of [
    'Acme Sync',
    '/auth/oauth2/authorize',
    'Refused 400',
    'invalid_redirect_uri',
    'redirect_uri',
  ])
    expect(found).toContain(part);
  const { headers } = await exchange(service, { ...client, clientId: 'nobody' }, 'x');
  const id = headers.get('x-request-id') ?? '';
  await until(async () => (await log().find(id)) !== undefined);
  expect(textOf(await search(id))).toMatch(/names the client nobody[^]*None that is registered/);
  for (const typed of ['what?', randomUUID()]) expect((await search(typed)).status).toBe(422);
  expect((await olga.browser.get(`/admin/requests?id=${id}`)).status).toBe(404);
});

test('a transferred client keeps its log', async () => {
  await add(request(REFUSED));
  const other = await visit(service);
  const { db } = service.backend;
  await db('client').where({ id: client.clientId }).update({ owner_id: other.user.account.id });
  expect((await show()).status).toBe(404);
  expect(headings(await show('', other))).toEqual(['Token']);
});
