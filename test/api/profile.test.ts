import { createApi } from '../../src/api/api.js';
import type { VerifyToken } from '../../src/api/principal.js';
import { clientIp } from '../../src/http/proxies.js';
import { isScopeName } from '../../src/scopes/catalogue.js';
import { EVERYWHERE } from '../../src/scopes/granted-resources.js';
import { createProfileRoutes, type ProfileDeps } from '../../src/scheduling/profile/routes.js';
import { json, serve } from '../http/serve.js';
import type { Answer, Served } from '../http/serve.js';
import { openBackend } from '../support/backend.js';
import type { Backend } from '../support/backend.js';

let backend: Backend;
let served: Served;
let ada: number;

/** The token is the id of its account and the name of its scope. */
const verifyToken: VerifyToken = (token) => {
  const [accountId, scope = ''] = token.split('.');
  const scopes = new Set(isScopeName(scope) ? [scope] : []);
  const principal = {
    accountId: Number(accountId),
    clientId: 'c1',
    familyId: 'f1',
    expiresAt: 1,
    resources: EVERYWHERE,
  };
  return Promise.resolve({ ...principal, scope: { kind: 'scopes', names: scopes } });
};

/** Changes of addresses are tested with their pages (test/web/security/email-change-pages.test.ts). */
const emailChanges: ProfileDeps['emailChanges'] = {
  request: () => Promise.resolve(undefined),
};

const newAccount = (email: string) => ({ email, name: 'Ada Lovelace', passwordHash: '$argon2id$none' });

beforeAll(async () => {
  backend = await openBackend();
  const {
    accounts: { accounts },
  } = backend.stores;
  const account = await accounts.create(newAccount('Ada@example.org'), { actor: 'cli' });
  if (account === 'email_taken') throw new Error('the address is taken');
  ada = account.id;
  const routes = createProfileRoutes({ profiles: backend.stores.scheduling.profiles, emailChanges });
  served = await serve({
    inside: (origin) => [createApi({ routes, verifyToken, clientIp, baseUrl: origin, issuerUrl: origin })],
  });
});
afterAll(async () => {
  await served.close();
  await backend.close();
});

const read = (accountId = ada, scope = 'PROFILE_READ'): Promise<Answer> =>
  served.send({ path: '/v2/me', headers: { authorization: `Bearer ${accountId}.${scope}` } });

const change = (body: object, accountId = ada, scope = 'PROFILE_WRITE'): Promise<Answer> =>
  served.send({
    method: 'PATCH',
    path: '/v2/me',
    headers: { authorization: `Bearer ${accountId}.${scope}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

interface Refusal {
  readonly error: { readonly details: { readonly errors: readonly { property: string; message: string }[] } };
}
const faulty = (answer: Answer): readonly string[] =>
  (json(answer) as Refusal).error.details.errors.map(({ property }) => property);

describe('GET /v2/me', () => {
  it('returns the profile of the user who authorized the client, and no other data of the account', async () => {
    const answer = await read();
    expect(answer.status).toBe(200);
    expect(json(answer)).toEqual({
      status: 'success',
      data: {
        id: ada,
        username: expect.stringMatching(/^ada/) as unknown,
        email: 'Ada@example.org',
        emailVerified: null,
        name: 'Ada Lovelace',
        avatarUrl: null,
        bio: null,
        timeFormat: 12,
        defaultScheduleId: (await backend.stores.scheduling.schedules.findDefault(ada))?.id,
        weekStart: 'Sunday',
        timeZone: 'UTC',
        organizationId: null,
      },
    });
  });

  it('requires PROFILE_READ, and PROFILE_WRITE is not enough', async () => {
    expect((await read(ada, 'PROFILE_WRITE')).status).toBe(403);
    expect((await change({}, ada, 'PROFILE_READ')).status).toBe(403);
  });

  it('is 401 invalid_token when the account was deleted or disabled', async () => {
    const grace = await backend.stores.accounts.accounts.create(newAccount('grace@example.org'), {
      actor: 'cli',
    });
    if (grace === 'email_taken') throw new Error('the address is taken');
    expect((await read(grace.id)).status).toBe(200);
    await backend.stores.accounts.accounts.setDisabled(grace.id, true, { actor: 'cli' });
    for (const answer of [await read(grace.id), await change({ name: 'G' }, grace.id), await read(999_999)]) {
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ]);
    }
  });
});

describe('PATCH /v2/me', () => {
  const good = {
    name: 'Ada King',
    timeFormat: 24,
    weekStart: 'Monday',
    timeZone: 'Asia/Kolkata',
    locale: 'pt-BR',
    avatarUrl: 'https://pictures.example/ada.png',
    bio: 'Poetical science.\nSecond line, \u05e2\u05d1\u05e8\u05d9\u05ea.',
    metadata: { crm: 'x-1', visits: 3, vip: true, constructor: 'plain' },
  };

  it('changes the named properties, returns the profile, and writes an audit entry with actor and client IP', async () => {
    const answer = await change({ ...good, locale: 'pt-br' });
    const { locale, metadata, ...expected } = good;
    expect(answer.status).toBe(200);
    expect(json(answer)).toMatchObject({ data: { id: ada, email: 'Ada@example.org', ...expected } });
    expect(json(await read())).toEqual(json(answer));
    expect(await backend.stores.scheduling.profiles.profile(ada)).toMatchObject({ locale, metadata });
    const audit = await backend.stores.events.audit.list(undefined, 100);
    expect(audit.at(-1)).toMatchObject({
      actor: `account:${ada}`,
      clientIp: '127.0.0.1',
      subject: `account:${ada}`,
    });
  });

  it('leaves absent properties unchanged, and ignores unknown ones', async () => {
    const before = json(await read());
    expect(json(await change({}))).toEqual(before);
    expect(
      json(await change({ id: 1, username: 'root', admin: true, isAdmin: true, disabledAt: null })),
    ).toEqual(before);
    expect(json(await change({ name: '  Ada King ' }))).toEqual(before);
  });

  it('accepts the e-mail address on file, in any case, and refuses what is no address', async () => {
    expect((await change({ email: 'ADA@example.org' })).status).toBe(200);
    const answer = await change({ email: 'nobody', name: 'Somebody' });
    expect([answer.status, faulty(answer)]).toEqual([400, ['email']]);
    expect(json(await read())).toMatchObject({ data: { email: 'Ada@example.org', name: 'Ada King' } });
  });

  const FAULTY: readonly (readonly [property: string, value: unknown])[] = [
    ['email', 7],
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(201)],
    ['name', 'a\u0007b'],
    ['name', 'a\nb'],
    ['name', 'a\u202eb'],
    ['name', null],
    ['timeFormat', 13],
    ['timeFormat', '12'],
    ['defaultScheduleId', 999_999],
    ['defaultScheduleId', 1.5],
    ['defaultScheduleId', 2 ** 40],
    ['defaultScheduleId', null],
    ['defaultScheduleId', 'x'],
    ['weekStart', 'monday'],
    ['timeZone', 'Mars/Olympus'],
    ['timeZone', 'europe/london'],
    ['timeZone', 'us/eastern'],
    ['timeZone', '+02:00'],
    ['timeZone', ''],
    ['locale', 'en_GB'],
    ['locale', 'english'],
    ['avatarUrl', 'http://pictures.example/a.png'],
    ['avatarUrl', 'javascript:alert(1)'],
    ['avatarUrl', 'https://user:pass@pictures.example/'],
    ['avatarUrl', 'https://a.example/\n'],
    ['avatarUrl', `https://a.example/${'x'.repeat(2_048)}`],
    ['avatarUrl', 'a.png'],
    ['bio', 'x'.repeat(2_001)],
    ['bio', 'a\u0000b'],
    ['bio', 'a\u0008b'],
    ['bio', ['a']],
    ['metadata', 'x'],
    ['metadata', ['x']],
    ['metadata', Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 1]))],
    ['metadata', { ['k'.repeat(41)]: 1 }],
    ['metadata', { '': 1 }],
    ['metadata.k', { k: 'x'.repeat(501) }],
    ['metadata.k', { k: { deep: 1 } }],
    ['metadata.k', { k: null }],
  ];

  const shortened = FAULTY.map(
    ([property, value]) => [property, JSON.stringify(value).slice(0, 40), value] as const,
  );

  it.each(shortened)(
    'is refused naming %s when it is %s, and changes nothing',
    async (property, _, value) => {
      const before = await backend.stores.scheduling.profiles.profile(ada);
      const [name = ''] = property.split('.');
      const answer = await change({ bio: 'changed', weekStart: 'Friday', [name]: value });
      expect([answer.status, faulty(answer)]).toEqual([400, [property]]);
      expect(await backend.stores.scheduling.profiles.profile(ada)).toEqual(before);
    },
  );

  it('is refused naming all invalid properties and their limits', async () => {
    const answer = await change({
      name: '',
      locale: 'xx',
      metadata: { k: 'x'.repeat(501) },
      bio: 'x'.repeat(2_001),
    });
    expect(faulty(answer)).toEqual(['name', 'locale', 'bio', 'metadata.k']);
    expect(answer.text).toMatch(/at most 500 characters/);
  });

  it.each([
    'UTC',
    'Europe/London',
    'US/Eastern',
    'Asia/Calcutta',
    'Etc/GMT+5',
    'America/Port-au-Prince',
    'GB',
  ])('accepts the time zone %s', async (timeZone) => {
    expect(json(await change({ timeZone }))).toMatchObject({ data: { timeZone } });
  });

  it('accepts values at their limits', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`${at}`.padEnd(40, 'k'), 'v'.repeat(500)]),
    );
    expect((await change({ name: 'x'.repeat(200), bio: 'x'.repeat(2_000), metadata })).status).toBe(200);
  });
});
