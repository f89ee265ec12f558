/* What workflows say about what happens to a booking, to whom it concerns. */
import { randomUUID } from 'node:crypto';
import { attendee } from '../bookings/booking-fixture.js';
import { address, another, on, party, post, sent, startOf, type } from './workflow-parties.js';
import {
  after,
  before,
  DAY,
  HOUR,
  mailStep,
  MINUTE,
  openWorkflowWorld,
  textStep,
  type WorkflowWorld,
} from './workflow-fixture.js';

let world: WorkflowWorld;
beforeAll(async () => {
  world = await openWorkflowWorld();
});
afterAll(() => world.close());
beforeEach(() => world.settled());

describe('what happens to a booking', () => {
  test('is told at once and once: made, moved, cancelled, over', async () => {
    const eventType = await type(world);
    for (const trigger of [
      { type: 'newEvent' },
      { type: 'rescheduleEvent' },
      { type: 'eventCancelled' },
      after(1),
    ]) {
      const steps = [mailStep({ message: { subject: trigger.type, html: '<p>{CANCELLATION_REASON}</p>' } })];
      await world.workflow(trigger, { ...on(eventType), steps });
    }
    const [kept, lost] = [await party(world, eventType), await party(world, eventType)];
    await world.settled();
    const moved = await post(world, kept.booking.uid, 'reschedule', { start: another() });
    await post(world, lost.booking.uid, 'cancel', { cancellationReason: 'Rain <3' });
    await world.settled();
    expect(await sent(world, kept.email)).toEqual(['rescheduleEvent', 'newEvent']);
    expect(await sent(world, lost.email)).toEqual(['eventCancelled', 'newEvent']);
    const outbox = await (await fetch(`${world.service.url}/dev/outbox`)).text();
    expect(outbox).toContain(lost.email);
    expect(outbox).toContain('Rain &lt;3');
    const [cancelled] = await world.mails(lost.email);
    expect([cancelled?.text, cancelled?.html.includes('<p>Rain &lt;3</p>')]).toEqual(['Rain <3', true]);
    await world.at(startOf(moved) + 2 * HOUR - MINUTE);
    expect(await sent(world, kept.email)).toHaveLength(2);
    await world.at(startOf(moved) + 2 * HOUR);
    expect(await sent(world, kept.email)).toEqual(['afterEvent', 'rescheduleEvent', 'newEvent']);
    expect(await sent(world, lost.email)).toHaveLength(2);
  });

  test('reaches hosts, and the absent alone when they did not come', async () => {
    const eventType = await type(world);
    const toHost = mailStep({
      action: 'email_host',
      message: { subject: 'host {ATTENDEE}', html: '<p>x</p>' },
    });
    const said = (subject: string) => mailStep({ stepNumber: 2, message: { subject, html: '<p>x</p>' } });
    await world.workflow(
      { type: 'afterGuestsCalVideoNoShow', offset: { value: 15, unit: 'minute' } },
      { ...on(eventType), steps: [toHost, said('missed')] },
    );
    await world.workflow({ type: 'bookingNoShowUpdated' }, { ...on(eventType), steps: [said('updated')] });
    const title = randomUUID();
    const { email, booking } = await party(world, eventType, { bookingFieldsResponses: { title } });
    const begun = { starts_at: new Date(Date.now() - HOUR), ends_at: new Date(Date.now() - MINUTE) };
    await world.db('booking').where({ uid: booking.uid }).update(begun);
    const path = `/v2/bookings/${booking.uid}/mark-absent`;
    const marked = await world.ben.call('POST', path, { attendees: [{ email, absent: true }] });
    expect(marked.status).toBe(200);
    await world.settled();
    expect([...(await sent(world, email))].sort()).toEqual(['missed', 'updated']);
    const ben = await world.service.stores.accounts.findById(world.ben.id);
    expect(await sent(world, ben?.email ?? '')).toEqual(['host Grace Hopper']);
    await world.ben.call('POST', path, { attendees: [{ email, absent: false }] });
    await world.settled();
    expect([...(await sent(world, email))].sort()).toEqual(['missed', 'updated', 'updated']);
  });

  test('is written to phones as well, where there is one', async () => {
    const eventType = await type(world);
    await world.workflow({ type: 'newEvent' }, { ...on(eventType), steps: [textStep()] });
    const phoneNumber = '+351210000001';
    await party(world, eventType, { attendee: { ...attendee, phoneNumber } });
    await party(world, eventType);
    await world.settled();
    const texts = (await world.texts(phoneNumber)).map(({ text }) => text);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^See you at 0[45]:00, Grace\.$/);
  });

  test('of one seat is told to whoever took it', async () => {
    const eventType = await type(world, {
      seats: { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true },
    });
    await world.workflow({ type: 'newEvent' }, on(eventType));
    const [first, start] = [address(), another()];
    await party(world, eventType, { start, attendee: { ...attendee, email: first } });
    await world.settled();
    const second = await party(world, eventType, { start });
    await world.settled();
    expect([await sent(world, first), await sent(world, second.email)].map(({ length }) => length)).toEqual([
      1, 1,
    ]);
  });

  test('of a recurrence is told once, with a reminder of each', async () => {
    const eventType = await type(world, { recurrence: { interval: 1, occurrences: 2, frequency: 'weekly' } });
    const made = mailStep({ message: { subject: 'new', html: '<p>x</p>' } });
    await world.workflow({ type: 'newEvent' }, { ...on(eventType), steps: [made] });
    await world.workflow(before(1), on(eventType));
    const [email, start] = [address(), another()];
    await world.book({ eventTypeId: eventType.id, start, attendee: { ...attendee, email } });
    await world.settled();
    expect(await sent(world, email)).toEqual(['new']);
    await world.at(Date.parse(start) + 7 * DAY - HOUR);
    expect(await sent(world, email)).toHaveLength(2);
  });
});
