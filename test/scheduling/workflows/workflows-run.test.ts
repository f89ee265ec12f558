/* Messages of workflows and their times, on a test clock: reminders are sent once, and not after changes. */
import { statementsOf } from '../../support/plans.js';
import { attendee } from '../bookings/booking-fixture.js';
import { faulty } from '../caller.js';
import { hosts, type EventTypeView } from '../team-fixture.js';
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

describe('a text message that requires a phone number', () => {
  const numbered = { ...attendee, phoneNumber: '+351912345678' };
  const steps = [textStep({ phoneRequired: true })];
  const bookingOf = (eventType: EventTypeView, body: object = {}) => ({
    ...{ eventTypeId: eventType.id, start: another() },
    ...body,
  });
  const refused = async (body: object) => {
    const reply = await fixture.book(body);
    return [reply.status, faulty(reply)];
  };

  test('is read as it was set', async () => {
    const { id, steps: readSteps } = await fixture.workflow(before(2), { ...on(await type(fixture)), steps });
    expect(readSteps).toMatchObject([{ action: 'sms_attendee', phoneRequired: true }]);
    const { data } = await fixture.send('PATCH', `/${id}`, { steps: [textStep({ id: readSteps[0]?.id })] });
    expect(data.steps).toMatchObject([{ id: readSteps[0]?.id, phoneRequired: false }]);
  });

  test('refuses bookings of the event type without one, and follows its changes', async () => {
    const [eventType, other] = [await type(fixture), await type(fixture)];
    const { id } = await fixture.workflow(before(2), { ...on(eventType), steps });
    const without = [400, ['attendee.phoneNumber']];
    expect(await refused(bookingOf(eventType))).toEqual(without);
    const byHost = await fixture.ben.call('POST', '/v2/bookings', { ...bookingOf(eventType), attendee });
    expect([byHost.status, faulty(byHost)]).toEqual(without);
    await fixture.booked(bookingOf(other));
    const booking = await fixture.booked(bookingOf(eventType, { attendee: numbered }));
    const moved = await post(fixture, booking.uid, 'reschedule', { start: another() });
    await fixture.at(startOf(moved) - HOUR);
    expect(await fixture.texts(numbered.phoneNumber)).toHaveLength(1);
    await fixture.send('PATCH', `/${id}`, { steps: [textStep()] });
    await fixture.settled();
    await fixture.booked(bookingOf(eventType));
  });

  test('applies to every seat, and to members’ copies of a managed event type', async () => {
    const seats = { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true };
    const seated = await type(fixture, { seats });
    const [managed] = await fixture.createEventType<readonly EventTypeView[]>({
      ...{ schedulingType: 'managed', hosts: hosts(fixture.ben) },
    });
    const children = await fixture.ben.call<readonly EventTypeView[]>('GET', '/v2/event-types');
    const child = children.data.find(({ slug }) => slug === managed?.slug);
    if (!managed || !child) throw new Error('no event type was managed');
    const activation = { activeOnEventTypeIds: [seated.id, managed.id] };
    await fixture.workflow(before(2), { activation, steps });
    for (const eventType of [seated, child]) {
      const order = bookingOf(eventType);
      await fixture.booked({ ...order, attendee: numbered });
      expect(await refused(bookingOf(eventType))).toEqual([400, ['attendee.phoneNumber']]);
    }
    const start = another();
    await fixture.booked(bookingOf(seated, { attendee: numbered, start }));
    expect(await refused(bookingOf(seated, { start }))).toEqual([400, ['attendee.phoneNumber']]);
  });
});

describe('a reminder', () => {
  test('is sent at its time, once, to each attendee in their time zone', async () => {
    const eventType = await type(fixture);
    const step = mailStep({
      message: {
        subject: '{EVENT_NAME} at {EVENT_TIME}',
        html: '<p>Dear {ATTENDEE_FIRST_NAME}, {ORGANIZER} expects you on {EVENT_DATE}, {TIMEZONE}.</p>',
      },
      includeCalendarEvent: true,
    });
    await fixture.workflow(before(24), { ...on(eventType), steps: [step] });
    const guest = address();
    const { email, booking } = await bookWithEmail(fixture, eventType, { guests: [guest] });
    await fixture.at(startOf(booking) - DAY - MINUTE);
    expect(await subjectsTo(fixture, email)).toEqual([]);
    await fixture.at(startOf(booking) - DAY);
    await fixture.at(startOf(booking) - HOUR);
    const [mail, ...others] = await fixture.mails(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Intro call between Desk and Grace Hopper at 0[45]:00$/);
    expect(mail?.text).toMatch(
      /^Dear Grace, Ben Franklin expects you on \w+, \d+ \w+ \d{4}, America\/New_York\.$/,
    );
    expect(mail?.html).toContain('<p>Dear Grace, Ben Franklin');
    expect(mail?.attachments?.map(({ type: kind }) => kind)).toEqual([
      'text/calendar; charset=utf-8; method=REQUEST',
    ]);
    expect(await subjectsTo(fixture, guest)).toHaveLength(1);
  });

  test('that was due while no worker ran is sent late, but not after the start of the event', async () => {
    const eventType = await type(fixture);
    await fixture.workflow(before(24), on(eventType));
    const [late, missed] = [await bookWithEmail(fixture, eventType), await bookWithEmail(fixture, eventType)];
    await fixture.at(startOf(late.booking) - MINUTE);
    expect(await subjectsTo(fixture, late.email)).toHaveLength(1);
    await fixture.at(startOf(missed.booking));
    expect(await subjectsTo(fixture, missed.email)).toEqual([]);
  });

  test('whose time had passed when the booking was created is not sent', async () => {
    const eventType = await type(fixture);
    await fixture.workflow(before(9_000, 'day'), on(eventType));
    const { email } = await bookWithEmail(fixture, eventType);
    await fixture.settled();
    expect(await subjectsTo(fixture, email)).toEqual([]);
  });

  test('moves with its booking: the old one is never sent, the new one once', async () => {
    const eventType = await type(fixture);
    await fixture.workflow(before(2), on(eventType));
    const { email, booking } = await bookWithEmail(fixture, eventType);
    const moved = await post(fixture, booking.uid, 'reschedule', { start: another() });
    await fixture.at(startOf(booking) - HOUR);
    expect(await subjectsTo(fixture, email)).toEqual([]);
    await fixture.at(startOf(moved) - HOUR);
    expect(await subjectsTo(fixture, email)).toHaveLength(1);
  });

  test('is deleted with its booking, without a remaining job', async () => {
    const eventType = await type(fixture);
    const { id } = await fixture.workflow(before(2), on(eventType));
    const { email, booking } = await bookWithEmail(fixture, eventType);
    await post(fixture, booking.uid, 'cancel');
    const waiting = await fixture.db('workflow_occasion').where({ workflow_id: id });
    const jobs = await fixture.db('job').where({ kind: 'workflow' }).where('due_at', '>', new Date());
    expect([waiting, jobs.filter(({ due_at }) => Number(due_at) === startOf(booking) - 2 * HOUR)]).toEqual([
      [],
      [],
    ]);
    await fixture.at(startOf(booking) - HOUR);
    expect(await subjectsTo(fixture, email)).toEqual([]);
  });

  test('is planned when the host confirms', async () => {
    const eventType = await type(fixture, {
      confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true },
    });
    const subject = (text: string) => ({
      steps: [mailStep({ message: { subject: text, html: '<p>x</p>' } })],
    });
    await fixture.workflow({ type: 'bookingRequested' }, { ...on(eventType), ...subject('requested') });
    await fixture.workflow({ type: 'newEvent' }, { ...on(eventType), ...subject('new') });
    await fixture.workflow({ type: 'bookingRejected' }, { ...on(eventType), ...subject('rejected') });
    await fixture.workflow(before(2), { ...on(eventType), ...subject('reminder') });
    const [sure, refused] = [
      await bookWithEmail(fixture, eventType),
      await bookWithEmail(fixture, eventType),
    ];
    await fixture.settled();
    expect(await subjectsTo(fixture, sure.email)).toEqual(['requested']);
    await fixture.ben.call('POST', `/v2/bookings/${sure.booking.uid}/confirm`);
    await fixture.ben.call('POST', `/v2/bookings/${refused.booking.uid}/decline`, { reason: 'Away.' });
    await fixture.settled();
    await fixture.at(startOf(sure.booking) - HOUR);
    await fixture.at(startOf(refused.booking) - HOUR);
    expect(await subjectsTo(fixture, sure.email)).toEqual(['reminder', 'new', 'requested']);
    expect(await subjectsTo(fixture, refused.email)).toEqual(['rejected', 'requested']);
  });
});

describe('a workflow', () => {
  test('is active only on the named event types, and on members’ copies of a managed one', async () => {
    const [named, other] = [await type(fixture), await type(fixture)];
    const managed = await fixture.createEventType<readonly EventTypeView[]>({
      ...{ schedulingType: 'managed', hosts: hosts(fixture.cleo) },
    });
    const parent = managed.find(({ ownerId }) => ownerId === null);
    const child = managed.find(({ ownerId }) => ownerId === fixture.cleo.id);
    if (parent === undefined || child === undefined) throw new Error('nothing managed was made');
    const activation = { activeOnEventTypeIds: [named.id, parent.id] };
    await fixture.workflow({ type: 'newEvent' }, { activation });
    const parties = [
      await bookWithEmail(fixture, named),
      await bookWithEmail(fixture, other),
      await bookWithEmail(fixture, child),
    ];
    await fixture.settled();
    const counts = await Promise.all(
      parties.map(async ({ email }) => (await subjectsTo(fixture, email)).length),
    );
    expect(counts).toEqual([1, 0, 1]);
  });

  test('that is deleted before the due time sends nothing', async () => {
    const eventType = await type(fixture);
    const { id } = await fixture.workflow(before(2), on(eventType));
    const { email, booking } = await bookWithEmail(fixture, eventType);
    expect((await fixture.send('DELETE', `/${id}`)).status).toBe(200);
    await fixture.at(startOf(booking) - HOUR);
    expect(await subjectsTo(fixture, email)).toEqual([]);
  });

  test('that was changed sends its new text at its new time, and nothing for removed event types', async () => {
    const [eventType, left] = [await type(fixture), await type(fixture)];
    const activation = { activeOnEventTypeIds: [eventType.id, left.id] };
    const { id, steps } = await fixture.workflow(before(24), { activation });
    const [stays, leaves] = [await bookWithEmail(fixture, eventType), await bookWithEmail(fixture, left)];
    const changed = {
      ...on(eventType),
      trigger: before(3),
      steps: steps.map((step) => ({
        ...step,
        sender: 'Desk of the harbour',
        message: { subject: 'new words', html: '<p>x</p>' },
      })),
    };
    const reply = await fixture.send('PATCH', `/${id}`, changed);
    expect([reply.status, reply.data.steps[0]?.id]).toEqual([200, steps[0]?.id]);
    await fixture.at(startOf(stays.booking) - 4 * HOUR);
    expect(await subjectsTo(fixture, stays.email)).toEqual([]);
    await fixture.at(startOf(stays.booking) - 3 * HOUR);
    expect(await subjectsTo(fixture, stays.email)).toEqual(['new words']);
    await fixture.at(startOf(leaves.booking) - HOUR);
    expect(await subjectsTo(fixture, leaves.email)).toEqual([]);
  });

  test('that changes to a reminder after the event is sent then', async () => {
    const eventType = await type(fixture);
    const { id } = await fixture.workflow(before(24), on(eventType));
    const { email, booking } = await bookWithEmail(fixture, eventType);
    expect((await fixture.send('PATCH', `/${id}`, { trigger: after(1) })).status).toBe(200);
    await fixture.at(startOf(booking) - HOUR);
    expect(await subjectsTo(fixture, email)).toEqual([]);
    await fixture.at(startOf(booking) + 2 * HOUR);
    expect(await subjectsTo(fixture, email)).toHaveLength(1);
  });

  test('covers bookings that exist, once, and sends no reminder whose time has passed', async () => {
    const [eventType, other] = [await type(fixture), await type(fixture)];
    const booked = await bookWithEmail(fixture, eventType);
    const later = await bookWithEmail(fixture, other);
    const started = await fixture.workflow(before(24), on(eventType));
    // Further than the booking is ahead.
    await fixture.workflow(before(1_000, 'day'), on(eventType));
    await fixture.send('PATCH', `/${started.id}`, {
      activation: { activeOnEventTypeIds: [eventType.id, other.id] },
    });
    await fixture.settled();
    for (const { email } of [booked, later]) expect(await subjectsTo(fixture, email)).toEqual([]);
    for (const { email, booking } of [booked, later]) {
      await fixture.at(startOf(booking) - HOUR);
      expect(await subjectsTo(fixture, email)).toHaveLength(1);
    }
  });

  test('covers the bookings of members’ copies, and of no other team; a deleted one covers none', async () => {
    const [managed] = await fixture.createEventType<readonly EventTypeView[]>({
      ...{ schedulingType: 'managed', hosts: hosts(fixture.ben) },
    });
    const children = await fixture.ben.call<readonly EventTypeView[]>('GET', '/v2/event-types');
    const child = children.data.find(({ slug }) => slug === managed?.slug);
    if (!managed || !child) throw new Error('no event type was managed');
    const own = { title: 'Own', slug: `own-${managed.id}`, lengthInMinutes: 60 };
    const { data: personal } = await fixture.ben.call<EventTypeView>('POST', '/v2/event-types', own);
    const booked = await bookWithEmail(fixture, child);
    const [alone, cancelled] = [await bookWithEmail(fixture, personal), await bookWithEmail(fixture, child)];
    await post(fixture, cancelled.booking.uid, 'cancel');
    const { id } = await fixture.workflow(before(1), { activation: { isActiveOnAllEventTypes: true } });
    const planned = () => fixture.db('workflow_occasion').where({ workflow_id: id }).pluck('booking_id');
    const ids = await planned();
    expect(ids).toContain(booked.booking.id);
    for (const { booking } of [alone, cancelled]) expect(ids).not.toContain(booking.id);
    await fixture.send('DELETE', `/${id}`);
    expect(await planned()).toEqual([]);
  });

  test('covers thousands of bookings in few statements, each with its job', async () => {
    const eventType = await type(fixture);
    await fixture.db.raw(
      `insert into booking (uid, ics_uid, event_type_id, title, status, starts_at, ends_at)
       select 'many-' || n, 'many-' || n, :id, 'Many', 'accepted', now() + n * interval '1 hour',
         now() + (n + 1) * interval '1 hour'
       from generate_series(1, 2500) n`,
      { id: eventType.id },
    );
    let id = 0;
    const asked = await statementsOf(fixture.db, async () => {
      ({ id } = await fixture.workflow(before(30, 'minute'), on(eventType)));
      await fixture.settled();
    });
    expect(asked.filter(({ sql }) => sql.includes('insert into workflow_occasion'))).toHaveLength(3);
    const occasions = () => fixture.db('workflow_occasion as one').where({ workflow_id: id });
    const jobs = () => occasions().join('job', 'job.id', 'one.id').whereRaw('job.due_at = one.due_at');
    expect(await jobs().pluck('one.id')).toHaveLength(2_500);
    await fixture.send('DELETE', `/${id}`);
    expect(await jobs().pluck('one.id')).toEqual([]);
    await fixture.db('booking').where({ event_type_id: eventType.id }).delete();
  });

  test('and a booking made at the same moment are not missed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const eventType = await type(fixture);
      const [{ booking }, workflow] = await Promise.all([
        bookWithEmail(fixture, eventType),
        fixture.workflow(before(1), on(eventType)),
      ]);
      const pair = { booking_id: booking.id, workflow_id: workflow.id };
      expect(await fixture.db('workflow_occasion').where(pair).pluck('id')).toHaveLength(1);
    }
  });

  test('sends once, with two replicas', async () => {
    const replica = await fixture.service.replica();
    const eventType = await type(fixture);
    await fixture.workflow(before(2), {
      ...on(eventType),
      steps: [
        mailStep(),
        mailStep({
          action: 'email_host',
          stepNumber: 2,
          message: { subject: 'for the host', html: '<p>x</p>' },
        }),
      ],
    });
    const parties = await Promise.all(Array.from({ length: 4 }, () => bookWithEmail(fixture, eventType)));
    const times = parties.map(({ booking }) => startOf(booking)).sort((a, b) => a - b);
    for (const start of times) await fixture.at(start - HOUR);
    await replica.close();
    const counts = await Promise.all(
      parties.map(async ({ email }) => (await subjectsTo(fixture, email)).length),
    );
    expect(counts).toEqual([1, 1, 1, 1]);
    const ben = await fixture.service.stores.accounts.accounts.findById(fixture.ben.id);
    expect(
      (await subjectsTo(fixture, ben?.email ?? '')).filter((subject) => subject === 'for the host'),
    ).toHaveLength(4);
  });
});
