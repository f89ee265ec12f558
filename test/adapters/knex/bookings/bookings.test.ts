/* The store of bookings: it passes the current facts to the planner and writes its plan, without a concurrent change. */
import { createAuditLog } from '../../../../adapters/knex/events/audit.js';
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import { sweepReplies } from '../../../../adapters/knex/bookings/idempotency-keys.js';
import { createPrivateLinkStore } from '../../../../adapters/knex/event-types/private-links.js';
import type { Booking } from '../../../../src/scheduling/bookings/booking.js';
import type { NewIdempotencyKey } from '../../../../src/scheduling/bookings/creation/idempotency-key-store.js';
import type {
  BookOrder,
  BookOutcome,
  NewBooking,
  Placement,
} from '../../../../src/scheduling/bookings/store.js';
import { backendName } from '../../../support/backend.js';
import {
  attendee,
  booking,
  HOUR,
  createHostedEventType,
  NOW,
  order,
  type HostedEventType,
  START,
} from './booking-samples.js';
import { onDatabase, insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, ODD_TEXTS, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

describe(`the store of bookings on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createBookingStore(database());

  const createHosted = () => createHostedEventType(database());

  const write = (
    placements: readonly Placement[],
    hosted: HostedEventType,
    change: Partial<BookOrder> = {},
  ) => store().book(order(hosted, change), () => placements, ACTOR);
  const placedIn = (outcome: BookOutcome) => {
    if (outcome.kind !== 'booked') throw new Error(`not booked: ${outcome.kind}`);
    return outcome.placed;
  };
  async function booked(hosted: HostedEventType, change: Partial<NewBooking> = {}): Promise<Booking> {
    const [placed] = placedIn(await write([{ kind: 'booking', booking: booking(hosted, change) }], hosted));
    if (placed === undefined) throw new Error('nothing was placed');
    return placed.booking;
  }
  const result = async (uid: string, { hostId }: HostedEventType) => {
    const [{ asHost: _, ...booking } = {}] = await store().find(uid, { viewerId: hostId });
    return booking;
  };

  test('stores a booking with its hosts and attendees', async () => {
    const hosted = await createHosted();
    const input = booking(hosted, {
      location: { type: 'link', value: 'https://meet.example/' },
      responses: { notes: 'Hello.', list: ['a', 1, true] },
      metadata: { crm: 1 },
      guests: ['alan@example.net'],
      attendees: [attendee({ phoneNumber: '+12125550100' }), attendee({ name: 'Alan', language: 'pt' })],
    });
    const [placed] = placedIn(await write([{ kind: 'booking', booking: input }], hosted));
    const { busy: _busy, hostIds: _hostIds, attendees, ...stored } = input;
    expect(placed?.seatUid).toBeNull();
    expect(placed?.booking).toMatchObject(stored);
    expect(placed?.booking).toMatchObject({
      eventType: { id: hosted.eventTypeId, slug: 'intro' },
      hosts: [{ id: hosted.hostId, name: 'Ada Lovelace' }],
      attendees: attendees.map((one) => ({ ...one, absent: false })),
      discloses: { hostEmail: true, attendees: false },
      rescheduledToUid: null,
      absentHost: false,
    });
    expect(await result(input.uid, hosted)).toEqual(placed?.booking);
  });

  test.each(ODD_TEXTS)('stores texts unchanged: %#', async (text) => {
    const hosted = await createHosted();
    const created = await booked(hosted, {
      title: text,
      responses: { [text]: text },
      attendees: [attendee({ name: text })],
    });
    expect(created).toMatchObject({ title: text, responses: { [text]: text }, attendees: [{ name: text }] });
  });

  test.each(UNSTORABLE_TEXTS)('refuses text that cannot be stored: %#', async (text) => {
    const hosted = await createHosted();
    await expect(booked(hosted, { title: text })).rejects.toMatchObject({ status: 400 });
    await expect(store().find(text, { viewerId: hosted.hostId })).resolves.toEqual([]);
    await expect(store().findBySeat(text, { viewerId: hosted.hostId })).resolves.toBeUndefined();
    await expect(store().change({ uid: text }, () => [], ACTOR)).resolves.toBeUndefined();
  });

  test('passes the current facts to the planner, and books a time once', async () => {
    const hosted = await createHosted();
    const seen: number[] = [];
    const one = () =>
      store().book(
        order(hosted),
        ({ hosts }) => {
          seen.push(hosts[0]?.busy.length ?? -1);
          return hosts[0]?.busy.length === 0 ? [{ kind: 'booking', booking: booking(hosted) }] : [];
        },
        ACTOR,
      );
    const outcomes = await Promise.all(Array.from({ length: 8 }, one));
    expect(outcomes.flatMap(placedIn)).toHaveLength(1);
    expect(seen.sort()).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
  });

  test('writes nothing when the planner throws, or anything fails', async () => {
    const hosted = await createHosted();
    const links = createPrivateLinkStore(database());
    const link = { id: unique(), expiresAt: null, maxUses: 2, most: 9 };
    const owned = { accountId: hosted.hostId, eventTypeId: hosted.eventTypeId };
    await links.create(owned, link, ACTOR);
    const change = { privateLinkId: link.id };
    const refusal = new Error('no');
    const refusing = () => {
      throw refusal;
    };
    await expect(store().book(order(hosted, change), refusing, ACTOR)).rejects.toBe(refusal);
    const twin = booking(hosted);
    const twins: readonly Placement[] = [
      { kind: 'booking', booking: twin },
      { kind: 'booking', booking: twin },
    ];
    await expect(write(twins, hosted, change)).rejects.toThrow();
    expect(await store().find(twin.uid, { viewerId: hosted.hostId })).toEqual([]);
    expect((await links.find(owned, link.id))?.uses).toBe(0);
  });

  test('reports a deleted event type or host, and an unusable link', async () => {
    const hosted = await createHosted();
    const nothing: readonly Placement[] = [];
    expect(await write(nothing, hosted, { eventTypeId: 999_999 })).toEqual({ kind: 'gone' });
    expect(await write(nothing, hosted, { hostIds: [hosted.hostId, 999_999] })).toEqual({ kind: 'gone' });
    expect(await write(nothing, hosted, { privateLinkId: 'none' })).toEqual({
      kind: 'link_refused',
      reason: 'unknown',
    });
  });

  const limitActiveBookings = ({ eventTypeId }: HostedEventType) => {
    const limit = { bookerActiveBookingsLimit: { maximumActiveBookings: 9, offerReschedule: true } };
    const settings = database().raw('settings || cast(? as jsonb)', [JSON.stringify(limit)]);
    return database()('event_type').where({ id: eventTypeId }).update({ settings });
  };

  test('counts the upcoming bookings of the booker, where they are limited', async () => {
    const [hosted, otherHosted] = [await createHosted(), await createHosted()];
    const next = await booked(hosted, { start: START });
    await booked(hosted, { start: START + 9 * HOUR, status: 'pending' });
    await booked(hosted, { start: NOW - HOUR });
    await booked(hosted, { start: START, attendees: [attendee({ email: 'other@example.net' })] });
    await booked(otherHosted, { start: START });
    const cancelled = await booked(hosted, { start: START + 5 * HOUR });
    await store().change({ uid: cancelled.uid }, ({ bookings }) => bookings.map(cancellation), ACTOR);
    const look = order(hosted, { bookerEmail: 'GRACE@example.net' });
    const active = async () => {
      let seen: unknown;
      await store().book(look, (facts) => ((seen = facts.active), []), ACTOR);
      return seen;
    };
    expect(await active()).toEqual({ count: 0 });
    await limitActiveBookings(hosted);
    expect(await active()).toEqual({ count: 2, nextUid: next.uid });
  });

  const cancellation = ({ uid }: Pick<Booking, 'uid'>) =>
    ({ uid, done: 'cancelled', set: { status: 'cancelled', reason: 'Rain.' } }) as const;

  test('changes the named members, and raises the sequence for calendars', async () => {
    const hosted = await createHosted();
    const created = await booked(hosted);
    const changed = await store().change(
      { uid: created.uid },
      ({ bookings }) => bookings.map(cancellation),
      ACTOR,
    );
    expect(changed).toEqual([
      {
        ...created,
        status: 'cancelled',
        reason: 'Rain.',
        icsSequence: 1,
        updatedAt: changed?.[0]?.updatedAt,
      },
    ]);
    expect(await result(created.uid, hosted)).toEqual(changed?.[0]);
  });

  test('selects one booking, the following ones, or a whole recurrence', async () => {
    const hosted = await createHosted();
    const recurringUid = unique();
    const DAYS = [3, 1, 2];
    const created = await Promise.all(
      DAYS.map((day) => booked(hosted, { recurringUid, start: START + day * 24 * HOUR })),
    );
    await booked(hosted);
    const [third, first, second] = created.map(({ uid }) => uid);
    const selected = async (uid: string | undefined, following?: boolean): Promise<readonly string[]> => {
      let uids: readonly string[] = [];
      const selection = { uid: uid ?? '', ...(following === undefined ? {} : { following }) };
      await store().change(selection, ({ bookings }) => ((uids = bookings.map((one) => one.uid)), []), ACTOR);
      return uids;
    };
    expect(await selected(second)).toEqual([second]);
    expect(await selected(second, true)).toEqual([second, third]);
    expect(await selected(recurringUid)).toEqual([first, second, third]);
    expect((await store().find(recurringUid, { viewerId: hosted.hostId })).map(({ uid }) => uid)).toEqual([
      first,
      second,
      third,
    ]);
    expect(await store().change({ uid: 'none' }, () => [], ACTOR)).toBeUndefined();
  });

  test('reschedules: the old time is free for the new booking, and both are written or none', async () => {
    const hosted = await createHosted();
    const old = await booked(hosted);
    const move = (uid: string) =>
      store().move(
        { uid: old.uid, range: { from: START, until: START + HOUR }, now: NOW, ownHolds: { holders: [] } },
        (facts) => {
          expect(facts.hosts[0]?.busy).toEqual([]);
          expect(facts.booking).toEqual(old);
          return {
            change: {
              uid: old.uid,
              done: 'rescheduled',
              set: { status: 'cancelled', rescheduledToUid: uid },
            },
            to: { kind: 'booking', booking: booking(hosted, { uid, rescheduledFromUid: old.uid }) },
          };
        },
        ACTOR,
      );
    await expect(move(old.uid)).rejects.toThrow();
    expect(await result(old.uid, hosted)).toEqual(old);
    const uid = unique();
    expect(await move(uid)).toMatchObject({ booking: { uid, rescheduledFromUid: old.uid } });
    expect(await result(old.uid, hosted)).toMatchObject({ status: 'cancelled', rescheduledToUid: uid });
  });

  test('assigns, frees and moves seats', async () => {
    const hosted = await createHosted();
    const [one, two] = [unique(), unique()];
    const seated = await booked(hosted, { seats: 2, attendees: [attendee({ seatUid: one })] });
    const seat: Placement = { kind: 'seat', bookingUid: seated.uid, attendee: attendee({ seatUid: two }) };
    const [placed] = placedIn(await write([seat], hosted));
    expect(placed?.seatUid).toBe(two);
    expect(placed?.booking.attendees.map(({ seatUid }) => seatUid)).toEqual([one, two]);
    expect((await store().findBySeat(two, { viewerId: hosted.hostId }))?.uid).toBe(seated.uid);
    const change = (rest: object) =>
      store().change(
        { uid: seated.uid },
        () => [{ uid: seated.uid, done: 'seat_moved', set: {}, ...rest }],
        ACTOR,
      );
    expect((await change({ freeSeat: one }))?.[0]?.attendees.map(({ seatUid }) => seatUid)).toEqual([two]);
    expect((await change({ handOverSeats: true }))?.[0]?.attendees.map(({ seatUid }) => seatUid)).toEqual([
      null,
    ]);
    expect(await store().findBySeat(two, { viewerId: hosted.hostId })).toBeUndefined();
  });

  test('finds a booking for its hosts and for attendees with a verified address only', async () => {
    const hosted = await createHosted();
    const email = `${unique()}@example.org`.toLowerCase();
    const reader = await insertAccount(database(), { email: email.toUpperCase() });
    const { uid } = await booked(hosted, { attendees: [attendee({ email })] });
    expect(await store().find(uid, { viewerId: reader })).toEqual([]);
    expect(await store().findUser(reader)).toMatchObject({ id: reader, emailVerified: false });
    await database()('account').where({ id: reader }).update({ email_verified_at: new Date() });
    expect(await store().find(uid, { viewerId: reader })).toHaveLength(1);
    expect(await store().findUser(reader)).toMatchObject({ emailVerified: true });
    await database()('account').where({ id: reader }).update({ disabled_at: new Date() });
    expect(await store().find(uid, { viewerId: reader })).toEqual([]);
    expect(await store().findUser(reader)).toBeUndefined();
    expect(await store().find(uid, { viewerId: 2 ** 31 })).toEqual([]);
  });

  test('deletes the slot reservation of the caller, and no others', async () => {
    const hosted = await createHosted();
    const hold = (holder: string) => ({
      uid: unique(),
      event_type_id: hosted.eventTypeId,
      starts_at: new Date(START),
      ends_at: new Date(START + HOUR),
      expires_at: new Date(NOW + HOUR),
      holder,
    });
    const [mine, named, other] = [hold('me'), hold('somebody'), hold('somebody')];
    await database()('slot_hold').insert([mine, named, other]);
    const ownHolds = { holders: ['me', 'me under an old key'], uid: named.uid };
    let held: readonly unknown[] = [];
    const placement: Placement = { kind: 'booking', booking: booking(hosted) };
    await store().book(order(hosted, { ownHolds }), (facts) => ((held = facts.held), [placement]), ACTOR);
    expect(held).toHaveLength(1);
    expect(await database()('slot_hold').where({ event_type_id: hosted.eventTypeId }).pluck('uid')).toEqual([
      other.uid,
    ]);
  });

  test('writes an audit entry without the uid', async () => {
    const hosted = await createHosted();
    const created = await booked(hosted);
    await store().change({ uid: created.uid }, ({ bookings }) => bookings.map(cancellation), ACTOR);
    const entries = (await createAuditLog(database()).list(undefined, 10_000)).filter(
      ({ subject }) => subject === `booking:${created.id}`,
    );
    expect(entries.map(({ action }) => action)).toEqual(['booking.created', 'booking.cancelled']);
    expect(entries[0]).toMatchObject({
      ...ACTOR,
      facts: { eventTypeId: hosted.eventTypeId, status: 'accepted' },
    });
    expect(JSON.stringify(entries)).not.toContain(created.uid);
  });

  describe('an idempotent reply', () => {
    const idempotencyKey = (key: string, change: Partial<NewIdempotencyKey> = {}): NewIdempotencyKey => ({
      keyHashes: [key, `${key} under an old key`],
      requestHash: 'request',
      isSameRequest: (hash) => hash === 'request',
      expiresAt: NOW + HOUR,
      sealReply: (placed) => `sealed ${placed.length}`,
      ...change,
    });
    const REPEATED = { kind: 'repeated', reply: 'sealed 1' };
    const take = (hosted: HostedEventType, idempotencyKey: NewIdempotencyKey, now = NOW) =>
      write([{ kind: 'booking', booking: booking(hosted) }], hosted, { idempotencyKey, now });

    test('is the reply to the first request, also for parallel requests', async () => {
      const [hosted, key] = [await createHosted(), unique()];
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => take(hosted, idempotencyKey(key))));
      expect(outcomes.filter(({ kind }) => kind === 'booked')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind !== 'booked')).toEqual(Array(4).fill(REPEATED));
      expect(await store().findEarlier(idempotencyKey(key), NOW)).toEqual(REPEATED);
      expect(await store().findEarlier(idempotencyKey(unique()), NOW)).toBeUndefined();
    });

    test('is refused to another request with the same key', async () => {
      const [hosted, key] = [await createHosted(), unique()];
      await take(hosted, idempotencyKey(key));
      const other = idempotencyKey(key, { isSameRequest: () => false });
      expect(await take(hosted, other)).toEqual({ kind: 'key_used_before' });
      expect(await store().findEarlier(other, NOW)).toEqual({ kind: 'key_used_before' });
    });

    test('is found under earlier keys of the key ring', async () => {
      const [hosted, key] = [await createHosted(), unique()];
      await take(hosted, idempotencyKey(key));
      expect(await store().findEarlier(idempotencyKey(unique(), { keyHashes: ['newer', key] }), NOW)).toEqual(
        REPEATED,
      );
    });

    test('is not stored for a request that failed', async () => {
      const [hosted, key] = [await createHosted(), unique()];
      const failing = { idempotencyKey: idempotencyKey(key), privateLinkId: 'none' };
      expect((await write([], hosted, failing)).kind).toBe('link_refused');
      expect(await store().findEarlier(idempotencyKey(key), NOW)).toBeUndefined();
      expect((await take(hosted, idempotencyKey(key))).kind).toBe('booked');
    });

    test('expires', async () => {
      const [hosted, key] = [await createHosted(), unique()];
      await take(hosted, idempotencyKey(key));
      expect(await store().findEarlier(idempotencyKey(key), NOW + HOUR)).toBeUndefined();
      expect((await take(hosted, idempotencyKey(key), NOW + HOUR)).kind).toBe('booked');
      await take(hosted, idempotencyKey(`${key} past`, { expiresAt: Date.now() - HOUR }));
      await sweepReplies(database());
      const rows = database()('idempotent_answer').where('key_hash', 'like', `${key}%`);
      expect(await rows.pluck('key_hash')).toEqual([key]);
    });
  });
});
