/* Conferencing apps of teams: who may connect them, and which bookings use them. */
import { until } from '../../support/until.js';
import { ahead, type BookingView } from '../bookings/booking-fixture.js';
import type { Caller } from '../caller.js';
import {
  callerAs,
  followCallback,
  connect,
  consentUrl,
  RETURN,
  type AppView,
} from './conferencing-fixture.js';
import { type MeetingProvider, startMeetingProvider } from './meeting-provider.js';
import { ACTOR, hosts, addMember, openTeamFixture, type TeamFixture } from '../team-fixture.js';

const SCOPES = ['APPS_READ', 'APPS_WRITE', 'TEAM_APPS_READ', 'TEAM_APPS_WRITE'] as const;
const ROOM = /^https:\/\/meet\.jit\.si\//;

let provider: MeetingProvider;
let fixture: TeamFixture;
let ada: Caller;
let ben: Caller;
let mount: string;
beforeAll(async () => {
  provider = await startMeetingProvider();
  fixture = await openTeamFixture({ env: provider.env });
  [ada, ben] = [
    await callerAs(fixture.service, fixture.ada.id, SCOPES),
    await callerAs(fixture.service, fixture.ben.id, SCOPES),
  ];
  mount = `/v2/organizations/${fixture.orgId}/teams/${fixture.teamId}`;
});
afterAll(async () => {
  await fixture.close();
  await provider.close();
});
afterEach(async () => {
  for (const owner of [{ teamId: fixture.teamId }, { accountId: ada.id }, { accountId: ben.id }])
    for (const { app } of await fixture.service.stores.scheduling.conferencing.list(owner))
      await fixture.service.stores.scheduling.conferencing.disconnect(owner, app, ACTOR);
});

const list = async (caller: Caller, at = mount) =>
  (await caller.call<readonly AppView[]>('GET', `${at}/conferencing`)).data;

let day = 30;
const zoom = { locations: [{ type: 'integration', integration: 'zoom' }] };
async function book(change: object): Promise<BookingView> {
  const type = await fixture.createEventType({ ...zoom, ...change });
  return fixture.booked({ eventTypeId: type.id, start: ahead((day += 1)) });
}
const read = async (uid: string) =>
  (await fixture.service.stores.scheduling.bookings.find(uid, { viewerId: fixture.ben.id }))[0];
async function linkOf(uid: string): Promise<string> {
  await until(async () => (await read(uid))?.location?.link !== undefined);
  return (await read(uid))?.location?.link ?? '';
}
const exists = (link: string): boolean => [...provider.meetings.values()].some((one) => one.link === link);

describe('the apps of a team', () => {
  test('belong to the team, not to the user who connects them', async () => {
    await connect(fixture.service, provider, ada, { mount });
    await ada.call('POST', `${mount}/conferencing/jitsi/connect`);
    expect((await list(ada)).map(({ type, userId }) => [type, userId])).toEqual([
      ['zoom_video', ada.id],
      ['jitsi_video', ada.id],
    ]);
    expect(await list(ada, '/v2')).toEqual([]);
    expect((await ada.call('POST', `${mount}/conferencing/zoom/default`)).status).toBe(200);
    const { data } = await ada.call('GET', `${mount}/conferencing/default`);
    expect(data).toEqual({ appSlug: 'zoom' });
    expect((await ada.call('DELETE', `${mount}/conferencing/zoom/disconnect`)).status).toBe(200);
    expect(await list(ada)).toHaveLength(1);
  });

  test.each([
    ['GET', '/conferencing'],
    ['POST', '/conferencing/jitsi/connect'],
    ['POST', '/conferencing/zoom/default'],
    ['DELETE', '/conferencing/zoom/disconnect'],
    ['GET', `/conferencing/zoom/oauth/auth-url?${new URLSearchParams(RETURN).toString()}`],
    ['GET', '/conferencing/zoom/oauth/callback?state=x&code=y'],
  ])('are refused to members and not found by others: %s %s', async (method, path) => {
    expect((await ben.call(method, `${mount}${path}`)).status).toBe(403);
    const nonMember = await callerAs(fixture.service, fixture.nonMember.id, SCOPES);
    expect((await nonMember.call(method, `${mount}${path}`)).status).toBe(404);
  });
});

describe('the callback for a team', () => {
  test('connects nothing for a user who no longer manages the team', async () => {
    const { stores } = fixture.service;
    const input = {
      organizationId: fixture.orgId,
      name: 'Quay',
      slugs: ['quay'],
      settings: {},
      accepted: true,
      most: 9,
    };
    const team = await stores.teams.teams.create(fixture.ada.id, input, ACTOR);
    if (typeof team !== 'object') throw new Error('no team was created');
    const owner = { teamId: team.id };
    const id = await addMember(fixture.service, team.id, fixture.ada.id, fixture.ben.id);
    const target = { groupId: team.id, id, by: fixture.ada.id };
    await stores.teams.memberships.change(target, { role: 'admin' }, ACTOR);
    const at = `/v2/organizations/${fixture.orgId}/teams/${team.id}`;
    const query = provider.consent(await consentUrl(ben, 'zoom', { mount: at }));
    await stores.teams.memberships.change(target, { role: 'member' }, ACTOR);
    const { location } = await followCallback(fixture.service, 'zoom', query);
    expect(location).toBe(`${RETURN.onErrorReturnTo}&error=access_denied`);
    expect(await stores.scheduling.conferencing.list(owner)).toEqual([]);
  });

  test('accepts code and state from a program, if they belong to the caller', async () => {
    const query = provider.consent(await consentUrl(ada, 'zoom', { mount }));
    const path = `${mount}/conferencing/zoom/oauth/callback?${new URLSearchParams(query).toString()}`;
    const { status, data } = await ada.call<AppView>('GET', path);
    expect([status, data]).toMatchObject([200, { type: 'zoom_video', userId: ada.id }]);
    expect((await ada.call('GET', path)).status).toBe(400);
  });

  test('refuses a state that was issued for a user', async () => {
    const query = provider.consent(await consentUrl(ada, 'zoom'));
    const path = `${mount}/conferencing/zoom/oauth/callback?${new URLSearchParams(query).toString()}`;
    expect((await ada.call('GET', path)).status).toBe(400);
    expect(await list(ada)).toEqual([]);
  });
});

describe('a booking of a team', () => {
  test('uses the account of the team before that of its host', async () => {
    await connect(fixture.service, provider, ben);
    await connect(fixture.service, provider, ada, { mount });
    const { uid } = await book({ hosts: hosts(fixture.ben) });
    const link = await linkOf(uid);
    expect(exists(link)).toBe(true);
    const [team] = await fixture.service.stores.scheduling.conferencing.list({ teamId: fixture.teamId });
    const facts = await fixture.service.stores.scheduling.meetings.read((await read(uid))?.id ?? 0);
    expect(facts?.meeting?.connectionId).toBe(team?.id);
  });

  test('moves to a room when the new host has no account', async () => {
    await connect(fixture.service, provider, ben);
    const type = { schedulingType: 'roundRobin', hosts: hosts(fixture.ben, fixture.cleo) };
    const first = await book({ ...type, hosts: hosts(fixture.ben) });
    const link = await linkOf(first.uid);
    expect(exists(link)).toBe(true);
    const eventType = await fixture.createEventType({ ...zoom, ...type });
    const ofBen = async (): Promise<BookingView> => {
      const booking = await fixture.booked({ eventTypeId: eventType.id, start: ahead((day += 1)) });
      return booking.hosts[0]?.id === fixture.ben.id ? booking : ofBen();
    };
    const { uid } = await ofBen();
    const before = await linkOf(uid);
    const { status } = await fixture.ben.call('POST', `/v2/bookings/${uid}/reassign/${fixture.cleo.id}`);
    expect(status).toBe(200);
    const now = async () =>
      (await fixture.service.stores.scheduling.bookings.find(uid, { viewerId: fixture.cleo.id }))[0]?.location
        ?.link;
    await until(async () => (await now()) !== before);
    expect(await now()).toMatch(ROOM);
    await until(() => Promise.resolve(!exists(before)));
  });
});
