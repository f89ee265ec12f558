/* Mails about bookings with a controlled delivery: late, replaced, retried, and as sent. */
import { createKeyRing } from '../../src/keys/key-ring.js';
import { newTerms } from '../../src/scheduling/event-types/rules.js';
import type { Booking } from '../../src/scheduling/bookings/booking.js';
import type { BookingChange, NewBooking } from '../../src/scheduling/bookings/store.js';
import { attendee, booking, HOUR, order } from '../adapters/knex/bookings/booking-samples.js';
import { ACTOR, unique } from '../contracts/samples.js';
import { readCalendarFile } from '../support/calendar-file.js';
import { until } from '../support/until.js';
import { type MailFixture, openMailFixture } from './mail-fixture.js';

let mails: MailFixture;
beforeEach(async () => {
  mails = await openMailFixture();
});
afterEach(() => mails.close());

const MINUTE = 60_000;
const tomorrow = (): number => Math.ceil(Date.now() / HOUR) * HOUR + 24 * HOUR;

async function booked(change: Partial<NewBooking> = {}): Promise<Booking> {
  const { id: hostId } = await mails.account();
  const terms = newTerms({ title: 'Intro call', slug: 'intro', lengthInMinutes: 60 });
  const made = await mails.stores.scheduling.eventTypes.create(hostId, { terms, most: 9 }, ACTOR);
  if (typeof made !== 'object') throw new Error(`not made: ${made}`);
  const here = { hostId, eventTypeId: made.eventType.id };
  const start = change.start ?? tomorrow();
  const placement = { kind: 'booking', booking: booking(here, { start, ...change }) } as const;
  const range = { from: start, until: start + HOUR };
  const outcome = await mails.stores.scheduling.bookings.book(
    order(here, { range }),
    () => [placement],
    ACTOR,
  );
  if (outcome.kind !== 'booked' || outcome.placed[0] === undefined) throw new Error('not booked');
  return outcome.placed[0].booking;
}

const change = ({ uid }: Booking, what: Omit<BookingChange, 'uid'>) =>
  mails.stores.scheduling.bookings.change({ uid }, () => [{ uid, ...what }], ACTOR);
const cancel = (made: Booking) => change(made, { done: 'cancelled', set: { status: 'cancelled' } });

async function deliver(): Promise<void> {
  const delivery = mails.delivery();
  while ((await delivery.runOnce()) > 0);
}
const subjects = (): readonly (string | undefined)[] =>
  mails.smtp.taken.map(({ headers }) => headers.get('subject')?.replace(/: .*/, ''));

const toGrace = (): readonly (string | undefined)[] =>
  mails.smtp.taken
    .filter(({ to }) => to.includes('grace@example.net'))
    .map(({ headers }) => headers.get('subject')?.replace(/: .*/, ''));

describe('mails of one booking to one recipient', () => {
  test('are sent in order: a later one waits while an earlier one is retried', async () => {
    const made = await booked();
    mails.smtp.answerWith('refuse');
    await mails.delivery().runOnce();
    await change(made, { done: 'location_changed', set: { location: { type: 'phone', value: '+351 1' } } });
    mails.smtp.answerWith('take');
    await deliver();
    expect(toGrace()).toEqual([]);
    mails.pass(2 * MINUTE);
    await deliver();
    expect(toGrace()).toEqual(['Confirmed', 'New location']);
  });

  test('of the booking that it was moved to are of the same lane', async () => {
    const made = await booked();
    mails.smtp.answerWith('refuse');
    await mails.delivery().runOnce();
    const start = made.start + 2 * HOUR;
    const here = { hostId: made.hosts[0]?.id ?? 0, eventTypeId: made.eventTypeId ?? 0 };
    const moved = booking(here, { start, icsUid: made.icsUid, rescheduledFromUid: made.uid });
    await mails.stores.scheduling.bookings.move(
      {
        uid: made.uid,
        range: { from: start, until: start + HOUR },
        now: Date.now(),
        ownHolds: { holders: [] },
      },
      () => ({
        change: {
          uid: made.uid,
          done: 'rescheduled',
          set: { status: 'cancelled', rescheduledToUid: moved.uid },
        },
        to: { kind: 'booking', booking: moved },
      }),
      ACTOR,
    );
    mails.smtp.answerWith('take');
    await deliver();
    expect(toGrace()).toEqual([]);
    mails.pass(2 * MINUTE);
    await deliver();
    expect(toGrace()).toEqual(['Moved']);
  });

  test('end with the cancellation, also when it comes while the confirmation is being sent', async () => {
    const made = await booked();
    mails.smtp.answerWith('hesitate');
    const sending = mails.delivery().runOnce();
    await until(() => Promise.resolve(mails.smtp.waiting() === 2));
    await cancel(made);
    expect(await mails.delivery().runOnce()).toBe(0);
    mails.smtp.answerWith('take');
    mails.smtp.goOn();
    await sending;
    await deliver();
    expect(toGrace()).toEqual(['Confirmed', 'Cancelled']);
  });

  test('wait for none to another recipient, and for none of another booking', async () => {
    const [made, other] = [await booked(), await booked({ icsUid: unique(), uid: unique() })];
    expect(made.icsUid).not.toBe(other.icsUid);
    mails.smtp.answerWith('hesitate');
    const sending = mails.delivery().runOnce();
    await until(() => Promise.resolve(mails.smtp.waiting() === 4));
    mails.smtp.answerWith('take');
    mails.smtp.goOn();
    await sending;
    expect(toGrace()).toEqual(['Confirmed', 'Confirmed']);
  });
});

describe('a mail about a booking', () => {
  test('contains the event as text and as a calendar attachment', async () => {
    const made = await booked();
    await deliver();
    const mail = mails.smtp.taken.find(({ to }) => to.includes('grace@example.net'));
    const raw = mail?.raw ?? '';
    expect(raw.match(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/gi)).toHaveLength(2);
    expect(raw).toMatch(/Content-Type: multipart\/alternative/);
    expect(raw).toMatch(/Content-Disposition: attachment; filename=booking\.ics/);
    const encoded = /filename=booking\.ics\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw)?.[1] ?? '';
    const file = Buffer.from(encoded, 'base64').toString();
    expect(readCalendarFile(file)).toMatchObject({ method: 'REQUEST', uid: made.icsUid, sequence: 0 });
  });

  test('is not sent once the meeting is over', async () => {
    await booked({ start: Math.ceil(Date.now() / HOUR) * HOUR });
    mails.pass(3 * HOUR);
    await deliver();
    expect(mails.smtp.brought()).toBe(0);
  });

  test('is not sent when a later change replaced it', async () => {
    await cancel(await booked());
    await deliver();
    expect(subjects()).toEqual(['Cancelled', 'Cancelled']);
  });

  test('is sent to each recipient once, although one of them needs a second attempt', async () => {
    const made = await booked();
    mails.smtp.answerWith('refuse');
    await mails.delivery().runOnce();
    mails.smtp.answerWith('take');
    mails.pass(2 * MINUTE);
    await deliver();
    mails.pass(24 * HOUR - 3 * HOUR);
    await deliver();
    const to = mails.smtp.taken.flatMap((mail) => mail.to);
    expect([...to].sort()).toEqual([made.hosts[0]?.email, 'grace@example.net'].sort());
    expect(new Set(mails.smtp.taken.map(({ headers }) => headers.get('message-id'))).size).toBe(2);
  });

  test('is not sent to a host whose account was disabled meanwhile', async () => {
    const made = await booked();
    await mails.stores.accounts.accounts.setDisabled(made.hosts[0]?.id ?? 0, true, ACTOR);
    await deliver();
    expect(mails.smtp.taken.flatMap(({ to }) => to)).toEqual(['grace@example.net']);
  });

  test('is sent to an attendee who gave up a seat and is not in the booking any more', async () => {
    const [stays, leaves] = [unique(), unique()];
    const alan = attendee({ name: 'Alan Turing', email: 'alan@example.net', seatUid: leaves });
    const made = await booked({ seats: 2, attendees: [attendee({ seatUid: stays }), alan] });
    await deliver();
    const before = mails.smtp.taken.length;
    const keys = createKeyRing(mails.stores.secretKeys);
    const { name, email, timeZone } = alan;
    const leaver = keys.seal(JSON.stringify({ name, email, timeZone }));
    await change(made, { done: 'seat_cancelled', set: {}, freeSeat: leaves, leaver });
    await deliver();
    const mailsAfter = mails.smtp.taken.slice(before);
    expect(mailsAfter.flatMap(({ to }) => to).sort()).toEqual(
      ['alan@example.net', made.hosts[0]?.email].sort(),
    );
    expect(mailsAfter.find(({ to }) => to[0] === email)?.headers.get('subject')).toContain(
      'Your seat was given up',
    );
  });

  test('is not written for a deleted booking', async () => {
    const made = await booked();
    const change = { done: 'seat_cancelled', set: {}, leaver: 'sealed by nobody' } as const;
    await mails.stores.scheduling.bookings.change(
      { uid: made.uid },
      () => [{ uid: made.uid, ...change }],
      ACTOR,
    );
    await mails.stores.jobs.add({
      kind: 'booking',
      payload: { about: 'accepted', bookingIds: [999_999], to: { attendee: 1 } },
    });
    await deliver();
    expect([...subjects()].sort()).toEqual(['A seat is free again', 'Confirmed', 'New booking']);
  });
});
