/* What booking pages of other sites read without a token. */
import { isTimeZone } from '../../src/scheduling/profile/rules.js';
import { REDIRECT_URI } from '../support/service.js';
import {
  ACTOR,
  hosts,
  type EventTypeView,
  openTeamFixture,
  type TeamFixture,
} from '../scheduling/team-fixture.js';
import { callerFor } from '../scheduling/caller.js';

let fixture: TeamFixture;
beforeAll(async () => {
  fixture = await openTeamFixture();
});
afterAll(() => fixture.close());

interface Envelope {
  readonly data: readonly EventTypeView[];
  readonly error: { readonly code: string };
}
async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${fixture.service.url}${path}`, { headers });
  const { data, error } = (await response.json()) as Envelope;
  return { status: response.status, headers: response.headers, data, error };
}
const slugs = ({ data }: { readonly data: readonly EventTypeView[] }) => data.map(({ slug }) => slug);

const PRIVATE = [
  { type: 'link', link: 'https://meet.example/secret', public: false },
  { type: 'address', address: 'Quay 1', public: true },
  { type: 'attendeePhone' },
];
const FOR_OTHERS = [{ type: 'link', public: false }, ...PRIVATE.slice(1)];

describe('the event types of a user', () => {
  let username: string;
  beforeAll(async () => {
    const { ben, service } = fixture;
    username = (await service.stores.accounts.accounts.findById(ben.id))?.username ?? '';
    const terms = { title: 'Call', lengthInMinutes: 30 };
    const listed = { ...terms, slug: 'listed', locations: PRIVATE, metadata: { crm: 'lead-7' } };
    for (const body of [listed, { ...terms, slug: 'hidden', hidden: true }])
      expect((await ben.call('POST', '/v2/event-types', body)).status).toBe(201);
  });

  test('are listed by username without a token, but for hidden ones and private details', async () => {
    const path = `/v2/event-types?username=${username}`;
    const found = await read(path);
    expect([found.status, slugs(found), slugs(await read(`${path}&eventSlug=hidden`))]).toEqual([
      200,
      ['listed'],
      [],
    ]);
    expect(found.headers.get('access-control-allow-origin')).toBe('*');
    expect(found.data[0]).toMatchObject({ locations: FOR_OTHERS, metadata: {} });
    expect(JSON.stringify(found.data)).not.toMatch(/secret|lead-7|@/);
    expect(slugs(await read('/v2/event-types?username=nobody-at-all'))).toEqual([]);
    const own = await fixture.ben.call<readonly EventTypeView[]>('GET', path);
    expect(slugs(own)).toEqual(['listed', 'hidden']);
    expect(own.data[0]).toMatchObject({ locations: PRIVATE, metadata: { crm: 'lead-7' } });
    const other = await fixture.nonMember.call('GET', path);
    expect(other.data).toEqual(found.data);
  });

  test('need a caller where no user is named', async () => {
    for (const query of ['', '?eventSlug=listed', '?orgSlug=harbour']) {
      const refused = await read(`/v2/event-types${query}`);
      expect([refused.status, refused.error.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(refused.headers.get('www-authenticate')).toContain('scope="EVENT_TYPE_READ"');
    }
  });
});

describe('the event types of a team', () => {
  test('are listed without a token at both paths, but for hidden ones and private details', async () => {
    const { ben, teamId, orgId } = fixture;
    await fixture.createEventType({ slug: 'desk', hosts: hosts(ben), locations: PRIVATE });
    await fixture.createEventType({ slug: 'back-room', hidden: true });
    for (const group of [`/v2/teams/${teamId}`, `/v2/organizations/${orgId}/teams/${teamId}`]) {
      const found = await read(`${group}/event-types`);
      expect([found.status, slugs(found)]).toEqual([200, ['desk']]);
      expect(found.data[0]).toMatchObject({ locations: FOR_OTHERS, hosts: [{ userId: ben.id }] });
      expect(JSON.stringify(found.data)).not.toMatch(/secret|@/);
      const seen = await ben.call<readonly EventTypeView[]>('GET', `${group}/event-types`);
      expect(seen.data.find(({ slug }) => slug === 'desk')).toMatchObject({ locations: PRIVATE });
    }
  });

  test('do not disclose the hosts of a private team', async () => {
    const { teams } = fixture.service.stores.teams;
    await teams.change({ teamId: fixture.teamId }, { settings: { isPrivate: true } }, ACTOR);
    expect((await read(`${fixture.team}/event-types`)).data.map(({ hosts: all }) => all)).toEqual([[]]);
    await teams.change({ teamId: fixture.teamId }, { settings: { isPrivate: null } }, ACTOR);
  });

  test('of an unknown team, or one of another organization, are not found', async () => {
    const { teamId, orgId } = fixture;
    for (const group of [`teams/${teamId + 9_999}`, `organizations/${orgId + 9_999}/teams/${teamId}`])
      expect((await read(`/v2/${group}/event-types`)).status).toBe(404);
  });
});

test('a token that is sent must be valid and carry the scope', async () => {
  const paths = ['/v2/event-types?username=ada', `${fixture.team}/event-types`];
  const without = await callerFor(fixture.service, ['PROFILE_READ']);
  for (const path of paths) {
    expect((await without.call('GET', path)).error.code).toBe('INSUFFICIENT_SCOPE');
    const invalid = await read(path, { authorization: 'Bearer unknown' });
    expect([invalid.status, invalid.error.code]).toEqual([401, 'INVALID_TOKEN']);
    expect((await read(path, { authorization: '' })).status).toBe(401);
  }
});

test('time zones are listed, and each is accepted where one is sent', async () => {
  const { status, data } = await read('/v2/timezones');
  expect(status).toBe(200);
  expect(data).toEqual(
    expect.arrayContaining([
      { timezone: 'America/New_York', city: 'New York' },
      { timezone: 'Europe/Lisbon', city: 'Lisbon' },
      { timezone: 'UTC', city: 'UTC' },
    ]),
  );
  expect(data.filter(({ timezone }) => !isTimeZone(String(timezone)))).toEqual([]);
});

describe('a client', () => {
  const pathOf = (clientId: string) => `/v2/auth/oauth2/clients/${clientId}`;

  test('that is approved is shown with what its consent page shows, and nothing else', async () => {
    const redirectUris = [
      REDIRECT_URI,
      `${REDIRECT_URI}/two`,
      'http://localhost:8400',
      'com.example.app:/cb',
    ];
    const { service } = fixture;
    const logo = 'a'.repeat(64);
    await service.stores.clients.logos.save(logo, Buffer.from('a picture'));
    const { clientId } = await service.client({ kind: 'public', redirectUris, logo });
    const answer = await read(pathOf(clientId));
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(answer.data).toEqual({
      clientId,
      name: 'Acme Sync',
      logo: `${service.config.appUrl}/logos/${logo}.png`,
      scopes: ['PROFILE_READ', 'PROFILE_WRITE', 'BOOKING_READ', 'BOOKING_WRITE'],
      redirectHosts: ['client.example.com', 'localhost:8400', 'com.example.app:'],
    });
  });

  test('that is unknown, or not approved, is not found', async () => {
    const { service } = fixture;
    expect((await read(pathOf((await service.client({})).clientId))).data).toMatchObject({ logo: null });
    const pending = await service.client({}, { approved: false });
    const suspended = await service.client({});
    const { clients } = service.stores.clients;
    await clients.setStatus(suspended.clientId, 'suspended', 'Spam.', ACTOR);
    const answers = [];
    for (const id of [pending.clientId, suspended.clientId, 'unknown', 'a'.repeat(64)])
      answers.push(await read(pathOf(id)));
    expect(answers.map(({ status, error }) => [status, error.code])).toEqual(
      answers.map(() => [404, 'NOT_FOUND']),
    );
  });
});

test('reads without a token are limited for a client IP, and those with one are not', async () => {
  const few = await openTeamFixture({
    env: { READS_PER_NETWORK: '4', TRUSTED_PROXIES: '127.0.0.1/32' },
  });
  const get = (path: string, clientIp: string) =>
    fetch(`${few.service.url}${path}`, { headers: { 'x-forwarded-for': clientIp } });
  const { clientId } = await few.service.client({});
  const paths = [
    ...['/v2/event-types?username=ada', `${few.team}/event-types`],
    ...['/v2/timezones', `/v2/auth/oauth2/clients/${clientId}`],
  ];
  for (const path of paths) expect((await get(path, '192.0.2.1')).status).toBe(200);
  for (const path of paths) {
    const refused = await get(path, '192.0.2.1');
    expect([path, refused.status]).toEqual([path, 429]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await get('/v2/timezones', '192.0.2.2')).status).toBe(200);
  expect((await few.ada.call('GET', `${few.team}/event-types`)).status).toBe(200);
  await few.close();
});
