/*
 * A scope that is taken from a client: new authorizations lose it at once; existing installations keep it, unless the
 * owner takes it from them too. Real forms, two replicas with connections of their own.
 */
import { createFamilies } from '../../src/authorization/grants/families.js';
import { formOf, mainText } from '../clients/forms.js';
import { backendName } from '../support/backend.js';
import {
  authorizeUrl,
  codeFor,
  exchange,
  introspect,
  refresh,
  type Tokens,
  tokensFor,
  visit,
  type Visitor,
} from '../support/oauth.js';
import { startReceiver } from '../support/receiver.js';
import { type TestClient, useService } from '../support/service.js';
import { openTwoReplicas, type TwoReplicas } from '../support/two-replicas.js';
import { until } from '../support/until.js';

const BOTH = 'PROFILE_READ BOOKING_READ';
const TICKED = { from_installations: 'yes' };

const service = useService();
let replicas: TwoReplicas;
let owner: Visitor;
let admin: Visitor;
let visitor: Visitor;
beforeAll(async () => {
  replicas = await openTwoReplicas(service);
  [owner, admin, visitor] = [await visit(service), await visit(service), await visit(service)];
  await service.stores.accounts.accounts.setAdmin(admin.user.account.id, true, { actor: 'test' });
});
afterAll(() => replicas.close());

const ownClient = (
  scopes: readonly string[],
  options: { readonly legacy?: boolean } = {},
): Promise<TestClient> => service.client({ scopes }, { ownerId: owner.user.account.id, ...options });

const pathOf = ({ clientId }: TestClient): string => `/settings/developer/clients/${clientId}`;

/** Posts the form of the client as its owner; returns the page that follows. */
async function save(client: TestClient, scopes: readonly string[], fields: Record<string, string> = {}) {
  const form = await owner.browser.get(`${pathOf(client)}/edit`);
  return owner.browser.submit(formOf(form, client.clientId), { scopes, ...fields });
}

async function decide(client: TestClient, verdict: 'approval' | 'rejection', reason = '') {
  const page = await admin.browser.get(`/admin/clients/${client.clientId}`);
  return admin.browser.submit(formOf(page, `revision/${verdict}`), { reason });
}

const grantOf = ({ access_token: token }: Pick<Tokens, 'access_token'>): string => token.slice(4, 26);

/** Of both calls at both replicas: 200 with the scope, 403 without it, 401 without a grant. */
const statuses = ({ access_token: token }: Tokens): Promise<readonly number[]> =>
  Promise.all(
    replicas.urls.flatMap((url) =>
      ['/v2/me', '/v2/bookings'].map(
        async (path) => (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).status,
      ),
    ),
  );
const untilStatuses = (tokens: Tokens, expected: readonly number[]): Promise<void> =>
  until(async () => String(await statuses(tokens)) === String([...expected, ...expected]));

const entriesOf = async (subject: string) =>
  (await service.stores.events.audit.list(undefined, 10_000)).filter((entry) => entry.subject === subject);
const untilEvent = (grant: string, action: string): Promise<void> =>
  until(async () => (await entriesOf(`family:${grant}`)).some((entry) => entry.action === action));

describe(`a scope taken from a client (${backendName})`, () => {
  test('is refused to new authorizations; existing installations keep it', async () => {
    const client = await ownClient(BOTH.split(' '));
    const tokens = await tokensFor(service, client, visitor, { scope: BOTH });
    expect((await save(client, ['PROFILE_READ'])).status).toBe(200);
    const asked = await visitor.browser.get(authorizeUrl(service, client, { scope: BOTH }));
    expect(asked.left?.searchParams.get('error')).toBe('invalid_scope');
    await service.idle();
    expect(await statuses(tokens)).toEqual([200, 200, 200, 200]);
    expect((await refresh(service, client, tokens.refresh_token)).body.scope).toBe(BOTH);
  });

  test('and from its installations ends in tokens, codes and refreshes, and does not come back', async () => {
    const receiver = await startReceiver();
    const client = await ownClient(BOTH.split(' '));
    const webhook = await owner.browser.get(`${pathOf(client)}/webhook`);
    await owner.browser.submit(webhook, { url: receiver.url });
    const tokens = await tokensFor(service, client, visitor, { scope: BOTH });
    const only = await tokensFor(service, client, visitor, { scope: 'BOOKING_READ' });
    const other = await tokensFor(service, client, visitor, { scope: 'PROFILE_READ' });
    const waiting = await codeFor(service, client, visitor, { scope: BOTH });
    await save(client, ['PROFILE_READ'], TICKED);

    await untilStatuses(tokens, [200, 403]);
    await untilStatuses(only, [401, 401]);
    expect(await statuses(other)).toEqual([200, 403, 200, 403]);
    const redeemed = await exchange(service, client, waiting);
    expect([redeemed.status, redeemed.body.scope]).toEqual([200, 'PROFILE_READ']);
    const renewed = await refresh(service, client, tokens.refresh_token);
    expect([renewed.status, renewed.body.scope]).toEqual([200, 'PROFILE_READ']);
    expect((await refresh(service, client, only.refresh_token)).body.error).toBe('invalid_grant');
    expect((await introspect(service, client, tokens.access_token)).body.scope).toBe('PROFILE_READ');

    await service.idle();
    const [narrowed, ...more] = (await entriesOf(`family:${grantOf(tokens)}`)).slice(1);
    expect(narrowed).toMatchObject({
      actor: `client:${client.clientId}`,
      action: 'grant.narrowed',
      facts: { scope: 'PROFILE_READ', narrowedBy: 'client' },
    });
    expect(more).toEqual([]);
    const ended = (await entriesOf(`family:${grantOf(only)}`)).slice(1);
    expect(ended.map(({ action, facts }) => [action, facts['endedBy']])).toEqual([
      ['grant.revoked', 'scopes_removed'],
    ]);
    expect(await entriesOf(`family:${grantOf(other)}`)).toHaveLength(1);
    await until(() => Promise.resolve(receiver.received.length >= 3));
    const events = receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(events.map(({ triggerEvent }) => triggerEvent).toSorted()).toEqual([
      'grant.narrowed',
      'grant.narrowed',
      'grant.revoked',
    ]);
    await receiver.close();

    await save(client, BOTH.split(' '));
    expect((await decide(client, 'approval')).status).toBe(200);
    const fresh = await tokensFor(service, client, visitor, { scope: BOTH });
    await untilStatuses(fresh, [200, 200]);
    expect(await statuses(renewed.body)).toEqual([200, 403, 200, 403]);
    const again = await refresh(service, client, renewed.body.refresh_token);
    expect(again.body.scope).toBe('PROFILE_READ');
  });

  test('waits for the verdict with the choice, when nothing would remain before it', async () => {
    const client = await ownClient(['BOOKING_READ']);
    const tokens = await tokensFor(service, client, visitor, { scope: 'BOOKING_READ' });
    const notice = 'also taken from existing installations';
    expect(mainText(await save(client, ['PROFILE_READ'], TICKED))).toContain(notice);
    const form = await owner.browser.get(`${pathOf(client)}/edit`);
    expect(form.root.querySelector('input[name=from_installations]')?.hasAttribute('checked')).toBe(true);
    expect(mainText(await admin.browser.get(`/admin/clients/${client.clientId}`))).toContain(notice);

    await decide(client, 'rejection', 'Not yet.');
    await service.idle();
    expect(await statuses(tokens)).toEqual([403, 200, 403, 200]);
    await save(client, ['PROFILE_READ'], { ...TICKED, name: 'Acme Sync Two' });
    await service.idle();
    expect(await statuses(tokens)).toEqual([403, 200, 403, 200]);
    await decide(client, 'approval');
    await untilStatuses(tokens, [401, 401]);
    await untilEvent(grantOf(tokens), 'grant.revoked');
  });

  test('can be taken from installations later, and only once', async () => {
    const client = await ownClient(BOTH.split(' '));
    const tokens = await tokensFor(service, client, visitor, { scope: BOTH });
    await save(client, ['PROFILE_READ']);
    await save(client, ['PROFILE_READ'], TICKED);
    await untilStatuses(tokens, [200, 403]);
    await save(client, ['PROFILE_READ'], TICKED);
    await untilEvent(grantOf(tokens), 'grant.narrowed');
    await service.idle();
    expect(await entriesOf(`family:${grantOf(tokens)}`)).toHaveLength(2);
  });

  test('limits the unrestricted tokens of a client that was legacy', async () => {
    const client = await ownClient([], { legacy: true });
    const tokens = await tokensFor(service, client, visitor, { scope: undefined });
    await save(client, ['PROFILE_READ'], { ...TICKED, confirmed: 'save' });
    await untilStatuses(tokens, [200, 403]);
    expect((await refresh(service, client, tokens.refresh_token)).body.scope).toBe('PROFILE_READ');
  });

  test('does not escape through refreshes, redemptions and consent at the same moment', async () => {
    const client = await ownClient(BOTH.split(' '));
    const scope = BOTH;
    const before = await Promise.all(
      [1, 2, 3, 4].map(async () => tokensFor(service, client, await visit(service), { scope })),
    );
    const codes = [
      await codeFor(service, client, visitor, { scope }),
      await codeFor(service, client, visitor, { scope }),
    ];
    const consent = await visitor.browser.get(authorizeUrl(service, client, { scope }));
    const [url = '', other = ''] = replicas.urls;
    const [, answered, ...issued] = await Promise.all([
      save(client, ['PROFILE_READ'], TICKED),
      visitor.browser.submit(consent, {}, 'allow'),
      ...before.map(({ refresh_token: token }, index) =>
        refresh({ url: index % 2 === 0 ? url : other }, client, token),
      ),
      ...codes.map((code) => exchange({ url: other }, client, code)),
    ]);
    const late = answered.left?.searchParams.get('code') ?? undefined;
    const lateTokens = late === undefined ? [] : [await exchange({ url: other }, client, late)];
    for (const answer of [...issued, ...lateTokens]) {
      expect(answer.status).toBe(200);
      await untilStatuses(answer.body, [200, 403]);
      await untilEvent(grantOf(answer.body), 'grant.narrowed');
    }
    for (const tokens of before) await untilStatuses(tokens, [200, 403]);
  });

  test('ends in a grant that the index of the client does not have, when it is used', async () => {
    const client = await ownClient(BOTH.split(' '));
    const tokens = await tokensFor(service, client, visitor, { scope: BOTH });
    await service.backend
      .db('client_grant')
      .where({ family_id: grantOf(tokens) })
      .delete();
    await save(client, ['PROFILE_READ'], TICKED);
    await untilStatuses(tokens, [200, 403]);
    const stored = () => createFamilies(service.stores.artifacts).load(grantOf(tokens));
    expect((await stored())?.family.scope).not.toEqual({ kind: 'scopes', names: new Set(['PROFILE_READ']) });
    expect((await refresh(service, client, tokens.refresh_token)).body.scope).toBe('PROFILE_READ');
    expect((await stored())?.family.scope).toEqual({ kind: 'scopes', names: new Set(['PROFILE_READ']) });
    await untilEvent(grantOf(tokens), 'grant.narrowed');
  });
});
