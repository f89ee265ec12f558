/* Revoked and deleted connections: who is notified, once, and which tokens are revoked at the provider. */
import { createCalendarSync } from '../../../../adapters/knex/calendars/calendar-sync.js';
import {
  createCalendarCredentials,
  createCalendarStore,
} from '../../../../adapters/knex/calendars/calendars.js';
import {
  createConferencingCredentials,
  createConferencingStore,
} from '../../../../adapters/knex/conferencing/conferencing.js';
import { createRevokedApps } from '../../../../adapters/knex/conferencing/revoked-apps.js';
import { createCalendarOutages } from '../../../../adapters/knex/calendars/calendar-outages.js';
import { createConsentStore } from '../../../../adapters/knex/provider-oauth/authorization-states.js';
import { createTeamStore } from '../../../../adapters/knex/teams/teams.js';
import type { ConnectionWithCalendars } from '../../../../src/scheduling/calendars/calendar.js';
import type { NewConnection } from '../../../../src/scheduling/calendars/store.js';
import type { App } from '../../../../src/scheduling/event-types/meeting-apps.js';
import type { AppOwner } from '../../../../src/scheduling/conferencing/store.js';
import { backendName } from '../../../support/backend.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR } from '../../../contracts/samples.js';

const HOUR = 3_600_000;
const AT = new Date('2030-01-02T03:04:05.678Z');
const after = (hours: number): Date => new Date(AT.getTime() + hours * HOUR);

describe(`revoked connections on ${backendName}`, () => {
  const database = onDatabase();
  const calendars = () => createCalendarStore(database());
  const sync = () => createCalendarSync(database());
  const apps = () => createConferencingStore(database());
  const endCalendar = (id: number, at = AT) =>
    createCalendarCredentials(database()).invalidate(id, 'sealed', at);
  const endApp = (id: number, at = AT) =>
    createConferencingCredentials(database()).invalidate(id, 'sealed', at);

  async function connect(
    accountId: number,
    change: Partial<NewConnection> = {},
  ): Promise<ConnectionWithCalendars> {
    const home = { externalId: 'home', name: 'Home', primary: true, readOnly: false };
    const all = [home, { ...home, externalId: 'other', primary: false }];
    const google = { kind: 'google', identity: 'ada@example.com', sealedAccess: 'sealed' } as const;
    const result = await calendars().connect(accountId, { ...google, calendars: all, ...change }, ACTOR);
    if (result === undefined) throw new Error('not connected');
    return result;
  }
  async function connectApp(owner: AppOwner, accountId: number, app: App = 'zoom'): Promise<number> {
    const sealed = app === 'jitsi' ? {} : { sealed: 'sealed' };
    const result = await apps().connect(owner, { app, accountId, ...sealed }, ACTOR);
    if (result === undefined) throw new Error('not connected');
    return result.id;
  }

  /** Account ids of the recipients, in the order of the notifications. */
  async function recipients(about: string, subject: string): Promise<readonly number[]> {
    const rows = database()('job')
      .where({ kind: 'notification' })
      .whereRaw(`payload ->> 'about' = ? and payload ->> 'subject' = ?`, [about, subject]);
    const jobs = await rows.orderBy('created_at').select<{ payload: { to: number } }[]>('payload');
    return jobs.map(({ payload }) => payload.to);
  }
  async function revocations(accountId: number) {
    const rows = database()('job')
      .where({ kind: 'revocation' })
      .whereRaw(`payload ->> 'accountId' = ?`, [String(accountId)]);
    return rows
      .orderBy('id')
      .select<{ readonly payload: Readonly<Record<string, string>>; readonly party: string }[]>(
        'payload',
        'party',
      );
  }

  test('the owner of a revoked calendar is notified once, however many processes find it', async () => {
    const ada = await insertAccount(database());
    const { id } = await connect(ada);
    const notified = () => recipients('calendar.ended', `calendar_connection:${id}`);
    const ends = await Promise.all([1, 2, 3].map(() => endCalendar(id)));
    expect([ends.filter(Boolean).length, await notified()]).toEqual([1, [ada]]);
    await connect(ada);
    expect((await calendars().list(ada))?.connections[0]).toMatchObject({ invalid: false, endedAt: null });
    expect(await endCalendar(id, after(1))).toBe(true);
    expect(await notified()).toEqual([ada, ada]);
  });

  test('selected calendars of a revoked connection count as failing', async () => {
    const ada = await insertAccount(database());
    const { id } = await connect(ada);
    await endCalendar(id);
    const [ended] = (await calendars().list(ada))?.connections ?? [];
    expect(ended).toMatchObject({ invalid: true, endedAt: AT.getTime() });
    expect(ended?.calendars.map(({ failingSince }) => failingSince)).toEqual([AT.getTime(), null]);
    await calendars().select(ada, { kind: 'google', externalId: 'home' }, false, ACTOR);
    const again = await connect(ada);
    expect(again.calendars.map(({ fault }) => fault)).toEqual([null, null]);
  });

  test('a mail about a revoked connection has the current state, and none is sent after reconnecting', async () => {
    const ada = await insertAccount(database());
    const { id } = await connect(ada);
    await calendars().choose(ada, { kind: 'google', externalId: 'other' }, ACTOR);
    await endCalendar(id);
    const find = (at = AT, of = id) => createCalendarOutages(database()).revoked(of, at);
    const state = { kind: 'google', identity: 'ada@example.com', counts: true, takesBookings: true };
    expect(await find()).toEqual({ ...state, outage: 'block' });
    await calendars().setOutage(ada, 'last_known', ACTOR);
    await calendars().select(ada, { kind: 'google', externalId: 'home' }, false, ACTOR);
    await calendars().chooseNone(ada, ACTOR);
    expect(await find()).toEqual({ ...state, counts: false, takesBookings: false, outage: 'last_known' });
    await connect(ada);
    expect(await find()).toBeUndefined();
    await endCalendar(id, after(1));
    expect([await find(), await find(after(1))]).toEqual([undefined, expect.anything()]);
    for (const far of [0, -1, 2 ** 31]) expect(await find(AT, far)).toBeUndefined();
  });

  test('the owner of a selected calendar that has not answered for a day is notified once', async () => {
    const ada = await insertAccount(database());
    const [home, other] = (await connect(ada)).calendars;
    const fail = (hours: number, of = home) =>
      sync().saveFailure(of?.id ?? 0, 'it cannot be reached', after(hours));
    const notified = () => recipients('calendar.silent', `calendar:${home?.id}`);
    const find = (hours: number) =>
      createCalendarOutages(database()).unresponsive(home?.id ?? 0, after(hours));
    await fail(0);
    await fail(23.9);
    expect(await notified()).toEqual([]);
    await Promise.all([fail(24), fail(24), fail(24)]);
    await fail(30);
    expect(await notified()).toEqual([ada]);
    const state = { kind: 'google', counts: true, takesBookings: false, outage: 'block' };
    const outage = { name: 'Home', fault: 'it cannot be reached', since: AT };
    expect(await find(24)).toEqual({ ...state, ...outage });
    await sync().saveAnswer(home?.id ?? 0, { spans: [] }, after(31));
    expect(await find(24)).toBeUndefined();
    await fail(32);
    await fail(56);
    expect(await notified()).toEqual([ada, ada]);
    await fail(0, other);
    await fail(48, other);
    expect(await recipients('calendar.silent', `calendar:${other?.id}`)).toEqual([]);
  });

  test('administrators are notified of a revoked app of their team, users of their own', async () => {
    const [ada, ben, cleo] = [
      await insertAccount(database()),
      await insertAccount(database()),
      await insertAccount(database()),
    ];
    const teamId = await insertMembership(database(), ada, { organization: false, accepted: true });
    const members = database()('membership');
    await members.clone().where({ team_id: teamId }).update({ role: 'owner', agreed: true });
    const joins = { team_id: teamId, account_id: ben, accepted: true, agreed: true };
    await members.clone().insert({ ...joins, role: 'member' });
    await members.clone().insert({ ...joins, account_id: cleo, role: 'admin', agreed: false });
    const [ofTeam, ofBen] = [await connectApp({ teamId }, ada), await connectApp({ accountId: ben }, ben)];
    const ends = await Promise.all([endApp(ofTeam), endApp(ofTeam), endApp(ofBen)]);
    expect(ends.filter(Boolean)).toHaveLength(2);
    const notified = (id: number) => recipients('conferencing.ended', `conferencing_app:${id}`);
    expect([await notified(ofTeam), await notified(ofBen)]).toEqual([[ada], [ben]]);
    const find = (id: number, at = AT) => createRevokedApps(database()).find(id, at);
    expect(await find(ofTeam)).toEqual({ app: 'zoom', team: 'Analytical Society' });
    expect(await find(ofBen)).toEqual({ app: 'zoom' });
    await connectApp({ accountId: ben }, ben);
    for (const id of [ofBen, 0, 2 ** 31]) expect(await find(id)).toBeUndefined();
    expect(await find(ofTeam, after(1))).toBeUndefined();
  });

  test('disconnecting enqueues the revocation of the sealed tokens', async () => {
    const ada = await insertAccount(database());
    const { id } = await connect(ada, { sealedAccess: 'sealed-tokens' });
    await calendars().disconnect(ada, { kind: 'google', id }, ACTOR);
    expect(await calendars().disconnect(ada, { kind: 'google', id }, ACTOR)).toBeUndefined();
    const [job, ...others] = await revocations(ada);
    expect([job, others]).toMatchObject([
      { payload: { provider: 'google', sealed: 'sealed-tokens' }, party: 'provider:google' },
      [],
    ]);
    const days = (Date.parse(job?.payload['until'] ?? '') - Date.now()) / (24 * HOUR);
    expect(Math.round(days)).toBe(7);
  });

  test('nothing is revoked at providers without revocation, or for connections that are already revoked', async () => {
    const ada = await insertAccount(database());
    for (const kind of ['ics', 'apple', 'office365'] as const) {
      const { id } = await connect(ada, { kind });
      await calendars().disconnect(ada, { kind, id }, ACTOR);
    }
    const { id } = await connect(ada);
    await endCalendar(id);
    await calendars().disconnect(ada, { kind: 'google', id }, ACTOR);
    for (const app of ['jitsi', 'office365-video'] as const) {
      await connectApp({ accountId: ada }, ada, app);
      await apps().disconnect({ accountId: ada }, app, ACTOR);
    }
    expect(await revocations(ada)).toEqual([]);
  });

  test('the tokens of an app are revoked when it is disconnected, and when its team is deleted', async () => {
    const ada = await insertAccount(database());
    const teamId = await insertMembership(database(), ada, { organization: false, accepted: true });
    for (const app of ['zoom', 'google-meet'] as const) await connectApp({ teamId }, ada, app);
    expect(await apps().disconnect({ teamId }, 'zoom', ACTOR)).toBe('disconnected');
    expect(await apps().disconnect({ teamId }, 'zoom', ACTOR)).toBe('not_connected');
    await createTeamStore(database()).remove({ teamId }, ACTOR);
    const jobs = await revocations(ada);
    expect(jobs.map(({ payload }) => payload['provider'])).toEqual(['zoom', 'google']);
  });

  test('a consent is in use by connections with the same identity, or with an unknown one', async () => {
    const [ada, ben] = [await insertAccount(database()), await insertAccount(database())];
    const identity = `${ada}@example.com`;
    const isUsed = (more: object, provider: 'google' | 'zoom' = 'google') =>
      createConsentStore(database()).isUsed({ provider, accountId: ada, ...more });
    const all = async () => [await isUsed({ identity }), await isUsed({ identity: 'x' }), await isUsed({})];
    expect(await all()).toEqual([false, false, false]);
    const { id } = await connect(ben, { identity });
    expect(await all()).toEqual([true, false, false]);
    await endCalendar(id);
    expect(await all()).toEqual([false, false, false]);
    await connect(ada, { identity: 'another@example.com' });
    expect(await all()).toEqual([false, false, true]);
    await connectApp({ accountId: ben }, ben, 'google-meet');
    expect(await all()).toEqual([false, false, true]);
    await connectApp({ accountId: ada }, ada, 'google-meet');
    expect(await all()).toEqual([true, true, true]);
    expect(await isUsed({}, 'zoom')).toBe(false);
    await connectApp({ accountId: ada }, ada);
    expect(await isUsed({}, 'zoom')).toBe(true);
  });
});
