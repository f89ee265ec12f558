/* The stores of calendars: queries filter by owner, choices survive, and which events count. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { loadTimes } from '../../../../adapters/knex/calendars/busy-times.js';
import { planRefreshes } from '../../../../adapters/knex/calendars/calendar-jobs.js';
import { createCalendarSync } from '../../../../adapters/knex/calendars/calendar-sync.js';
import { createCalendarStore } from '../../../../adapters/knex/calendars/calendars.js';
import { writePlacements } from '../../../../adapters/knex/bookings/booking-writes.js';
import type {
  ConnectionWithCalendars,
  ProviderCalendar,
} from '../../../../src/scheduling/calendars/calendar.js';
import type { NewConnection } from '../../../../src/scheduling/calendars/store.js';
import { backendName } from '../../../support/backend.js';
import { booking, HOUR, createHostedEventType, START } from '../bookings/booking-samples.js';
import { onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, unique, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';

const calendar = (externalId: string, change: Partial<ProviderCalendar> = {}): ProviderCalendar => ({
  externalId,
  name: externalId,
  primary: false,
  readOnly: false,
  ...change,
});
const HOME = calendar('home', { primary: true });

const connection = (change: Partial<NewConnection> = {}): NewConnection => ({
  kind: 'apple',
  identity: 'ada@example.com',
  sealedAccess: 'sealed',
  calendars: [HOME, calendar('work'), calendar('holidays', { readOnly: true })],
  ...change,
});

describe(`the stores of calendars on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createCalendarStore(database());
  const sync = () => createCalendarSync(database());

  async function connect(
    accountId: number,
    change: Partial<NewConnection> = {},
  ): Promise<ConnectionWithCalendars> {
    const result = await store().connect(accountId, connection(change), ACTOR);
    if (result === undefined) throw new Error('not connected');
    return result;
  }
  const choices = async (accountId: number) => {
    const personal = await store().list(accountId);
    const all = personal?.connections.flatMap(({ calendars }) => calendars) ?? [];
    return {
      names: all.map(({ name }) => name),
      selected: all.filter(({ selected }) => selected).map(({ name }) => name),
      destination: all.find(({ id }) => id === personal?.destinationId)?.name,
    };
  };
  const busyOf = async (hostId: number, now = START) =>
    (
      await loadTimes(database(), {
        eventTypeId: 0,
        hostIds: [hostId],
        from: new Date(START - 24 * HOUR),
        until: new Date(START + 24 * HOUR),
        now: new Date(now),
        exceptBookingUid: '',
        exceptHolders: [],
        exceptHoldUid: '',
      })
    ).busy.map(({ time: { from, until } }) => [from - START, until - START]);
  const span = (uid: string | null = null) => ({ from: START, until: START + HOUR, uid });

  test('the primary calendar and feeds are selected at first; connecting again does not change the selection', async () => {
    const ada = await insertAccount(database());
    await connect(ada);
    expect(await choices(ada)).toMatchObject({ selected: ['home'], destination: undefined });
    await store().select(ada, { kind: 'apple', externalId: 'work' }, true, ACTOR);
    await store().choose(ada, { kind: 'apple', externalId: 'work' }, ACTOR);
    const again = await connect(ada, {
      calendars: [HOME, calendar('work', { name: 'Job' }), calendar('new')],
    });
    expect(again.calendars.map(({ name }) => name)).toEqual(['home', 'Job', 'new']);
    expect(await choices(ada)).toMatchObject({ selected: ['home', 'Job'], destination: 'Job' });
    await connect(ada, { kind: 'ics', identity: 'feeds', calendars: [calendar('feed')] });
    expect((await choices(ada)).selected).toContain('feed');
    expect((await store().list(ada))?.connections).toHaveLength(2);
  });

  test('a read-only calendar cannot be the destination, and a disconnected one no longer is', async () => {
    const ada = await insertAccount(database());
    const { id } = await connect(ada);
    expect(await store().choose(ada, { kind: 'apple', externalId: 'holidays' }, ACTOR)).toBe('read_only');
    expect(await store().choose(ada, { kind: 'apple', externalId: 'none' }, ACTOR)).toBeUndefined();
    await store().choose(ada, { kind: 'apple', externalId: 'home' }, ACTOR);
    await store().disconnect(ada, { kind: 'apple', id }, ACTOR);
    expect(await store().list(ada)).toMatchObject({ connections: [], destinationId: null });
  });

  test('calendars of other accounts are not found, also for ids beyond the range of the column', async () => {
    const [ada, grace] = [await insertAccount(database()), await insertAccount(database())];
    const { id } = await connect(ada);
    for (const accountId of [grace, 0, -1, 2_000_000_000, 2 ** 31]) {
      expect(await store().disconnect(accountId, { kind: 'apple', id }, ACTOR)).toBeUndefined();
      expect(
        await store().select(accountId, { kind: 'apple', externalId: 'home' }, false, ACTOR),
      ).toBeUndefined();
      expect(await store().choose(accountId, { kind: 'apple', externalId: 'home' }, ACTOR)).toBeUndefined();
    }
    expect(await store().disconnect(ada, { kind: 'google', id }, ACTOR)).toBeUndefined();
    expect(await store().disconnect(ada, { kind: 'apple', id: 2 ** 40 }, ACTOR)).toBeUndefined();
    expect(await store().connect(2_000_000_000, connection(), ACTOR)).toBeUndefined();
    expect((await choices(ada)).selected).toEqual(['home']);
  });

  test.each(UNSTORABLE_TEXTS)('text that cannot be stored is refused: %#', async (text) => {
    const ada = await insertAccount(database());
    await expect(connect(ada, { identity: text })).rejects.toMatchObject({ status: 400 });
    expect(await store().select(ada, { kind: 'apple', externalId: text }, true, ACTOR)).toBeUndefined();
  });

  test('an event whose uid cannot be stored still counts as busy', async () => {
    const ada = await insertAccount(database());
    const [home] = (await connect(ada)).calendars;
    await sync().saveAnswer(home?.id ?? 0, { spans: [span('a\0b')] }, new Date());
    expect(await busyOf(ada)).toEqual([[0, HOUR]]);
  });

  test('events of selected calendars make the host busy, as they were last read', async () => {
    const ada = await insertAccount(database());
    const [home, job] = (await connect(ada)).calendars;
    await sync().saveAnswer(home?.id ?? 0, { spans: [span(), span()] }, new Date());
    await sync().saveAnswer(home?.id ?? 0, { spans: [span()] }, new Date());
    await sync().saveAnswer(job?.id ?? 0, { spans: [span()] }, new Date());
    expect(await busyOf(ada)).toEqual([[0, HOUR]]);
    await sync().saveAnswer(home?.id ?? 0, undefined, new Date());
    expect(await busyOf(ada)).toEqual([[0, HOUR]]);
    await store().select(ada, { kind: 'apple', externalId: 'home' }, false, ACTOR);
    expect(await busyOf(ada)).toEqual([]);
  });

  test('the event of an own booking does not count twice; an event of a booking of another host counts', async () => {
    const { hostId, eventTypeId } = await createHostedEventType(database());
    const [grace, icsUid] = [await insertAccount(database()), unique()];
    const own = booking({ hostId, eventTypeId }, { icsUid });
    await database().transaction((trx) => writePlacements(trx, [{ kind: 'booking', booking: own }], ACTOR));
    await database()('booking').where({ ics_uid: icsUid }).update({ status: 'cancelled' });
    for (const accountId of [hostId, grace]) {
      const [home] = (await connect(accountId)).calendars;
      await sync().saveAnswer(home?.id ?? 0, { spans: [span(icsUid)] }, new Date());
    }
    expect(await busyOf(hostId)).toEqual([]);
    expect(await busyOf(grace)).toEqual([[0, HOUR]]);
  });

  test('after an hour without an answer the outage choice of the owner applies', async () => {
    const ada = await insertAccount(database());
    const [home] = (await connect(ada)).calendars;
    await sync().saveAnswer(home?.id ?? 0, { spans: [span()] }, new Date(START));
    await sync().saveFailure(home?.id ?? 0, 'it cannot be reached', new Date(START));
    await sync().saveFailure(home?.id ?? 0, 'it cannot be reached', new Date(START + HOUR));
    expect(await busyOf(ada, START + HOUR)).toEqual([[0, HOUR]]);
    expect(await busyOf(ada, START + HOUR + 1)).toContainEqual([-24 * HOUR, 24 * HOUR]);
    await store().setOutage(ada, 'last_known', ACTOR);
    expect(await busyOf(ada, START + HOUR + 1)).toEqual([[0, HOUR]]);
    await store().setOutage(ada, 'block', ACTOR);
    await sync().saveAnswer(home?.id ?? 0, undefined, new Date(START + HOUR));
    expect(await busyOf(ada, START + HOUR + 1)).toEqual([[0, HOUR]]);
  });

  test('a reading that began earlier changes nothing that a later one has found', async () => {
    const ada = await insertAccount(database());
    const [home] = (await connect(ada)).calendars;
    const [failed, answered] = [sync().saveFailure, sync().saveAnswer];
    const faultNow = async () =>
      (
        await database()('calendar')
          .where({ id: home?.id ?? 0 })
          .first<{ readonly fault: string | null }>()
      ).fault;
    await failed(home?.id ?? 0, 'it cannot be reached', new Date(START + HOUR));
    await answered(home?.id ?? 0, { spans: [span()] }, new Date(START));
    expect(await faultNow()).toBe('it cannot be reached');
    await answered(home?.id ?? 0, { spans: [span()] }, new Date(START + 2 * HOUR));
    expect(await faultNow()).toBeNull();
    await failed(home?.id ?? 0, 'it cannot be reached', new Date(START + HOUR));
    expect(await faultNow()).toBeNull();
  });

  test('a due calendar is planned once by any number of replicas', async () => {
    const ada = await insertAccount(database());
    const [home] = (await connect(ada)).calendars;
    const jobs = async () => {
      const rows = await database()('job').where({ kind: 'calendar', lane: `calendar:${home?.id}` });
      return rows.length;
    };
    const before = await jobs();
    await planRefreshes(database());
    expect(await jobs()).toBe(before);
    await database()('calendar')
      .where({ id: home?.id })
      .update({ refresh_at: new Date(0) });
    await Promise.all([1, 2, 3].map(() => planRefreshes(database())));
    expect(await jobs()).toBe(before + 1);
  });

  test('each change writes one audit entry with its actor and without credentials', async () => {
    const ada = await insertAccount(database());
    const { id } = await connect(ada, { sealedAccess: 'sealed-and-secret' });
    await store().select(ada, { kind: 'apple', externalId: 'home' }, true, ACTOR);
    await store().select(ada, { kind: 'apple', externalId: 'home' }, false, ACTOR);
    await store().choose(ada, { kind: 'apple', externalId: 'home' }, ACTOR);
    await store().chooseNone(ada, ACTOR);
    await store().disconnect(ada, { kind: 'apple', id }, ACTOR);
    const all = await createAuditLog(database()).list(undefined, 10_000);
    const own = all.filter(
      ({ action, facts, subject }) =>
        action.startsWith('calendar.') && (facts['accountId'] === ada || subject === `account:${ada}`),
    );
    expect(own.map(({ action }) => action)).toEqual([
      'calendar.connected',
      'calendar.deselected',
      'calendar.destination_set',
      'calendar.destination_unset',
      'calendar.disconnected',
    ]);
    expect(own[0]).toMatchObject(ACTOR);
    expect(JSON.stringify(all)).not.toContain('sealed-and-secret');
  });
});
