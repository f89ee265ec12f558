/* The stores of slots and slot reservations: hosts, busy times, and one reservation for each slot. */
import { writePlacements } from '../../../../adapters/knex/bookings/booking-writes.js';
import type { Database } from '../../../../adapters/knex/connection.js';
import { createEventTypeStore } from '../../../../adapters/knex/event-types/event-types.js';
import { createScheduleStore } from '../../../../adapters/knex/schedules/schedules.js';
import { createSlotHoldStore, sweepSlotHolds } from '../../../../adapters/knex/slots/slot-holds.js';
import { createSlotStore } from '../../../../adapters/knex/slots/slots.js';
import type { NewBooking } from '../../../../src/scheduling/bookings/store.js';
import type { NewEventType } from '../../../../src/scheduling/event-types/rules.js';
import { newTerms } from '../../../../src/scheduling/event-types/rules.js';
import type { Span } from '../../../../src/scheduling/slots/slot.js';
import type { Bookable, HoldOrder, SlotHold } from '../../../../src/scheduling/slots/store.js';
import { backendName } from '../../../support/backend.js';
import { insertMembership, onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2030, 0, 1);
const NINE = Date.UTC(2030, 5, 3, 9);
const DAY_OF_NINE: Span = { from: NINE - 9 * HOUR, until: NINE + 15 * HOUR };
const FAR = [0, -1, 2_000_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER];

const hour = (start: number): Span => ({ from: start, until: start + HOUR });

describe(`the stores of slots on ${backendName}`, () => {
  const database = onDatabase();
  const slots = () => createSlotStore(database());
  const holds = () => createSlotHoldStore(database());

  interface EventTypeFixture {
    readonly ownerId: number;
    readonly username: string;
    readonly slug: string;
    readonly eventTypeId: number;
    readonly bookable: Bookable;
  }

  async function createFixture(
    change: Partial<NewEventType> = {},
    owner?: number,
  ): Promise<EventTypeFixture> {
    const ownerId = owner ?? (await insertAccount(database()));
    const slug = `intro-${unique()
      .toLowerCase()
      .replaceAll(/[^a-z\d]/g, '')}`;
    const terms = newTerms({ title: 'Intro call', slug, lengthInMinutes: 60, ...change });
    const created = await createEventTypeStore(database()).create(ownerId, { terms, most: 200 }, ACTOR);
    if (typeof created !== 'object') throw new Error(`not created: ${created}`);
    const { id: eventTypeId } = created.eventType;
    const bookable = await slots().find({ kind: 'id', eventTypeId });
    if (bookable === undefined) throw new Error('the event type is missing');
    return { ownerId, username: created.owner.username, slug, eventTypeId, bookable };
  }

  const disable = (ownerId: number) =>
    database()('account')
      .where({ id: ownerId })
      .update({ disabled_at: new Date(NOW) });

  async function booked(
    fixture: EventTypeFixture,
    start: number,
    change: Partial<NewBooking> = {},
  ): Promise<string> {
    const uid = unique();
    const booking: NewBooking = {
      uid,
      eventTypeId: fixture.eventTypeId,
      title: 'Intro call',
      description: '',
      status: 'accepted',
      start,
      end: start + HOUR,
      busy: hour(start),
      hostIds: [fixture.ownerId],
      location: null,
      responses: {},
      metadata: {},
      guests: [],
      icsUid: uid,
      icsSequence: 0,
      recurringUid: null,
      seats: null,
      rescheduledFromUid: null,
      reschedulingReason: null,
      changedByEmail: null,
      attendees: [
        {
          name: 'Grace Hopper',
          email: 'grace@example.net',
          timeZone: 'UTC',
          language: 'en',
          phoneNumber: null,
          seatUid: null,
          responses: null,
          metadata: null,
        },
      ],
      ...change,
    };
    await database().transaction((trx: Database) =>
      writePlacements(trx, [{ kind: 'booking', booking }], ACTOR),
    );
    return uid;
  }

  const facts = (
    { bookable }: Pick<EventTypeFixture, 'bookable'>,
    change: Partial<{ range: Span; exceptBookingUid: string }> = {},
  ) => slots().facts({ bookable, range: DAY_OF_NINE, now: NOW, ...change });

  const onlyHost = async (fixture: EventTypeFixture, change: Parameters<typeof facts>[1] = {}) => {
    const { hosts } = await facts(fixture, change);
    const [host] = hosts;
    if (host === undefined || hosts.length > 1) throw new Error('there is not one host');
    return host;
  };

  const order = (
    { bookable, eventTypeId }: EventTypeFixture,
    change: Partial<HoldOrder & SlotHold> = {},
  ): HoldOrder => {
    const { holders = [unique()], most = 20, now = NOW, start = NINE, uid = unique() } = change;
    const { end = start + HOUR, until = now + 5 * MINUTE } = change;
    return { bookable, hold: { uid, eventTypeId, start, end, until }, holders, most, now };
  };

  const SLOT = { start: NINE, end: NINE + HOUR, accountIds: [] };
  const anyTime = () => SLOT;
  const held = async (
    fixture: EventTypeFixture,
    change: Parameters<typeof order>[1] = {},
  ): Promise<SlotHold> => {
    const created = await holds().hold(order(fixture, change), anyTime);
    if ('kind' in created) throw new Error(`not held: ${created.kind}`);
    return created;
  };

  describe('a bookable event type', () => {
    test('is found by its id and by its owner and slug, hidden or not', async () => {
      const fixture = await createFixture({ hidden: true });
      const name = { kind: 'personal', owner: fixture.username, eventTypeSlug: fixture.slug } as const;
      expect(fixture.bookable).toMatchObject({
        hostIds: [fixture.ownerId],
        need: 'all',
        eventType: { id: fixture.eventTypeId },
      });
      expect(await slots().find(name)).toEqual(fixture.bookable);
      expect(await slots().find({ ...name, kind: 'team' })).toBeUndefined();
      expect(await slots().find({ ...name, eventTypeSlug: 'other' })).toBeUndefined();
      for (const eventTypeId of FAR) expect(await slots().find({ kind: 'id', eventTypeId })).toBeUndefined();
      for (const text of UNSTORABLE_TEXTS) {
        expect(await slots().find({ ...name, owner: text })).toBeUndefined();
        expect(await slots().find({ ...name, eventTypeSlug: text })).toBeUndefined();
        expect(await slots().find({ ...name, organizationSlug: text })).toBeUndefined();
      }
    });

    test('is found in an organization if its owner has joined it', async () => {
      const [fixture, invited] = [await createFixture(), await createFixture()];
      const teamId = await insertMembership(database(), fixture.ownerId, {
        organization: true,
        accepted: true,
      });
      const [{ slug: organizationSlug }] = (await database()('team')
        .where({ id: teamId })
        .select('slug')) as [{ slug: string }];
      await database()('membership').insert({ team_id: teamId, account_id: invited.ownerId, role: 'member' });
      const named = ({ username: owner, slug: eventTypeSlug }: EventTypeFixture) =>
        slots().find({ kind: 'personal', owner, eventTypeSlug, organizationSlug });
      expect(await named(fixture)).toEqual(fixture.bookable);
      expect(await named(invited)).toBeUndefined();
      expect(await slots().people([invited.username, fixture.username], organizationSlug)).toEqual([
        fixture.ownerId,
      ]);
    });

    test('of a team is found by the slug of the team, and has no hosts yet', async () => {
      const fixture = await createFixture();
      const id = await insertMembership(database(), fixture.ownerId, { organization: false, accepted: true });
      const [team] = (await database()('team').where({ id }).select('slug')) as [{ slug: string }];
      await database()('event_type')
        .where({ id: fixture.eventTypeId })
        .update({ owner_id: null, team_id: id });
      const name = { kind: 'team', owner: team.slug, eventTypeSlug: fixture.slug } as const;
      expect(await slots().find(name)).toMatchObject({ eventType: { id: fixture.eventTypeId }, hostIds: [] });
      expect(await slots().find({ ...name, organizationSlug: 'other' })).toBeUndefined();
    });

    test('is not found when its owner is disabled', async () => {
      const fixture = await createFixture();
      await disable(fixture.ownerId);
      expect(await slots().find({ kind: 'id', eventTypeId: fixture.eventTypeId })).toBeUndefined();
      expect(
        await slots().find({ kind: 'personal', owner: fixture.username, eventTypeSlug: fixture.slug }),
      ).toBeUndefined();
      expect(await slots().people([fixture.username])).toEqual([]);
      expect((await facts(fixture)).hosts).toEqual([]);
    });

    test('users are found by their usernames in order, without unknown ones', async () => {
      const [a, b] = [await createFixture(), await createFixture()];
      expect(await slots().people([b.username, 'nobody', 'x\0y', a.username])).toEqual([
        b.ownerId,
        a.ownerId,
      ]);
    });

    test('two users share a team when both have accepted', async () => {
      const [one, other] = [await insertAccount(database()), await insertAccount(database())];
      const team_id = await insertMembership(database(), one, { organization: false, accepted: true });
      await database()('membership').insert({ team_id, account_id: other, role: 'member' });
      expect(await slots().share(one, other)).toBe(false);
      const membership = database()('membership');
      await membership.clone().where({ account_id: other }).update({ accepted: true });
      expect(await slots().share(one, other)).toBe(false);
      await membership.clone().update({ agreed: true }).where({ team_id });
      expect([await slots().share(one, other), await slots().share(other, one)]).toEqual([true, true]);
    });
  });

  describe('the facts about a bookable time', () => {
    test('contain the hours of the event type if the host owns them, else the default', async () => {
      const [fixture, other] = [await createFixture(), await createFixture()];
      const hours = {
        timeZone: 'Asia/Tokyo',
        availability: [],
        overrides: [{ date: '2030-06-03', startTime: '09:00', endTime: '10:00' }],
      };
      const schedule = { name: 'Odd', isDefault: false, ...hours };
      const created = await createScheduleStore(database()).create(fixture.ownerId, schedule, ACTOR);
      const using = (bookable: Bookable): Pick<EventTypeFixture, 'bookable'> => ({
        bookable: { ...bookable, eventType: { ...bookable.eventType, scheduleId: created?.id ?? 0 } },
      });
      expect((await facts(using(fixture.bookable))).hosts[0]?.hours).toEqual(hours);
      const usual = {
        timeZone: 'UTC',
        availability: [expect.objectContaining({ startTime: '09:00' })],
        overrides: [],
      };
      expect((await facts(fixture)).hosts[0]?.hours).toEqual(usual);
      expect((await facts(using(other.bookable))).hosts[0]?.hours).toEqual(usual);
    });

    test('contain bookings that occupy the time, with their buffers', async () => {
      const fixture = await createFixture({ beforeEventBuffer: 15 });
      const busy = { from: NINE - 15 * MINUTE, until: NINE + HOUR };
      const uid = await booked(fixture, NINE, { busy });
      const own = { from: NINE, until: NINE + HOUR, uid, eventTypeId: fixture.eventTypeId };
      expect((await onlyHost(fixture)).busy).toEqual([{ ...busy, booking: own }]);
      expect((await onlyHost(fixture, { exceptBookingUid: uid })).busy).toEqual([]);
      for (const status of ['cancelled', 'rejected']) {
        await database()('booking').where({ uid }).update({ status });
        expect((await onlyHost(fixture)).busy).toEqual([]);
      }
    });

    test('contain pending bookings, unless the event type ignores them', async () => {
      const fixture = await createFixture();
      const patient = await createFixture(
        { confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true } },
        fixture.ownerId,
      );
      const open = await createFixture(
        { confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: false } },
        fixture.ownerId,
      );
      const [one, two] = [
        await booked(fixture, NINE, { status: 'pending' }),
        await booked(patient, NINE + HOUR, { status: 'pending' }),
      ];
      await booked(open, NINE + 2 * HOUR, { status: 'pending' });
      const three = await booked(open, NINE + 3 * HOUR);
      const uids = (await onlyHost(fixture)).busy.map(({ booking }) => booking?.uid);
      expect(uids.toSorted()).toEqual([one, two, three].toSorted());
    });

    test('contain the number of taken seats', async () => {
      const seats = { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true };
      const fixture = await createFixture({ seats });
      await booked(fixture, NINE, { seats: 3 });
      expect((await onlyHost(fixture)).busy[0]?.booking).toMatchObject({ seats: 3, seatsTaken: 1 });
    });

    test('cover the periods of limits and a rolling window', async () => {
      const inMay = NINE - 30 * DAY;
      const fixture = await createFixture();
      await booked(fixture, inMay);
      await booked(fixture, NINE - 150 * DAY);
      const count = async (eventType: Partial<Bookable['eventType']>): Promise<number> => {
        const bookable = { ...fixture.bookable, eventType: { ...fixture.bookable.eventType, ...eventType } };
        return (await onlyHost({ ...fixture, bookable })).busy.length;
      };
      expect(await count({})).toBe(0);
      expect(await count({ bookingLimitsCount: { week: 1 } })).toBe(0);
      expect(await count({ bookingLimitsCount: { month: 1 } })).toBe(1);
      expect(await count({ bookingLimitsDuration: { year: 60 } })).toBe(2);
      expect(await count({ bookingWindow: { type: 'calendarDays', value: 3, rolling: true } })).toBe(2);
      expect(await count({ bookingWindow: { type: 'calendarDays', value: 3, rolling: false } })).toBe(0);
    });

    test('contain the limits of the host while they belong to an organization', async () => {
      const fixture = await createFixture();
      await database()('account')
        .where({ id: fixture.ownerId })
        .update({ booking_limits: JSON.stringify({ perYear: 4 }) });
      await booked(fixture, NINE - 100 * DAY);
      expect(await onlyHost(fixture)).toMatchObject({ limits: {}, busy: [] });
      await insertMembership(database(), fixture.ownerId, { organization: true, accepted: true });
      expect(await onlyHost(fixture)).toMatchObject({ limits: { perYear: 4 }, busy: [expect.anything()] });
    });

    test('contain absences that overlap the range', async () => {
      const fixture = await createFixture();
      const [inside, before] = [
        { from: NINE, until: NINE + HOUR },
        { from: NINE - 30 * DAY, until: NINE - 29 * DAY },
      ];
      for (const { from, until } of [inside, before])
        await database()('out_of_office').insert({
          uuid: crypto.randomUUID(),
          account_id: fixture.ownerId,
          starts_at: new Date(from),
          ends_at: new Date(until),
        });
      expect((await onlyHost(fixture)).away).toEqual([inside]);
    });

    test('contain valid reservations of the event type, and others of its host as busy times', async () => {
      const fixture = await createFixture();
      const other = await createFixture({ beforeEventBuffer: 10, afterEventBuffer: 20 }, fixture.ownerId);
      await held(fixture);
      await held(other, { start: NINE + 2 * HOUR });
      await held(fixture, { start: NINE + 4 * HOUR, until: NOW });
      const found = await facts(fixture);
      expect(found.held).toEqual([hour(NINE)]);
      expect(found.hosts[0]?.busy).toEqual([
        { from: NINE + 2 * HOUR - 10 * MINUTE, until: NINE + 3 * HOUR + 20 * MINUTE },
      ]);
    });

    test('contain several hosts in the requested order', async () => {
      const [a, b, c] = [await createFixture(), await createFixture(), await createFixture()];
      const hostIds = [c.ownerId, a.ownerId, b.ownerId];
      await booked(a, NINE);
      await disable(b.ownerId);
      const { hosts } = await facts({ bookable: { ...a.bookable, hostIds } });
      expect(hosts.map(({ accountId, busy }) => [accountId, busy.length])).toEqual([
        [c.ownerId, 0],
        [a.ownerId, 1],
      ]);
    });
  });

  describe('a slot reservation', () => {
    const unlessHeld: Parameters<ReturnType<typeof holds>['hold']>[1] = (found) => {
      if (found.held.length > 0) throw new Error('held');
      return SLOT;
    };

    test('is found by its uid until it expires, and can be released once', async () => {
      const fixture = await createFixture();
      const created = await held(fixture);
      expect(await holds().find(created.uid, NOW)).toEqual(created);
      expect(await holds().find(created.uid, created.until)).toBeUndefined();
      expect(await holds().release(created.uid, created.until)).toBe(false);
      expect([await holds().release(created.uid, NOW), await holds().release(created.uid, NOW)]).toEqual([
        true,
        false,
      ]);
      for (const text of UNSTORABLE_TEXTS) {
        expect(await holds().find(text, NOW)).toBeUndefined();
        expect(await holds().release(text, NOW)).toBe(false);
      }
    });

    test('is created once for ten parallel ones of one slot', async () => {
      const fixture = await createFixture();
      const attempts = Array.from({ length: 10 }, () => holds().hold(order(fixture), unlessHeld));
      const answers = await Promise.allSettled(attempts);
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await facts(fixture)).held).toEqual([hour(NINE)]);
    });

    test('is created once for ten parallel ones on two event types of one host', async () => {
      const fixture = await createFixture();
      const other = await createFixture({}, fixture.ownerId);
      const unlessBusy: typeof unlessHeld = (found) => {
        if (found.hosts[0]?.busy.length !== 0) throw new Error('busy');
        return unlessHeld(found);
      };
      const attempts = Array.from({ length: 10 }, (_, at) =>
        holds().hold(order(at % 2 ? fixture : other), unlessBusy),
      );
      const answers = await Promise.allSettled(attempts);
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    test('is not stored when it is refused', async () => {
      const fixture = await createFixture();
      const refuse = () => {
        throw new Error('no');
      };
      await expect(holds().hold(order(fixture), refuse)).rejects.toThrow('no');
      expect((await facts(fixture)).held).toEqual([]);
    });

    test('is refused above the maximum of its holder, also in parallel and under an older key', async () => {
      const fixture = await createFixture();
      const [newest, older] = [unique(), unique()];
      await held(fixture, { holders: [older], start: NINE - 9 * HOUR, until: NOW + 7_000 });
      await held(fixture, { holders: [older], start: NINE - 8 * HOUR, until: NOW });
      const attempts = Array.from({ length: 6 }, (_, at) =>
        holds().hold(order(fixture, { holders: [newest, older], most: 3, start: NINE + at * HOUR }), anyTime),
      );
      const answers = await Promise.all(attempts);
      expect(answers.filter((answer) => 'uid' in answer)).toHaveLength(2);
      const refused = answers.filter((answer) => 'kind' in answer);
      expect(refused).toEqual(Array(4).fill({ kind: 'too_many', until: NOW + 7_000 }));
      expect((await facts(fixture)).held).toHaveLength(3);
    });

    test('is moved and prolonged, and does not conflict with itself', async () => {
      const fixture = await createFixture();
      const created = await held(fixture);
      const {
        holders: _holders,
        most: _most,
        ...moved
      } = order(fixture, {
        uid: created.uid,
        start: NINE + 30 * MINUTE,
        until: NOW + HOUR,
      });
      expect(await holds().change(moved, unlessHeld)).toEqual(moved.hold);
      expect(await holds().find(created.uid, NOW)).toEqual(moved.hold);
      await held(fixture, { start: NINE + 5 * HOUR });
      await expect(holds().change(moved, unlessHeld)).rejects.toThrow('held');
      const late = { ...moved, now: moved.hold.until };
      expect(await holds().change(late, anyTime)).toBeUndefined();
      expect(
        await holds().change({ ...moved, hold: { ...moved.hold, uid: unique() } }, anyTime),
      ).toBeUndefined();
    });

    test('is deleted with its event type, and none is created on a deleted one', async () => {
      const fixture = await createFixture();
      const created = await held(fixture);
      await createEventTypeStore(database()).remove(fixture.ownerId, fixture.eventTypeId, ACTOR);
      expect(await holds().find(created.uid, NOW)).toBeUndefined();
      expect(await holds().hold(order(fixture), anyTime)).toEqual({ kind: 'gone' });
    });

    test('stores its holder as the given hash', async () => {
      const fixture = await createFixture();
      const [newest, older] = [unique(), unique()];
      const { uid } = await held(fixture, { holders: [newest, older] });
      expect(await database()('slot_hold').where({ uid }).select('holder')).toEqual([{ holder: newest }]);
    });

    test('is deleted some time after it expired', async () => {
      const fixture = await createFixture();
      const ago = Date.now() - 2 * MINUTE;
      const old = await held(fixture, { now: ago - HOUR, until: ago });
      const live = await held(fixture, { now: Date.now() });
      await sweepSlotHolds(database());
      const left = await database()('slot_hold').whereIn('uid', [old.uid, live.uid]).select('uid');
      expect(left).toEqual([{ uid: live.uid }]);
    });
  });
});
