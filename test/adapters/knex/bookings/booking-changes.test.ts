/* What hosts change of bookings, on every database: what is written, who is told, and that one of many wins. */
import { createBookingRecords } from '../../../../adapters/knex/bookings/booking-records.js';
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import type { Booking } from '../../../../src/scheduling/bookings/booking.js';
import type { BookingMail } from '../../../../src/scheduling/bookings/notifications/mail-store.js';
import type { BookingChange, NewBooking } from '../../../../src/scheduling/bookings/store.js';
import { backendName } from '../../../support/backend.js';
import { attendee, booking, HOUR, makeGroup, NOW, order, type Group, START } from './booking-samples.js';
import { onDatabase, somebody } from '../../../contracts/on-database.js';
import { ACTOR, ODD_TEXTS, unique, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';

describe(`changes of bookings on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createBookingStore(database());
  const place = () => makeGroup(database());

  async function booked(here: Group, change: Partial<NewBooking> = {}): Promise<Booking> {
    const placements = [{ kind: 'booking', booking: booking(here, change) }] as const;
    const outcome = await store().book(order(here), () => placements, ACTOR);
    if (outcome.kind !== 'booked' || outcome.placed[0] === undefined) throw new Error('not booked');
    return outcome.placed[0].booking;
  }
  const change = async ({ uid }: Booking, what: Omit<BookingChange, 'uid'>): Promise<Booking> => {
    const [changed] = (await store().change({ uid }, () => [{ uid, ...what }], ACTOR)) ?? [];
    if (changed === undefined) throw new Error('not changed');
    return changed;
  };
  const letters = async ({ id }: Booking): Promise<readonly BookingMail[]> => {
    const jobs = database()('job').where({ kind: 'booking' }).orderBy(['created_at', 'id']);
    const all = await jobs.pluck<BookingMail[]>('payload');
    return all.filter(({ bookingIds }) => bookingIds.includes(id));
  };
  const news = async (about: Booking): Promise<readonly (readonly [string, object])[]> =>
    (await letters(about)).map((letter) => [letter.about, letter.to]);

  test('are of those that the host has, and nobody else', async () => {
    const [here, elsewhere] = [await place(), await place()];
    const mine = await booked(here);
    const select = (hostId: number) =>
      store().change(
        { uid: mine.uid, hostId },
        ({ bookings }) => (expect(bookings).toEqual([mine]), []),
        ACTOR,
      );
    expect(await select(here.hostId)).toEqual([]);
    expect(await select(elsewhere.hostId)).toBeUndefined();
  });

  test('know which times were given away meanwhile, buffers included', async () => {
    const here = await place();
    const at = (start: number, status: NewBooking['status']) =>
      booked(here, { start, status, busy: { from: start, until: start + 2 * HOUR } });
    const waits = await at(START, 'pending');
    const taken = async () => {
      let uids: readonly string[] = [];
      const selection = { uid: waits.uid, checkTime: true };
      await store().change(selection, (facts) => ((uids = facts.taken), []), ACTOR);
      return uids;
    };
    await at(START + HOUR, 'pending');
    await at(START + 2 * HOUR, 'accepted');
    const elsewhere = await place();
    await booked(elsewhere, { start: START });
    expect(await taken()).toEqual([]);
    const before = await at(START - HOUR, 'accepted');
    expect(await taken()).toEqual([waits.uid]);
    await change(before, { done: 'cancelled', set: { status: 'cancelled' } });
    expect(await taken()).toEqual([]);
    await at(START + HOUR, 'accepted');
    expect(await taken()).toEqual([waits.uid]);
  });

  test.each(ODD_TEXTS)('keep a place as it was said: %#', async (value) => {
    const made = await booked(await place());
    const location = { type: 'attendeeDefined', value };
    expect(await change(made, { done: 'location_changed', set: { location } })).toMatchObject({ location });
  });

  test.each(UNSTORABLE_TEXTS)('refuse what cannot be kept: %#', async (value) => {
    const made = await booked(await place());
    const set = { location: { type: 'attendeeDefined', value } };
    await expect(change(made, { done: 'location_changed', set })).rejects.toMatchObject({ status: 400 });
  });

  test('add attendees and guests, and note who did not come', async () => {
    const made = await booked(await place(), { guests: ['a@example.net'] });
    const addAttendee = attendee({ name: 'Alan', email: 'alan@example.net' });
    const joined = await change(made, { done: 'attendee_added', set: {}, addAttendee });
    expect(joined.attendees).toMatchObject([{ name: 'Grace Hopper' }, { name: 'Alan', absent: false }]);
    const known = { email: 'c"\\d@example.net', name: "D'Arc", timeZone: 'Europe/Lisbon' };
    const addGuests = [{ email: 'b@example.net' }, known];
    const invited = await change(made, { done: 'guests_added', set: {}, addGuests });
    expect(invited.guests).toEqual(['a@example.net', 'b@example.net', known.email]);
    expect(invited.guestDetails).toEqual([known]);
    const [grace, alan] = joined.attendees;
    const absences = [{ id: alan?.id ?? 0, absent: true }];
    const marked = await change(made, { done: 'absence_marked', set: { absentHost: true }, absences });
    expect(marked).toMatchObject({
      absentHost: true,
      attendees: [{ ...grace, absent: false }, { absent: true }],
    });
    const foreign = await booked(await place());
    await change(foreign, { done: 'absence_marked', set: {}, absences });
    expect((await change(made, { done: 'absence_marked', set: {} })).attendees[1]?.absent).toBe(true);
  });

  test('leave jobs that name whom to tell by number, and nobody by name or address', async () => {
    const made = await booked(await place(), { guests: ['alan@example.net'] });
    const [{ hostId, attendeeId }] = [{ hostId: made.hosts[0]?.id, attendeeId: made.attendees[0]?.id }];
    const [host, grace, guest] = [{ host: hostId }, { attendee: attendeeId }, { guest: 0 }];
    expect(await news(made)).toEqual([
      ...[
        ['accepted', host],
        ['accepted', grace],
        ['accepted', guest],
      ],
    ]);
    await change(made, { done: 'guests_added', set: {}, addGuests: [{ email: 'b@example.net' }] });
    expect((await news(made)).slice(3)).toEqual([['invited', { guest: 1 }]]);
    await change(made, {
      done: 'reschedule_requested',
      set: { status: 'cancelled', rescheduleRequested: true },
    });
    expect((await news(made)).slice(4)).toEqual([
      ['reschedule_requested', grace],
      ...[
        ['cancelled', host],
        ['cancelled', guest],
        ['cancelled', { guest: 1 }],
      ],
    ]);
    const atRest = JSON.stringify(await letters(made));
    for (const personal of ['@', 'Grace', 'Intro', made.uid]) expect(atRest).not.toContain(personal);
  });

  test('leave no job when nothing comes of them', async () => {
    const here = await place();
    const made = await booked(here);
    const before = await news(made);
    const twice: BookingChange = { uid: made.uid, done: 'attendee_added', set: {}, addAttendee: attendee() };
    const broken = { ...twice, addAttendee: attendee({ seatUid: 'one seat' }) };
    await expect(store().change({ uid: made.uid }, () => [broken, broken], ACTOR)).rejects.toThrow();
    expect(await news(made)).toEqual(before);
    expect(await store().find(made.uid, here.hostId)).toEqual([made]);
  });

  test('hand a booking over to somebody who might take it', async () => {
    const [here, other] = [await place(), await somebody(database())];
    const made = await booked(here);
    const asked = { uid: made.uid, hostId: here.hostId, candidateIds: [here.hostId, other], now: NOW };
    const handOver = (toId: number, orderChange: Partial<typeof asked> = {}) =>
      store().handOver(
        { ...asked, ...orderChange },
        ({ booking: standing, hosts }) => {
          expect(hosts.map(({ accountId, busy }) => [accountId, busy.length])).toEqual([
            [here.hostId, 1],
            [other, 0],
          ]);
          const hand = { fromId: here.hostId, toId };
          return { uid: standing.uid, done: 'reassigned', set: {}, handOver: hand };
        },
        ACTOR,
      );
    expect(await handOver(other, { candidateIds: [other, 999_999] })).toBe('unbookable');
    expect(await handOver(other, { hostId: other })).toBeUndefined();
    await expect(handOver(999_999)).rejects.toThrow();
    const handed = await handOver(other);
    expect(handed).toMatchObject({ uid: made.uid, hosts: [{ id: other }], icsSequence: 1 });
    expect(await handOver(other)).toBeUndefined();
    expect(await store().find(made.uid, here.hostId)).toEqual([]);
    const told = (await news(made)).slice(2);
    expect(told).toContainEqual(['reassigned', { host: other }]);
    expect(told).toContainEqual(['handed_over', { host: here.hostId }]);
  });

  test('know what other systems keep, for the host alone', async () => {
    const here = await place();
    const made = await booked(here);
    const records = createBookingRecords(database());
    const facts = { type: 'zoom_video', eventUid: unique(), destinationCalendarId: null };
    const added = await records.add(made.uid, { kind: 'reference', facts }, ACTOR);
    expect(added).toEqual({ ...facts, recordId: expect.any(Number) });
    expect(await records.list(made.uid, 'reference', here.hostId)).toEqual([added]);
    expect(await records.list(made.uid, 'session', here.hostId)).toEqual([]);
    expect(await records.list(made.uid, 'reference', await somebody(database()))).toBeUndefined();
    expect(await records.list('none', 'reference', here.hostId)).toBeUndefined();
    expect(await records.add('none', { kind: 'reference', facts }, ACTOR)).toBeUndefined();
    const bad = { kind: 'transcript', facts: { link: '\0' } } as const;
    await expect(records.add(made.uid, bad, ACTOR)).rejects.toMatchObject({ status: 400 });
  });
});
