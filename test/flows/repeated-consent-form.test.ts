/* docs/contract.md section 4: one grant per authorization, however often and wherever its consent form is sent. */
import { createFamilies } from '../../src/authorization/grants/families.js';
import type { Page } from '../support/browser.js';
import { authorizeUrl, codeFor, exchange, me, visit, type Visitor } from '../support/oauth.js';
import { holdRaw, type RawAnswer } from '../support/raw-request.js';
import { REDIRECT_URI, type TestClient, useService } from '../support/service.js';
import { openTwoReplicas, type TwoReplicas } from '../support/two-replicas.js';
import { waitForMails } from '../delivery/mail-outbox.js';

const RUNNERS = 8;

const service = useService();
let two: TwoReplicas;
let client: TestClient;
let visitor: Visitor;
beforeAll(async () => {
  two = await openTwoReplicas(service);
});
beforeEach(async () => {
  client = await service.client();
  visitor = await visit(service);
});
afterAll(async () => {
  await two.close();
});

const open = (): Promise<Page> => visitor.browser.get(authorizeUrl(service, client));

/** The form with each of the decisions, sent to both replicas at the same moment. */
async function answeredAtOnce(page: Page, decisions: readonly string[]): Promise<readonly RawAnswer[]> {
  const csrf = page.root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
  const headers = {
    host: new URL(service.url).host,
    cookie: await visitor.browser.jar.getCookieString(page.url),
    'content-type': 'application/x-www-form-urlencoded',
  };
  const held = await Promise.all(
    decisions.map((decision, at) => {
      const body = new URLSearchParams({
        csrf,
        decision,
        scope: 'PROFILE_READ',
        until: 'revoked',
      }).toString();
      const { pathname: path } = new URL(page.url);
      return holdRaw(two.urls[at % 2] ?? '', { method: 'POST', path, headers, body });
    }),
  );
  return Promise.all(held.map((send) => send()));
}

const allowedRows = async (): Promise<readonly string[]> =>
  (await service.stores.events.audit.list(undefined, 10_000))
    .filter(({ action, facts }) => action === 'grant.allowed' && facts['clientId'] === client.clientId)
    .map(({ subject }) => subject);

const families = async (): Promise<readonly string[]> =>
  (await createFamilies(service.stores.artifacts).ofAccount(visitor.user.account.id)).map(
    ({ id }) => `family:${id}`,
  );

/** Where the browser ends when it follows the answers one after the other. */
async function followed(answers: readonly RawAnswer[]): Promise<readonly URL[]> {
  const ends: URL[] = [];
  for (const { headers } of answers) {
    const { left } = await visitor.browser.get(String(headers['location']));
    if (left) ends.push(left);
  }
  return ends;
}

test('a form allowed many times in parallel is one grant, one row and one mail', async () => {
  const answers = await answeredAtOnce(
    await open(),
    Array.from({ length: RUNNERS }, () => 'allow'),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
  expect(new Set(answers.map(({ headers }) => headers['location'])).size).toBe(1);
  expect(await families()).toHaveLength(1);
  expect(await allowedRows()).toEqual(await families());

  const [end, ...others] = await followed(answers);
  expect(others).toEqual([]);
  const { body } = await exchange(service, client, end?.searchParams.get('code') ?? '');
  expect((await me(service, body.access_token)).status).toBe(200);

  const later = await service.client({ name: 'Later' });
  await codeFor(service, later, visitor);
  const mails = await waitForMails(service, visitor.user.email, 2);
  expect(mails.map(({ subject }) => subject.includes('Later'))).toEqual([true, false]);
});

test('of parallel Allow and Cancel the first counts for all of them', async () => {
  const decisions = Array.from({ length: RUNNERS }, (_, at) => (at % 3 === 0 ? 'cancel' : 'allow'));
  const [end, ...others] = await followed(await answeredAtOnce(await open(), decisions));
  expect(others).toEqual([]);
  const allowed = end?.searchParams.has('code') ? 1 : 0;
  expect(end?.searchParams.get('error')).toBe(allowed === 1 ? null : 'access_denied');
  expect([await families(), await allowedRows()].map(({ length }) => length)).toEqual([allowed, allowed]);
});

test.each([
  ['Cancel', 'allow', 'cancel'],
  ['Allow', 'cancel', 'allow'],
])('%s after another answer changes nothing', async (_, first, second) => {
  const page = await open();
  const [before] = await answeredAtOnce(page, [first]);
  const [after] = await answeredAtOnce(page, [second]);
  expect(after?.headers['location']).toBe(before?.headers['location']);
  const { left } = await visitor.browser.get(page.url);
  expect(left?.href.startsWith(REDIRECT_URI)).toBe(true);
  expect(left?.searchParams.has('code')).toBe(first === 'allow');
  const expected = first === 'allow' ? 1 : 0;
  expect([await families(), await allowedRows()].map(({ length }) => length)).toEqual([expected, expected]);
});

test('the answer of one user is not applied for another user of the same browser', async () => {
  const page = await open();
  await answeredAtOnce(page, ['allow']);
  await visitor.browser.signIn(await service.user());
  const other = await visitor.browser.get(page.url);
  expect([other.status, other.left]).toEqual([400, undefined]);
  expect(other.root.querySelector('h1')?.text).toBe('This request is over');
});

test('a client that is removed while its consent page is open ends on an error page', async () => {
  const page = await open();
  const record = await service.stores.clients.records.find(client.clientId);
  const removal = { clientId: client.clientId, by: record?.client.ownerId ?? 0 };
  await service.stores.clients.records.remove(removal.clientId, removal.by, { actor: 'test' });
  const answered = await visitor.browser.submit(page, {}, 'allow');
  expect([answered.status, answered.root.querySelector('h1')?.text]).toEqual([
    400,
    'This application is gone',
  ]);
  expect(await allowedRows()).toEqual([]);
});
