/* Changes of bookings by hosts: stored values, mails, and concurrent changes. */
import { createBookingRecords } from '../../../../adapters/knex/bookings/booking-records.js';
import { createBookingStore } from '../../../../adapters/knex/bookings/bookings.js';
import type { Booking } from '../../../../src/scheduling/bookings/booking.js';
import type { BookingMail } from '../../../../src/scheduling/bookings/notifications/mail-store.js';
import type { BookingChange, NewBooking } from '../../../../src/scheduling/bookings/store.js';
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
import { ACTOR, ODD_TEXTS, unique, UNSTORABLE_TEXTS } from '../../../contracts/samples.js';

describe(`changes of bookings on ${backendName}`, () => {
  const database = onDatabase();
  const store = () => createBookingStore(database());
  const createHosted = () => createHostedEventType(database());

  async function booked(hosted: HostedEventType, change: Partial<NewBooking> = {}): Promise<Booking> {
    const placements = [{ kind: 'booking', booking: booking(hosted, change) }] as const;
    const outcome = await store().book(order(hosted), () => placements, ACTOR);
    if (outcome.kind !== 'booked' || outcome.placed[0] === undefined) throw new Error('not booked');
    return outcome.placed[0].booking;
  }
  const change = async ({ uid }: Booking, what: Omit<BookingChange, 'uid'>): Promise<Booking> => {
    const [changed] = (await store().change({ uid }, () => [{ uid, ...what }], ACTOR)) ?? [];
    if (changed === undefined) throw new Error('not changed');
    return changed;
  };
  const mails = async ({ id }: Booking): Promise<readonly BookingMail[]> => {
    const jobs = database()('job').where({ kind: 'booking' }).orderBy(['created_at', 'id']);
    const all = await jobs.pluck<BookingMail[]>('payload');
    return all.filter(({ bookingIds }) => bookingIds.includes(id));
  };
  const mailJobs = async (about: Booking): Promise<readonly (readonly [string, object])[]> =>
    (await mails(about)).map((mail) => [mail.about, mail.to]);

  test('are limited to bookings of the host', async () => {
    const [hosted, otherHosted] = [await createHosted(), await createHosted()];
    const mine = await booked(hosted);
    const select = (hostId: number) =>
      store().change(
        { uid: mine.uid, hostId },
        ({ bookings }) => (expect(bookings).toEqual([mine]), []),
        ACTOR,
      );
    expect(await select(hosted.hostId)).toEqual([]);
    expect(await select(otherHosted.hostId)).toBeUndefined();
  });

  test('use the times that were booked in the meantime, buffers included', async () => {
    const hosted = await createHosted();
    const at = (start: number, status: NewBooking['status']) =>
      booked(hosted, { start, status, busy: { from: start, until: start + 2 * HOUR } });
    const waits = await at(START, 'pending');
    const taken = async () => {
      let uids: readonly string[] = [];
      const selection = { uid: waits.uid, checkTime: true };
      await store().change(selection, (facts) => ((uids = facts.taken), []), ACTOR);
      return uids;
    };
    await at(START + HOUR, 'pending');
    await at(START + 2 * HOUR, 'accepted');
    const otherHosted = await createHosted();
    await booked(otherHosted, { start: START });
    expect(await taken()).toEqual([]);
    const before = await at(START - HOUR, 'accepted');
    expect(await taken()).toEqual([waits.uid]);
    await change(before, { done: 'cancelled', set: { status: 'cancelled' } });
    expect(await taken()).toEqual([]);
    await at(START + HOUR, 'accepted');
    expect(await taken()).toEqual([waits.uid]);
  });

  test.each(ODD_TEXTS)('store a location as it was sent: %#', async (value) => {
    const created = await booked(await createHosted());
    const location = { type: 'attendeeDefined', value };
    expect(await change(created, { done: 'location_changed', set: { location } })).toMatchObject({
      location,
    });
  });

  test.each(UNSTORABLE_TEXTS)('refuse text that cannot be stored: %#', async (value) => {
    const created = await booked(await createHosted());
    const set = { location: { type: 'attendeeDefined', value } };
    await expect(change(created, { done: 'location_changed', set })).rejects.toMatchObject({ status: 400 });
  });

  test('add attendees and guests, and mark absences', async () => {
    const created = await booked(await createHosted(), { guests: ['a@example.net'] });
    const addAttendee = attendee({ name: 'Alan', email: 'alan@example.net' });
    const joined = await change(created, { done: 'attendee_added', set: {}, addAttendee });
    expect(joined.attendees).toMatchObject([{ name: 'Grace Hopper' }, { name: 'Alan', absent: false }]);
    const known = { email: 'c"\\d@example.net', name: "D'Arc", timeZone: 'Europe/Lisbon' };
    const addGuests = [{ email: 'b@example.net' }, known];
    const invited = await change(created, { done: 'guests_added', set: {}, addGuests });
    expect(invited.guests).toEqual(['a@example.net', 'b@example.net', known.email]);
    expect(invited.guestDetails).toEqual([known]);
    const [grace, alan] = joined.attendees;
    const absences = [{ id: alan?.id ?? 0, absent: true }];
    const marked = await change(created, { done: 'absence_marked', set: { absentHost: true }, absences });
    expect(marked).toMatchObject({
      absentHost: true,
      attendees: [{ ...grace, absent: false }, { absent: true }],
    });
    const foreign = await booked(await createHosted());
    await change(foreign, { done: 'absence_marked', set: {}, absences });
    expect((await change(created, { done: 'absence_marked', set: {} })).attendees[1]?.absent).toBe(true);
  });

  test('enqueue mails with ids of receivers, without names or addresses', async () => {
    const created = await booked(await createHosted(), { guests: ['alan@example.net'] });
    const [{ hostId, attendeeId }] = [{ hostId: created.hosts[0]?.id, attendeeId: created.attendees[0]?.id }];
    const [host, grace, guest] = [{ host: hostId }, { attendee: attendeeId }, { guest: 0 }];
    expect(await mailJobs(created)).toEqual([
      ...[
        ['accepted', host],
        ['accepted', grace],
        ['accepted', guest],
      ],
    ]);
    await change(created, { done: 'guests_added', set: {}, addGuests: [{ email: 'b@example.net' }] });
    expect((await mailJobs(created)).slice(3)).toEqual([['invited', { guest: 1 }]]);
    await change(created, {
      done: 'reschedule_requested',
      set: { status: 'cancelled', rescheduleRequested: true },
    });
    expect((await mailJobs(created)).slice(4)).toEqual([
      ['reschedule_requested', grace],
      ...[
        ['cancelled', host],
        ['cancelled', guest],
        ['cancelled', { guest: 1 }],
      ],
    ]);
    const atRest = JSON.stringify(await mails(created));
    for (const personal of ['@', 'Grace', 'Intro', created.uid]) expect(atRest).not.toContain(personal);
  });

  test('enqueue no mail when they are rolled back', async () => {
    const hosted = await createHosted();
    const created = await booked(hosted);
    const before = await mailJobs(created);
    const twice: BookingChange = {
      uid: created.uid,
      done: 'attendee_added',
      set: {},
      addAttendee: attendee(),
    };
    const broken = { ...twice, addAttendee: attendee({ seatUid: 'one seat' }) };
    await expect(store().change({ uid: created.uid }, () => [broken, broken], ACTOR)).rejects.toThrow();
    expect(await mailJobs(created)).toEqual(before);
    expect(await store().find(created.uid, { viewerId: hosted.hostId })).toEqual([
      { ...created, asHost: true },
    ]);
  });

  test('reassign a booking to a candidate', async () => {
    const [hosted, other] = [await createHosted(), await insertAccount(database())];
    const created = await booked(hosted);
    const request = {
      uid: created.uid,
      hostId: hosted.hostId,
      candidateIds: [hosted.hostId, other],
      now: NOW,
    };
    const handOver = (toId: number, orderChange: Partial<typeof request> = {}) =>
      store().handOver(
        { ...request, ...orderChange },
        ({ booking: existing, hosts }) => {
          expect(hosts.map(({ accountId, busy }) => [accountId, busy.length])).toEqual([
            [hosted.hostId, 1],
            [other, 0],
          ]);
          const hand = { fromId: hosted.hostId, toId };
          return { uid: existing.uid, done: 'reassigned', set: {}, handOver: hand };
        },
        ACTOR,
      );
    expect(await handOver(other, { candidateIds: [other, 999_999] })).toBe('unbookable');
    expect(await handOver(other, { hostId: other })).toBeUndefined();
    await expect(handOver(999_999)).rejects.toThrow();
    const handed = await handOver(other);
    expect(handed).toMatchObject({ uid: created.uid, hosts: [{ id: other }], icsSequence: 1 });
    expect(await handOver(other)).toBeUndefined();
    expect(await store().find(created.uid, { viewerId: hosted.hostId })).toEqual([]);
    const mails = (await mailJobs(created)).slice(2);
    expect(mails).toContainEqual(['reassigned', { host: other }]);
    expect(mails).toContainEqual(['handed_over', { host: hosted.hostId }]);
  });

  test('return the records of meetings to the host only', async () => {
    const hosted = await createHosted();
    const created = await booked(hosted);
    const records = createBookingRecords(database());
    const facts = { type: 'zoom_video', eventUid: unique(), destinationCalendarId: null };
    const added = await records.add(created.uid, { kind: 'reference', facts }, ACTOR);
    expect(added).toEqual({ ...facts, recordId: expect.any(Number) });
    expect(await records.list(created.uid, 'reference', { viewerId: hosted.hostId })).toEqual([added]);
    expect(await records.list(created.uid, 'session', { viewerId: hosted.hostId })).toEqual([]);
    expect(
      await records.list(created.uid, 'reference', { viewerId: await insertAccount(database()) }),
    ).toBeUndefined();
    expect(await records.list('none', 'reference', { viewerId: hosted.hostId })).toBeUndefined();
    expect(await records.add('none', { kind: 'reference', facts }, ACTOR)).toBeUndefined();
    const bad = { kind: 'transcript', facts: { link: '\0' } } as const;
    await expect(records.add(created.uid, bad, ACTOR)).rejects.toMatchObject({ status: 400 });
  });
});
