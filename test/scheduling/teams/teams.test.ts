import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { useService } from '../../support/service.js';
import { type Caller, callerFor, faulty } from '../caller.js';

const SCOPES: readonly ScopeName[] = [
  'TEAM_PROFILE_READ',
  'TEAM_PROFILE_WRITE',
  'ORG_PROFILE_READ',
  'ORG_PROFILE_WRITE',
];
const ACTOR = { actor: 'test' };

interface TeamView {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly parentId?: number;
}

const service = useService();
let ada: Caller;
let grace: Caller;
let harbour: number;
let mill: number;

const organization = async (ownerId: number, slug: string): Promise<number> => {
  const createTeam = await service.stores.teams.teams.createOrganization(
    ownerId,
    { name: 'Harbour', slug },
    ACTOR,
  );
  return typeof createTeam === 'object' ? createTeam.id : 0;
};

/** Added by an owner of the team or organization, and accepted by the user. */
async function put(groupId: number, by: Caller, user: Caller, role: 'member' | 'admin' | 'owner') {
  const {
    teams: { memberships, ownMemberships },
  } = service.stores;
  const terms = { accountId: user.id, role, accepted: true, disableImpersonation: false };
  const added = await memberships.add(groupId, by.id, terms, ACTOR);
  if (typeof added !== 'object') throw new Error(`not added: ${added ?? ''}`);
  await ownMemberships.agree(user.id, added.id, ACTOR);
}

beforeAll(async () => {
  [ada, grace] = [await callerFor(service, SCOPES), await callerFor(service, SCOPES)];
  [harbour, mill] = [await organization(ada.id, 'harbour'), await organization(grace.id, 'mill')];
});

const createTeam = async (body: object, caller = ada, path = '/v2/teams') => {
  const reply = await caller.call<TeamView>('POST', path, body);
  expect([reply.status, reply.error]).toEqual([201, undefined]);
  return reply.data;
};
const inHarbour = (body: object) => createTeam(body, ada, `/v2/organizations/${harbour}/teams`);

describe('standalone teams', () => {
  test('a team is created, read, changed and deleted', async () => {
    const settings = {
      logoUrl: 'https://pictures.example/logo.png',
      bio: 'We answer.\nAlways.',
      theme: 'dark',
      brandColor: '#1d4ed8',
      hideBranding: true,
      metadata: { room: 2 },
      timeFormat: 24,
      timeZone: 'Europe/Lisbon',
      weekStart: 'Monday',
    };
    const team = await createTeam({ name: 'Front desk', slug: 'Front-Desk', ...settings, unknown: 1 });
    const whole = {
      id: team.id,
      name: 'Front desk',
      slug: 'front-desk',
      isOrganization: false,
      isPrivate: false,
      hideBookATeamMember: false,
      ...settings,
    };
    expect(team).toEqual(whole);
    const path = `/v2/teams/${team.id}`;
    expect((await ada.call('GET', path)).data).toEqual(whole);
    const change = { name: 'Desk', bio: null, timeZone: null, isPrivate: true };
    const { bio, ...rest } = whole;
    const changed = { ...rest, name: 'Desk', timeZone: 'Europe/London', isPrivate: true };
    expect((await ada.call('PATCH', path, change)).data).toEqual(changed);
    expect((await ada.call('PATCH', path, {})).data).toEqual(changed);
    const deleted = await ada.call('DELETE', path);
    expect([deleted.status, deleted.data]).toEqual([200, changed]);
    expect((await ada.call('GET', path)).status).toBe(404);
  });

  test('a name is enough; the slug derives from it, with a number where it is used', async () => {
    const slugs = [];
    for (const name of ['Équipe  bleue!', 'Équipe bleue', '受付', '受付'])
      slugs.push((await createTeam({ name })).slug);
    expect(slugs).toEqual(['equipe-bleue', 'equipe-bleue-2', 'team', 'team-2']);
  });

  test('a used slug is a conflict, for a new and for a changed team', async () => {
    await createTeam({ name: 'One', slug: 'one' });
    const second = await createTeam({ name: 'Two', slug: 'two' });
    const replies = [
      await ada.call('POST', '/v2/teams', { name: 'X', slug: 'one' }),
      await ada.call('PATCH', `/v2/teams/${second.id}`, { slug: 'one' }),
      await ada.call('POST', '/v2/teams', { name: 'X', slug: 'harbour' }),
    ];
    for (const reply of replies)
      expect([reply.status, reply.error.code, reply.error.details]).toEqual([
        409,
        'CONFLICT',
        { property: 'slug' },
      ]);
  });

  const FAULTY: readonly (readonly [property: string, change: object])[] = [
    ['name', { name: '' }],
    ['name', { name: 7 }],
    ['slug', { slug: 'two words' }],
    ['slug', { slug: '' }],
    ['logoUrl', { logoUrl: 'http://pictures.example/x.png' }],
    ['bannerUrl', { bannerUrl: 'pictures' }],
    ['brandColor', { brandColor: 'blue' }],
    ['hideBranding', { hideBranding: 'yes' }],
    ['timeFormat', { timeFormat: 13 }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['weekStart', { weekStart: 'Someday' }],
    ['metadata', { metadata: 'none' }],
  ];
  test('refuses settings that would have no effect', async () => {
    const alone = await ada.call('POST', '/v2/teams', { name: 'New', autoAcceptCreator: false });
    expect([alone.status, faulty(alone)]).toEqual([400, ['autoAcceptCreator']]);
    const team = await createTeam({ name: 'Eager', autoAcceptCreator: true });
    expect(team).not.toHaveProperty('autoAcceptCreator');
    const change = (body: object) => ada.call('PATCH', `/v2/teams/${team.id}`, body);
    const limits = await change({ bookingLimits: '{"PER_DAY":1}', includeManagedEventsInLimits: true });
    expect([limits.status, faulty(limits)]).toEqual([400, ['bookingLimits', 'includeManagedEventsInLimits']]);
    expect((await change({ bookingLimits: null, includeManagedEventsInLimits: false })).data).toEqual(team);
  });

  test.each(FAULTY)('names %s as faulty in %j, and changes nothing', async (property, change) => {
    const team = await createTeam({ name: 'Stays' });
    const replies = [
      await ada.call('POST', '/v2/teams', { name: 'New', ...change }),
      await ada.call('PATCH', `/v2/teams/${team.id}`, { name: 'Changed', ...change }),
    ];
    for (const reply of replies) expect([reply.status, faulty(reply)]).toEqual([400, [property]]);
    expect((await ada.call('GET', `/v2/teams/${team.id}`)).data).toEqual(team);
  });

  test('members read, owners change, and other users find nothing', async () => {
    const team = await createTeam({ name: 'Guarded' });
    const [member, admin, nonMember] = [
      await callerFor(service, SCOPES),
      await callerFor(service, SCOPES),
      await callerFor(service, SCOPES),
    ];
    await put(team.id, ada, member, 'member');
    await put(team.id, ada, admin, 'admin');
    const path = `/v2/teams/${team.id}`;
    const statuses = async (caller: Caller) => [
      (await caller.call('GET', path)).status,
      (await caller.call('PATCH', path, { name: 'X' })).status,
      (await caller.call('DELETE', path)).status,
    ];
    expect(await statuses(member)).toEqual([200, 403, 403]);
    expect(await statuses(admin)).toEqual([200, 403, 403]);
    expect(await statuses(nonMember)).toEqual([404, 404, 404]);
    expect((await member.call<readonly TeamView[]>('GET', '/v2/teams')).data).toEqual([team]);
    expect((await nonMember.call('GET', '/v2/teams')).data).toEqual([]);
    expect((await member.call('PATCH', path, {})).error.details).toEqual({ role: 'team owner' });
  });

  test('an organization is not found or listed as a team', async () => {
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(
        (await ada.call(method, `/v2/teams/${harbour}`, method === 'PATCH' ? {} : undefined)).status,
      ).toBe(404);
  });

  test('the list is paged', async () => {
    const caller = await callerFor(service, SCOPES);
    const [first, second] = [
      await createTeam({ name: 'A' }, caller),
      await createTeam({ name: 'B' }, caller),
    ];
    expect((await caller.call('GET', '/v2/teams')).data).toEqual([first, second]);
    expect((await caller.call('GET', '/v2/teams?take=1&skip=1')).data).toEqual([second]);
    expect(faulty(await caller.call('GET', '/v2/teams?take=251&skip=-1'))).toEqual(['take', 'skip']);
  });

  test('reading needs TEAM_PROFILE_READ or ORG_PROFILE_READ, writing the same of WRITE', async () => {
    const [reader, writer] = [
      await callerFor(service, ['ORG_PROFILE_READ']),
      await callerFor(service, ['ORG_PROFILE_WRITE']),
    ];
    expect((await reader.call('GET', '/v2/teams')).status).toBe(200);
    expect((await writer.call('GET', '/v2/teams')).status).toBe(403);
    expect((await reader.call('POST', '/v2/teams', { name: 'X' })).status).toBe(403);
    expect((await writer.call('POST', '/v2/teams', { name: 'X' })).status).toBe(201);
    expect((await fetch(`${service.url}/v2/teams`)).status).toBe(401);
  });

  test('changes write audit entries with the user and the client IP', async () => {
    const { id } = await createTeam({ name: 'Told' });
    await ada.call('PATCH', `/v2/teams/${id}`, { bio: 'secret words' });
    await ada.call('DELETE', `/v2/teams/${id}`);
    const entries = await service.stores.events.audit.list(undefined, 10_000);
    const rows = entries.filter(({ subject }) => subject === `team:${id}`);
    expect(rows.map(({ action }) => action)).toEqual(['team.created', 'team.changed', 'team.deleted']);
    expect(rows[0]).toMatchObject({ actor: `account:${ada.id}`, clientIp: '127.0.0.1' });
    expect(JSON.stringify(rows)).not.toContain('secret words');
  });
});

describe('teams of an organization', () => {
  test('a team is created, read, changed and deleted in its organization', async () => {
    const team = await inHarbour({ name: 'Surgery', slug: 'surgery', autoAcceptCreator: true });
    expect(team).toMatchObject({ parentId: harbour, slug: 'surgery', isOrganization: false });
    const path = `/v2/organizations/${harbour}/teams/${team.id}`;
    expect((await ada.call('GET', path)).data).toEqual(team);
    expect((await ada.call('GET', `/v2/teams/${team.id}`)).data).toEqual(team);
    const changed = await ada.call('PATCH', path, { name: 'Theatre' });
    expect(changed.data).toEqual({ ...team, name: 'Theatre' });
    expect((await ada.call('DELETE', path)).data).toEqual(changed.data);
    expect((await ada.call('GET', path)).status).toBe(404);
  });

  test('in another organization it is not found by any caller', async () => {
    const team = await inHarbour({ name: 'Ward' });
    await put(mill, grace, ada, 'owner');
    const path = `/v2/organizations/${mill}/teams/${team.id}`;
    for (const caller of [ada, grace]) {
      const statuses = [
        (await caller.call('GET', path)).status,
        (await caller.call('PATCH', path, { name: 'Mine' })).status,
        (await caller.call('DELETE', path)).status,
      ];
      expect(statuses).toEqual([404, 404, 404]);
    }
    expect((await ada.call<TeamView>('GET', `/v2/teams/${team.id}`)).data.name).toBe('Ward');
  });

  test('a slug can be used in two organizations, once in each', async () => {
    const slug = 'reception';
    await inHarbour({ name: 'R', slug });
    await createTeam({ name: 'R', slug }, grace, `/v2/organizations/${mill}/teams`);
    const again = await ada.call('POST', `/v2/organizations/${harbour}/teams`, { name: 'R', slug });
    expect(again.status).toBe(409);
  });

  test('administrators list all teams, members their own', async () => {
    const orgId = await organization(ada.id, 'lists');
    const path = `/v2/organizations/${orgId}/teams`;
    const own = await createTeam({ name: 'Own' }, ada, path);
    const other = await createTeam({ name: 'Other', autoAcceptCreator: false }, ada, path);
    const member = await callerFor(service, SCOPES);
    await put(orgId, ada, member, 'member');
    await put(own.id, ada, member, 'member');
    expect((await ada.call('GET', path)).data).toEqual([own, other]);
    expect((await ada.call('GET', `${path}?skip=1&take=1`)).data).toEqual([other]);
    expect((await ada.call('GET', `${path}/me`)).data).toEqual([own]);
    expect((await member.call('GET', `${path}/me`)).data).toEqual([own]);
    expect((await member.call('GET', path)).status).toBe(403);
    expect((await member.call('POST', path, { name: 'X' })).status).toBe(403);
    expect((await grace.call('GET', `${path}/me`)).status).toBe(404);
  });

  test('an administrator of one team reads it, and does not change it', async () => {
    const team = await inHarbour({ name: 'Led' });
    const [leader, member] = [await callerFor(service, SCOPES), await callerFor(service, SCOPES)];
    for (const caller of [leader, member]) await put(harbour, ada, caller, 'member');
    await put(team.id, ada, leader, 'admin');
    await put(team.id, ada, member, 'member');
    const path = `/v2/organizations/${harbour}/teams/${team.id}`;
    const statuses = async (caller: Caller) => [
      (await caller.call('GET', path)).status,
      (await caller.call('PATCH', path, { name: 'X' })).status,
      (await caller.call('DELETE', path)).status,
    ];
    expect(await statuses(leader)).toEqual([200, 403, 403]);
    expect(await statuses(member)).toEqual([403, 403, 403]);
  });

  test('routes of no single team need the organization scope', async () => {
    const caller = await callerFor(service, ['TEAM_PROFILE_READ', 'TEAM_PROFILE_WRITE']);
    await put(harbour, ada, caller, 'owner');
    const path = `/v2/organizations/${harbour}/teams`;
    const team = await inHarbour({ name: 'Scoped' });
    expect((await caller.call('GET', path)).status).toBe(403);
    expect((await caller.call('GET', `${path}/me`)).status).toBe(403);
    expect((await caller.call('POST', path, { name: 'X' })).status).toBe(403);
    expect((await caller.call('PATCH', `${path}/${team.id}`, { name: 'X' })).status).toBe(200);
  });
});
