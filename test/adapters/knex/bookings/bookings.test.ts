/* What every BookingStore promises: it asks on what stands, writes what is said, and nobody else comes in between. */
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
import { attendee, booking, HOUR, makeGroup, NOW, order, type Group, START } from './booking-samples.js';
import { onDatabase, somebody } from '../../../contracts/on-database.js';
import { ACTOR, ODD_TEXTS, UNSTORABLE_TEXTS, unique } from '../../../contracts/samples.js';

describe(`the store of bookings on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createBookingStore(database());

  const place = () => makeGroup(database());

  const write = (placements: readonly Placement[], here: Group, change: Partial<BookOrder> = {}) =>
    store().book(order(here, change), () => placements, ACTOR);
  const placedIn = (outcome: BookOutcome) => {
    if (outcome.kind !== 'booked') throw new Error(`not booked: ${outcome.kind}`);
    return outcome.placed;
  };
  async function booked(here: Group, change: Partial<NewBooking> = {}): Promise<Booking> {
    const [placed] = placedIn(await write([{ kind: 'booking', booking: booking(here, change) }], here));
    if (placed === undefined) throw new Error('nothing was placed');
    return placed.booking;
  }
  const found = async (uid: string, { hostId }: Group) => (await store().find(uid, hostId))[0];

  test('keeps a booking with its hosts and attendees', async () => {
    const here = await place();
    const input = booking(here, {
      location: { type: 'link', value: 'https://meet.example/' },
      responses: { notes: 'Hello.', list: ['a', 1, true] },
      metadata: { crm: 1 },
      guests: ['alan@example.net'],
      attendees: [attendee({ phoneNumber: '+12125550100' }), attendee({ name: 'Alan', language: 'pt' })],
    });
    const [placed] = placedIn(await write([{ kind: 'booking', booking: input }], here));
    const { busy: _busy, hostIds: _hostIds, attendees, ...kept } = input;
    expect(placed?.seatUid).toBeNull();
    expect(placed?.booking).toMatchObject(kept);
    expect(placed?.booking).toMatchObject({
      eventType: { id: here.eventTypeId, slug: 'intro' },
      hosts: [{ id: here.hostId, name: 'Ada Lovelace' }],
      attendees: attendees.map((one) => ({ ...one, absent: false })),
      discloses: { hostEmail: true, attendees: false },
      rescheduledToUid: null,
      absentHost: false,
    });
    expect(await found(input.uid, here)).toEqual(placed?.booking);
  });

  test.each(ODD_TEXTS)('gives texts back as they were: %#', async (text) => {
    const here = await place();
    const made = await booked(here, {
      title: text,
      responses: { [text]: text },
      attendees: [attendee({ name: text })],
    });
    expect(made).toMatchObject({ title: text, responses: { [text]: text }, attendees: [{ name: text }] });
  });

  test.each(UNSTORABLE_TEXTS)('refuses text that cannot be kept: %#', async (text) => {
    const here = await place();
    await expect(booked(here, { title: text })).rejects.toMatchObject({ status: 400 });
    await expect(store().find(text, here.hostId)).resolves.toEqual([]);
    await expect(store().findBySeat(text, here.hostId)).resolves.toBeUndefined();
    await expect(store().change({ uid: text }, () => [], ACTOR)).resolves.toBeUndefined();
  });

  test('shows the planner what stands, and lets one of many have a time', async () => {
    const here = await place();
    const seen: number[] = [];
    const one = () =>
      store().book(
        order(here),
        ({ hosts }) => {
          seen.push(hosts[0]?.busy.length ?? -1);
          return hosts[0]?.busy.length === 0 ? [{ kind: 'booking', booking: booking(here) }] : [];
        },
        ACTOR,
      );
    const outcomes = await Promise.all(Array.from({ length: 8 }, one));
    expect(outcomes.flatMap(placedIn)).toHaveLength(1);
    expect(seen.sort()).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
  });

  test('writes nothing at all when the planner throws, or anything fails', async () => {
    const here = await place();
    const links = createPrivateLinkStore(database());
    const link = { id: unique(), expiresAt: null, maxUses: 2, most: 9 };
    const owned = { accountId: here.hostId, eventTypeId: here.eventTypeId };
    await links.create(owned, link, ACTOR);
    const change = { privateLinkId: link.id };
    const refusal = new Error('no');
    const refusing = () => {
      throw refusal;
    };
    await expect(store().book(order(here, change), refusing, ACTOR)).rejects.toBe(refusal);
    const twin = booking(here);
    const twins: readonly Placement[] = [
      { kind: 'booking', booking: twin },
      { kind: 'booking', booking: twin },
    ];
    await expect(write(twins, here, change)).rejects.toThrow();
    expect(await store().find(twin.uid, here.hostId)).toEqual([]);
    expect((await links.find(owned, link.id))?.uses).toBe(0);
  });

  test('tells when the event type or a host is gone, or the link does not open', async () => {
    const here = await place();
    const nothing: readonly Placement[] = [];
    expect(await write(nothing, here, { eventTypeId: 999_999 })).toEqual({ kind: 'gone' });
    expect(await write(nothing, here, { hostIds: [here.hostId, 999_999] })).toEqual({ kind: 'gone' });
    expect(await write(nothing, here, { privateLinkId: 'none' })).toEqual({
      kind: 'link_refused',
      reason: 'unknown',
    });
  });

  test('counts what the booker has ahead', async () => {
    const [here, elsewhere] = [await place(), await place()];
    const next = await booked(here, { start: START });
    await booked(here, { start: START + 9 * HOUR, status: 'pending' });
    await booked(here, { start: NOW - HOUR });
    await booked(here, { start: START, attendees: [attendee({ email: 'other@example.net' })] });
    await booked(elsewhere, { start: START });
    const cancelled = await booked(here, { start: START + 5 * HOUR });
    await store().change({ uid: cancelled.uid }, ({ bookings }) => bookings.map(cancellation), ACTOR);
    let active: unknown;
    const look = order(here, { bookerEmail: 'GRACE@example.net' });
    await store().book(look, (facts) => ((active = facts.active), []), ACTOR);
    expect(active).toEqual({ count: 2, nextUid: next.uid });
  });

  const cancellation = ({ uid }: Pick<Booking, 'uid'>) =>
    ({ uid, done: 'cancelled', set: { status: 'cancelled', reason: 'Rain.' } }) as const;

  test('changes what it is told to, and counts it for calendars', async () => {
    const here = await place();
    const made = await booked(here);
    const changed = await store().change(
      { uid: made.uid },
      ({ bookings }) => bookings.map(cancellation),
      ACTOR,
    );
    expect(changed).toEqual([
      {
        ...made,
        status: 'cancelled',
        reason: 'Rain.',
        icsSequence: 1,
        updatedAt: changed?.[0]?.updatedAt,
      },
    ]);
    expect(await found(made.uid, here)).toEqual(changed?.[0]);
  });

  test('selects one, what follows it, or a whole recurrence', async () => {
    const here = await place();
    const recurringUid = unique();
    const DAYS = [3, 1, 2];
    const made = await Promise.all(
      DAYS.map((day) => booked(here, { recurringUid, start: START + day * 24 * HOUR })),
    );
    await booked(here);
    const [third, first, second] = made.map(({ uid }) => uid);
    const selected = async (uid: string | undefined, following?: boolean): Promise<readonly string[]> => {
      let uids: readonly string[] = [];
      const selection = { uid: uid ?? '', ...(following === undefined ? {} : { following }) };
      await store().change(selection, ({ bookings }) => ((uids = bookings.map((one) => one.uid)), []), ACTOR);
      return uids;
    };
    expect(await selected(second)).toEqual([second]);
    expect(await selected(second, true)).toEqual([second, third]);
    expect(await selected(recurringUid)).toEqual([first, second, third]);
    expect((await store().find(recurringUid, here.hostId)).map(({ uid }) => uid)).toEqual([
      first,
      second,
      third,
    ]);
    expect(await store().change({ uid: 'none' }, () => [], ACTOR)).toBeUndefined();
  });

  test('moves: the old time is free for the new one, and both are written or none', async () => {
    const here = await place();
    const old = await booked(here);
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
            to: { kind: 'booking', booking: booking(here, { uid, rescheduledFromUid: old.uid }) },
          };
        },
        ACTOR,
      );
    await expect(move(old.uid)).rejects.toThrow();
    expect(await found(old.uid, here)).toEqual(old);
    const uid = unique();
    expect(await move(uid)).toMatchObject({ booking: { uid, rescheduledFromUid: old.uid } });
    expect(await found(old.uid, here)).toMatchObject({ status: 'cancelled', rescheduledToUid: uid });
  });

  test('fills, frees and hands over seats', async () => {
    const here = await place();
    const [one, two] = [unique(), unique()];
    const seated = await booked(here, { seats: 2, attendees: [attendee({ seatUid: one })] });
    const seat: Placement = { kind: 'seat', bookingUid: seated.uid, attendee: attendee({ seatUid: two }) };
    const [placed] = placedIn(await write([seat], here));
    expect(placed?.seatUid).toBe(two);
    expect(placed?.booking.attendees.map(({ seatUid }) => seatUid)).toEqual([one, two]);
    expect((await store().findBySeat(two, here.hostId))?.uid).toBe(seated.uid);
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
    expect(await store().findBySeat(two, here.hostId)).toBeUndefined();
  });

  test('shows a booking to its hosts and to attendees with a proven address, and to nobody else', async () => {
    const here = await place();
    const email = `${unique()}@example.org`.toLowerCase();
    const reader = await somebody(database(), { email: email.toUpperCase() });
    const { uid } = await booked(here, { attendees: [attendee({ email })] });
    expect(await store().find(uid, reader)).toEqual([]);
    expect(await store().findUser(reader)).toMatchObject({ id: reader, emailVerified: false });
    await database()('account').where({ id: reader }).update({ email_verified_at: new Date() });
    expect(await store().find(uid, reader)).toHaveLength(1);
    expect(await store().findUser(reader)).toMatchObject({ emailVerified: true });
    await database()('account').where({ id: reader }).update({ disabled_at: new Date() });
    expect(await store().find(uid, reader)).toEqual([]);
    expect(await store().findUser(reader)).toBeUndefined();
    expect(await store().find(uid, 2 ** 31)).toEqual([]);
  });

  test('uses up the own hold, and leaves those of others', async () => {
    const here = await place();
    const hold = (holder: string) => ({
      uid: unique(),
      event_type_id: here.eventTypeId,
      starts_at: new Date(START),
      ends_at: new Date(START + HOUR),
      expires_at: new Date(NOW + HOUR),
      holder,
    });
    const [mine, named, other] = [hold('me'), hold('somebody'), hold('somebody')];
    await database()('slot_hold').insert([mine, named, other]);
    const ownHolds = { holders: ['me', 'me under an old key'], uid: named.uid };
    let held: readonly unknown[] = [];
    const placement: Placement = { kind: 'booking', booking: booking(here) };
    await store().book(order(here, { ownHolds }), (facts) => ((held = facts.held), [placement]), ACTOR);
    expect(held).toHaveLength(1);
    expect(await database()('slot_hold').where({ event_type_id: here.eventTypeId }).pluck('uid')).toEqual([
      other.uid,
    ]);
  });

  test('writes what happened into the audit log, without the uid', async () => {
    const here = await place();
    const made = await booked(here);
    await store().change({ uid: made.uid }, ({ bookings }) => bookings.map(cancellation), ACTOR);
    const entries = (await createAuditLog(database()).list(undefined, 10_000)).filter(
      ({ subject }) => subject === `booking:${made.id}`,
    );
    expect(entries.map(({ action }) => action)).toEqual(['booking.created', 'booking.cancelled']);
    expect(entries[0]).toMatchObject({
      ...ACTOR,
      facts: { eventTypeId: here.eventTypeId, status: 'accepted' },
    });
    expect(JSON.stringify(entries)).not.toContain(made.uid);
  });

  describe('a repeated reply', () => {
    const idempotencyKey = (key: string, change: Partial<NewIdempotencyKey> = {}): NewIdempotencyKey => ({
      keyHashes: [key, `${key} under an old key`],
      requestHash: 'request',
      isSameRequest: (hash) => hash === 'request',
      expiresAt: NOW + HOUR,
      sealReply: (placed) => `sealed ${placed.length}`,
      ...change,
    });
    const REPEATED = { kind: 'repeated', reply: 'sealed 1' };
    const take = (here: Group, idempotencyKey: NewIdempotencyKey, now = NOW) =>
      write([{ kind: 'booking', booking: booking(here) }], here, { idempotencyKey, now });

    test('is the reply to the first request, also for parallel requests', async () => {
      const [here, key] = [await place(), unique()];
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => take(here, idempotencyKey(key))));
      expect(outcomes.filter(({ kind }) => kind === 'booked')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind !== 'booked')).toEqual(Array(4).fill(REPEATED));
      expect(await store().findEarlier(idempotencyKey(key), NOW)).toEqual(REPEATED);
      expect(await store().findEarlier(idempotencyKey(unique()), NOW)).toBeUndefined();
    });

    test('is refused to another request with the same key', async () => {
      const [here, key] = [await place(), unique()];
      await take(here, idempotencyKey(key));
      const other = idempotencyKey(key, { isSameRequest: () => false });
      expect(await take(here, other)).toEqual({ kind: 'key_used_before' });
      expect(await store().findEarlier(other, NOW)).toEqual({ kind: 'key_used_before' });
    });

    test('is found under earlier keys of the key ring', async () => {
      const [here, key] = [await place(), unique()];
      await take(here, idempotencyKey(key));
      expect(await store().findEarlier(idempotencyKey(unique(), { keyHashes: ['newer', key] }), NOW)).toEqual(
        REPEATED,
      );
    });

    test('is not stored for a request that failed', async () => {
      const [here, key] = [await place(), unique()];
      const failing = { idempotencyKey: idempotencyKey(key), privateLinkId: 'none' };
      expect((await write([], here, failing)).kind).toBe('link_refused');
      expect(await store().findEarlier(idempotencyKey(key), NOW)).toBeUndefined();
      expect((await take(here, idempotencyKey(key))).kind).toBe('booked');
    });

    test('expires', async () => {
      const [here, key] = [await place(), unique()];
      await take(here, idempotencyKey(key));
      expect(await store().findEarlier(idempotencyKey(key), NOW + HOUR)).toBeUndefined();
      expect((await take(here, idempotencyKey(key), NOW + HOUR)).kind).toBe('booked');
      await take(here, idempotencyKey(`${key} past`, { expiresAt: Date.now() - HOUR }));
      await sweepReplies(database());
      const rows = database()('idempotent_answer').where('key_hash', 'like', `${key}%`);
      expect(await rows.pluck('key_hash')).toEqual([key]);
    });
  });
});
