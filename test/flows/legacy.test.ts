/* docs/contract.md section 3: clients from before scopes existed. */
import { editClient } from '../../src/clients/edit.js';
import {
  authorizeUrl,
  codeFor,
  exchange,
  introspect,
  me,
  refresh,
  tokensFor,
  visit,
} from '../support/oauth.js';
import type { Visitor } from '../support/oauth.js';
import { type Replica, type TestClient, useService } from '../support/service.js';

const service = useService();
let replica: Replica;
let client: TestClient;
let visitor: Visitor;
beforeAll(async () => {
  replica = await service.replica();
  client = await service.client({}, { legacy: true });
  visitor = await visit(service);
});

describe.each([
  ['no scope', undefined],
  ['an empty scope', ''],
  ['the name READ_BOOKING', 'READ_BOOKING'],
  ['the name READ_PROFILE', 'READ_PROFILE'],
  ['both old names', 'READ_BOOKING,READ_PROFILE'],
])('an authorization request with %s', (_, scope) => {
  test('requests everything and yields an unrestricted token, also after a refresh', async () => {
    const page = await visitor.browser.get(authorizeUrl(service, client, { scope }));
    expect(page.root.text).toContain('everything you can');
    expect(page.root.querySelectorAll('input[name=scope]')).toEqual([]);
    const answered = await visitor.browser.submit(page, {}, 'allow');
    const { status, body } = await exchange(service, client, answered.left?.searchParams.get('code') ?? '');
    expect([status, body.scope]).toEqual([200, '']);
    const next = await refresh(service, client, body.refresh_token);
    expect([next.status, next.body.scope]).toEqual([200, '']);
    for (const { access_token: token, refresh_token: renewing } of [body, next.body]) {
      expect((await me(service, token)).status).toBe(200);
      expect((await introspect(service, client, token)).body).toMatchObject({ active: true, scope: '*' });
      const { active, scope: introspected } = (await introspect(service, client, renewing)).body;
      expect(active ? introspected : '*').toBe('*');
    }
  });
});

test('other fields of the form do not narrow or name anything', async () => {
  const page = await visitor.browser.get(authorizeUrl(service, client, { scope: undefined }));
  const answered = await visitor.browser.submit(page, { scope: ['BOOKING_READ'] }, 'allow');
  const { body } = await exchange(service, client, answered.left?.searchParams.get('code') ?? '');
  expect(body.scope).toBe('');
});

test('with a scope the token has only that scope', async () => {
  const tokens = await tokensFor(service, client, visitor, { scope: 'BOOKING_READ,TEAM_BOOKING_READ' });
  expect(tokens.scope.split(' ').sort()).toEqual(['BOOKING_READ', 'TEAM_BOOKING_READ']);
  expect((await me(service, tokens.access_token)).status).toBe(403);
  expect((await refresh(service, client, tokens.refresh_token)).body.scope).toBe(tokens.scope);
});

test('an old name beside a new one is left out', async () => {
  expect((await tokensFor(service, client, visitor, { scope: 'READ_BOOKING PROFILE_READ' })).scope).toBe(
    'PROFILE_READ',
  );
});

test.each(['*', 'NOPE', 'READ_BOOKING NOPE', 'read_booking'])(
  'the scope %s is invalid_scope',
  async (scope) => {
    const page = await visitor.browser.get(authorizeUrl(service, client, { scope }));
    expect(page.left?.searchParams.get('error')).toBe('invalid_scope');
  },
);

test('an unrestricted token and a restricted one of the same user are valid at the same time', async () => {
  const everything = await tokensFor(service, client, visitor, { scope: undefined });
  const narrow = await tokensFor(service, client, visitor, { scope: 'BOOKING_READ' });
  expect((await me(service, everything.access_token)).status).toBe(200);
  expect((await me(service, narrow.access_token)).status).toBe(403);
});

test('sending an old name with a refresh changes nothing', async () => {
  const tokens = await tokensFor(service, client, visitor, { scope: undefined });
  const next = await refresh(service, client, tokens.refresh_token, { scope: 'READ_BOOKING' });
  expect([next.status, next.body.scope]).toEqual([200, '']);
});

test('a scoped client never gets an unrestricted token', async () => {
  const scoped = await service.client();
  for (const scope of [undefined, '', 'READ_BOOKING', '*']) {
    const page = await visitor.browser.get(authorizeUrl(service, scoped, { scope }));
    expect(page.left?.searchParams.get('error')).toBe('invalid_scope');
  }
});

describe('once its owner saved scopes', () => {
  const ask = async (of: TestClient, scope: string | undefined): Promise<string | null> => {
    const page = await visitor.browser.get(authorizeUrl(service, of, { scope }));
    return page.left?.searchParams.get('error') ?? null;
  };

  async function saveScopes(of: TestClient, scopes: readonly string[]): Promise<void> {
    const record = await service.stores.clients.records.find(of.clientId);
    if (record === undefined) throw new Error('the client is gone');
    const { client: current, version } = record;
    const form = { ...of.form, scopes };
    await editClient(
      service.stores.clients.records,
      { record, version, by: current.ownerId, form },
      { actor: `account:${current.ownerId}` },
    );
  }

  test('a scope is required and must be a subset, while earlier tokens stay unrestricted', async () => {
    const own = await service.client({}, { legacy: true });
    const before = await tokensFor(service, own, visitor, { scope: undefined });
    await saveScopes(own, ['PROFILE_READ', 'BOOKING_READ']);

    for (const scope of [
      undefined,
      '',
      'READ_BOOKING',
      'READ_PROFILE PROFILE_READ',
      'PROFILE_READ BOOKING_WRITE',
      '*',
    ]) {
      expect([scope, await ask(own, scope)]).toEqual([scope, 'invalid_scope']);
    }
    const renewed = await refresh(service, own, before.refresh_token);
    expect([renewed.status, renewed.body.scope]).toEqual([200, '']);
    for (const token of [before.access_token, renewed.body.access_token]) {
      expect((await me(service, token)).status).toBe(200);
    }

    const scoped = await tokensFor(service, own, visitor, { scope: 'BOOKING_READ' });
    expect(scoped.scope).toBe('BOOKING_READ');
    expect((await me(service, scoped.access_token)).status).toBe(403);
  });

  describe('a user who authorizes it again', () => {
    const ends = async (clientId: string) =>
      (await service.stores.events.audit.list(undefined, 1000))
        .filter(({ action, facts }) => action === 'grant.revoked' && facts['clientId'] === clientId)
        .map(({ actor, clientIp, facts }) => [actor, clientIp, facts['scope'], facts['endedBy']]);

    test('ends their unrestricted tokens and waiting codes, and not those of other users', async () => {
      const [own, another] = [
        await service.client({}, { legacy: true }),
        await service.client({}, { legacy: true }),
      ];
      const bystander = await visit(service);
      const everything = { scope: undefined };
      const older = await tokensFor(service, own, visitor, everything);
      const renewed = (await refresh(service, own, older.refresh_token)).body;
      const waiting = await codeFor(service, own, visitor, everything);
      const scoped = await tokensFor(service, own, visitor, { scope: 'PROFILE_READ' });
      const untouched = [
        scoped,
        await tokensFor(service, own, bystander, everything),
        await tokensFor(service, another, visitor, everything),
      ];
      await saveScopes(own, ['PROFILE_READ']);
      const fresh = await tokensFor(service, own, visitor, { scope: 'PROFILE_READ' });

      for (const token of [older.access_token, renewed.access_token])
        for (const at of [service, replica]) expect((await me(at, token)).status).toBe(401);
      expect((await refresh(service, own, renewed.refresh_token)).body.error).toBe('invalid_grant');
      expect((await exchange(service, own, waiting)).body.error).toBe('invalid_grant');
      for (const tokens of [fresh, ...untouched])
        expect((await me(replica, tokens.access_token)).status).toBe(200);
      for (const [of, { refresh_token: token }] of [
        [own, fresh],
        [own, scoped],
        [own, untouched[1] ?? fresh],
        [another, untouched[2] ?? fresh],
      ] as const)
        expect((await refresh(service, of, token)).status).toBe(200);
      const row = [`account:${visitor.user.account.id}`, '127.0.0.1', '*', 'authorized_again'];
      expect(await ends(own.clientId)).toEqual([row, row]);
    });

    test('but presses Cancel keeps them', async () => {
      const own = await service.client({}, { legacy: true });
      const before = await tokensFor(service, own, visitor, { scope: undefined });
      await saveScopes(own, ['PROFILE_READ']);
      const consent = await visitor.browser.get(authorizeUrl(service, own, { scope: 'PROFILE_READ' }));
      await visitor.browser.submit(consent, {}, 'cancel');
      expect((await me(service, before.access_token)).status).toBe(200);
      expect(await ends(own.clientId)).toEqual([]);
    });
  });

  test('a request on the consent page at that moment is not granted everything', async () => {
    const own = await service.client({}, { legacy: true });
    const consent = await visitor.browser.get(authorizeUrl(service, own, { scope: undefined }));
    await saveScopes(own, ['PROFILE_READ']);
    const answered = await visitor.browser.submit(consent, {}, 'allow');
    expect(answered.left?.searchParams.get('error')).toBe('invalid_scope');
    expect(answered.left?.searchParams.get('state')).toBe('a state');
  });
});
