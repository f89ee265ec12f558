/* Messages of workflows about changes of a booking, and their receivers. */
import { randomUUID } from 'node:crypto';
import { attendee } from '../bookings/booking-fixture.js';
import { address, another, on, bookWithEmail, post, subjectsTo, startOf, type } from './workflow-parties.js';
import {
  after,
  before,
  DAY,
  HOUR,
  mailStep,
  MINUTE,
  openWorkflowFixture,
  textStep,
  type WorkflowFixture,
} from './workflow-fixture.js';

let fixture: WorkflowFixture;
beforeAll(async () => {
  fixture = await openWorkflowFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.settled());

describe('a change of a booking', () => {
  test('sends its message at once and once: created, rescheduled, cancelled, ended', async () => {
    const eventType = await type(fixture);
    for (const trigger of [
      { type: 'newEvent' },
      { type: 'rescheduleEvent' },
      { type: 'eventCancelled' },
      after(1),
    ]) {
      const steps = [mailStep({ message: { subject: trigger.type, html: '<p>{CANCELLATION_REASON}</p>' } })];
      await fixture.workflow(trigger, { ...on(eventType), steps });
    }
    const [current, cancelledBooking] = [
      await bookWithEmail(fixture, eventType),
      await bookWithEmail(fixture, eventType),
    ];
    await fixture.settled();
    const moved = await post(fixture, current.booking.uid, 'reschedule', { start: another() });
    await post(fixture, cancelledBooking.booking.uid, 'cancel', { cancellationReason: 'Rain <3' });
    await fixture.settled();
    expect(await subjectsTo(fixture, current.email)).toEqual(['rescheduleEvent', 'newEvent']);
    expect(await subjectsTo(fixture, cancelledBooking.email)).toEqual(['eventCancelled', 'newEvent']);
    const outbox = await (await fetch(`${fixture.service.url}/dev/outbox`)).text();
    expect(outbox).toContain(cancelledBooking.email);
    expect(outbox).toContain('Rain &lt;3');
    const [cancelled] = await fixture.mails(cancelledBooking.email);
    expect([cancelled?.text, cancelled?.html.includes('<p>Rain &lt;3</p>')]).toEqual(['Rain <3', true]);
    await fixture.at(startOf(moved) + 2 * HOUR - MINUTE);
    expect(await subjectsTo(fixture, current.email)).toHaveLength(2);
    await fixture.at(startOf(moved) + 2 * HOUR);
    expect(await subjectsTo(fixture, current.email)).toEqual(['afterEvent', 'rescheduleEvent', 'newEvent']);
    expect(await subjectsTo(fixture, cancelledBooking.email)).toHaveLength(2);
  });

  test('is sent to hosts, and after a no-show only to the absent attendees', async () => {
    const eventType = await type(fixture);
    const toHost = mailStep({
      action: 'email_host',
      message: { subject: 'host {ATTENDEE}', html: '<p>x</p>' },
    });
    const step = (subject: string) => mailStep({ stepNumber: 2, message: { subject, html: '<p>x</p>' } });
    await fixture.workflow(
      { type: 'afterGuestsCalVideoNoShow', offset: { value: 15, unit: 'minute' } },
      { ...on(eventType), steps: [toHost, step('missed')] },
    );
    await fixture.workflow({ type: 'bookingNoShowUpdated' }, { ...on(eventType), steps: [step('updated')] });
    const title = randomUUID();
    const { email, booking } = await bookWithEmail(fixture, eventType, { bookingFieldsResponses: { title } });
    const begun = { starts_at: new Date(Date.now() - HOUR), ends_at: new Date(Date.now() - MINUTE) };
    await fixture.db('booking').where({ uid: booking.uid }).update(begun);
    const path = `/v2/bookings/${booking.uid}/mark-absent`;
    const marked = await fixture.ben.call('POST', path, { attendees: [{ email, absent: true }] });
    expect(marked.status).toBe(200);
    await fixture.settled();
    expect([...(await subjectsTo(fixture, email))].sort()).toEqual(['missed', 'updated']);
    const ben = await fixture.service.stores.accounts.accounts.findById(fixture.ben.id);
    expect(await subjectsTo(fixture, ben?.email ?? '')).toEqual(['host Grace Hopper']);
    await fixture.ben.call('POST', path, { attendees: [{ email, absent: false }] });
    await fixture.settled();
    expect([...(await subjectsTo(fixture, email))].sort()).toEqual(['missed', 'updated', 'updated']);
  });

  test('is sent as a text message too, where there is a phone number', async () => {
    const eventType = await type(fixture);
    await fixture.workflow({ type: 'newEvent' }, { ...on(eventType), steps: [textStep()] });
    const phoneNumber = '+351210000001';
    await bookWithEmail(fixture, eventType, { attendee: { ...attendee, phoneNumber } });
    await bookWithEmail(fixture, eventType);
    await fixture.settled();
    const texts = (await fixture.texts(phoneNumber)).map(({ text }) => text);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^See you at 0[45]:00, Grace\.$/);
  });

  test('of one seat is sent to its attendee', async () => {
    const eventType = await type(fixture, {
      seats: { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true },
    });
    await fixture.workflow({ type: 'newEvent' }, on(eventType));
    const [first, start] = [address(), another()];
    await bookWithEmail(fixture, eventType, { start, attendee: { ...attendee, email: first } });
    await fixture.settled();
    const second = await bookWithEmail(fixture, eventType, { start });
    await fixture.settled();
    expect(
      [await subjectsTo(fixture, first), await subjectsTo(fixture, second.email)].map(({ length }) => length),
    ).toEqual([1, 1]);
  });

  test('of a recurrence is sent once, with a reminder for each booking', async () => {
    const eventType = await type(fixture, {
      recurrence: { interval: 1, occurrences: 2, frequency: 'weekly' },
    });
    const createdStep = mailStep({ message: { subject: 'new', html: '<p>x</p>' } });
    await fixture.workflow({ type: 'newEvent' }, { ...on(eventType), steps: [createdStep] });
    await fixture.workflow(before(1), on(eventType));
    const [email, start] = [address(), another()];
    await fixture.book({ eventTypeId: eventType.id, start, attendee: { ...attendee, email } });
    await fixture.settled();
    expect(await subjectsTo(fixture, email)).toEqual(['new']);
    await fixture.at(Date.parse(start) + 7 * DAY - HOUR);
    expect(await subjectsTo(fixture, email)).toHaveLength(2);
  });
});
