/* What workflows send and when, on a moved clock: reminders, once, and not any more. */
import { attendee } from '../bookings/booking-fixture.js';
import { faulty } from '../caller.js';
import { hosts, type ShownEventType } from '../team-fixture.js';
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

describe('a text message that wants a number', () => {
  const numbered = { ...attendee, phoneNumber: '+351912345678' };
  const steps = [textStep({ phoneRequired: true })];
  const wish = (eventType: ShownEventType, body: object = {}) => ({
    ...{ eventTypeId: eventType.id, start: another() },
    ...body,
  });
  const refused = async (body: object) => {
    const reply = await world.book(body);
    return [reply.status, faulty(reply)];
  };

  test('is shown as it was set', async () => {
    const { id, steps: shown } = await world.workflow(before(2), { ...on(await type(world)), steps });
    expect(shown).toMatchObject([{ action: 'sms_attendee', phoneRequired: true }]);
    const { data } = await world.ask('PATCH', `/${id}`, { steps: [textStep({ id: shown[0]?.id })] });
    expect(data.steps).toMatchObject([{ id: shown[0]?.id, phoneRequired: false }]);
  });

  test('keeps what it is about from being booked without one, by anybody, and moves with it', async () => {
    const [eventType, other] = [await type(world), await type(world)];
    const { id } = await world.workflow(before(2), { ...on(eventType), steps });
    const without = [400, ['attendee.phoneNumber']];
    expect(await refused(wish(eventType))).toEqual(without);
    const byHost = await world.ben.call('POST', '/v2/bookings', { ...wish(eventType), attendee });
    expect([byHost.status, faulty(byHost)]).toEqual(without);
    await world.booked(wish(other));
    const booking = await world.booked(wish(eventType, { attendee: numbered }));
    const moved = await post(world, booking.uid, 'reschedule', { start: another() });
    await world.at(startOf(moved) - HOUR);
    expect(await world.texts(numbered.phoneNumber)).toHaveLength(1);
    await world.ask('PATCH', `/${id}`, { steps: [textStep()] });
    await world.settled();
    await world.booked(wish(eventType));
  });

  test('is wanted of every seat, and of what members have of a managed event type', async () => {
    const seats = { seatsPerTimeSlot: 3, showAttendeeInfo: false, showAvailabilityCount: true };
    const seated = await type(world, { seats });
    const [managed] = await world.made<readonly ShownEventType[]>({
      ...{ schedulingType: 'managed', hosts: hosts(world.ben) },
    });
    const children = await world.ben.call<readonly ShownEventType[]>('GET', '/v2/event-types');
    const child = children.data.find(({ slug }) => slug === managed?.slug);
    if (!managed || !child) throw new Error('no event type was managed');
    const activation = { activeOnEventTypeIds: [seated.id, managed.id] };
    await world.workflow(before(2), { activation, steps });
    for (const eventType of [seated, child]) {
      const asked = wish(eventType);
      await world.booked({ ...asked, attendee: numbered });
      expect(await refused(wish(eventType))).toEqual([400, ['attendee.phoneNumber']]);
    }
    const start = another();
    await world.booked(wish(seated, { attendee: numbered, start }));
    expect(await refused(wish(seated, { start }))).toEqual([400, ['attendee.phoneNumber']]);
  });
});

describe('a reminder', () => {
  test('comes when it is time, once, to whoever comes, in their own time', async () => {
    const eventType = await type(world);
    const step = mailStep({
      message: {
        subject: '{EVENT_NAME} at {EVENT_TIME}',
        html: '<p>Dear {ATTENDEE_FIRST_NAME}, {ORGANIZER} expects you on {EVENT_DATE}, {TIMEZONE}.</p>',
      },
      includeCalendarEvent: true,
    });
    await world.workflow(before(24), { ...on(eventType), steps: [step] });
    const guest = address();
    const { email, booking } = await party(world, eventType, { guests: [guest] });
    await world.at(startOf(booking) - DAY - MINUTE);
    expect(await sent(world, email)).toEqual([]);
    await world.at(startOf(booking) - DAY);
    await world.at(startOf(booking) - HOUR);
    const [mail, ...others] = await world.mails(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Intro call between Desk and Grace Hopper at 0[45]:00$/);
    expect(mail?.text).toMatch(
      /^Dear Grace, Ben Franklin expects you on \w+, \d+ \w+ \d{4}, America\/New_York\.$/,
    );
    expect(mail?.html).toContain('<p>Dear Grace, Ben Franklin');
    expect(mail?.attachments?.map(({ type: kind }) => kind)).toEqual([
      'text/calendar; charset=utf-8; method=REQUEST',
    ]);
    expect(await sent(world, guest)).toHaveLength(1);
  });

  test('that came due while nobody worked comes late, but not after the event has begun', async () => {
    const eventType = await type(world);
    await world.workflow(before(24), on(eventType));
    const [late, missed] = [await party(world, eventType), await party(world, eventType)];
    await world.at(startOf(late.booking) - MINUTE);
    expect(await sent(world, late.email)).toHaveLength(1);
    await world.at(startOf(missed.booking));
    expect(await sent(world, missed.email)).toEqual([]);
  });

  test('whose moment was over when the booking was made does not come', async () => {
    const eventType = await type(world);
    await world.workflow(before(9_000, 'day'), on(eventType));
    const { email } = await party(world, eventType);
    await world.settled();
    expect(await sent(world, email)).toEqual([]);
  });

  test('moves with its booking: the old one never comes, the new one once', async () => {
    const eventType = await type(world);
    await world.workflow(before(2), on(eventType));
    const { email, booking } = await party(world, eventType);
    const moved = await post(world, booking.uid, 'reschedule', { start: another() });
    await world.at(startOf(booking) - HOUR);
    expect(await sent(world, email)).toEqual([]);
    await world.at(startOf(moved) - HOUR);
    expect(await sent(world, email)).toHaveLength(1);
  });

  test('goes with its booking, and leaves no job behind', async () => {
    const eventType = await type(world);
    const { id } = await world.workflow(before(2), on(eventType));
    const { email, booking } = await party(world, eventType);
    await post(world, booking.uid, 'cancel');
    const waiting = await world.db('workflow_occasion').where({ workflow_id: id });
    const jobs = await world.db('job').where({ kind: 'workflow' }).where('due_at', '>', new Date());
    expect([waiting, jobs.filter(({ due_at }) => Number(due_at) === startOf(booking) - 2 * HOUR)]).toEqual([
      [],
      [],
    ]);
    await world.at(startOf(booking) - HOUR);
    expect(await sent(world, email)).toEqual([]);
  });

  test('waits for the host’s word', async () => {
    const eventType = await type(world, {
      confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true },
    });
    const subject = (text: string) => ({
      steps: [mailStep({ message: { subject: text, html: '<p>x</p>' } })],
    });
    await world.workflow({ type: 'bookingRequested' }, { ...on(eventType), ...subject('requested') });
    await world.workflow({ type: 'newEvent' }, { ...on(eventType), ...subject('new') });
    await world.workflow({ type: 'bookingRejected' }, { ...on(eventType), ...subject('rejected') });
    await world.workflow(before(2), { ...on(eventType), ...subject('reminder') });
    const [sure, refused] = [await party(world, eventType), await party(world, eventType)];
    await world.settled();
    expect(await sent(world, sure.email)).toEqual(['requested']);
    await world.ben.call('POST', `/v2/bookings/${sure.booking.uid}/confirm`);
    await world.ben.call('POST', `/v2/bookings/${refused.booking.uid}/decline`, { reason: 'Away.' });
    await world.settled();
    await world.at(startOf(sure.booking) - HOUR);
    await world.at(startOf(refused.booking) - HOUR);
    expect(await sent(world, sure.email)).toEqual(['reminder', 'new', 'requested']);
    expect(await sent(world, refused.email)).toEqual(['rejected', 'requested']);
  });
});

describe('a workflow', () => {
  test('is active on the event types it names alone, and on what members have of a managed one', async () => {
    const [named, other] = [await type(world), await type(world)];
    const managed = await world.made<readonly ShownEventType[]>({
      ...{ schedulingType: 'managed', hosts: hosts(world.cleo) },
    });
    const parent = managed.find(({ ownerId }) => ownerId === null);
    const child = managed.find(({ ownerId }) => ownerId === world.cleo.id);
    if (parent === undefined || child === undefined) throw new Error('nothing managed was made');
    const activation = { activeOnEventTypeIds: [named.id, parent.id] };
    await world.workflow({ type: 'newEvent' }, { activation });
    const parties = [await party(world, named), await party(world, other), await party(world, child)];
    await world.settled();
    const counts = await Promise.all(parties.map(async ({ email }) => (await sent(world, email)).length));
    expect(counts).toEqual([1, 0, 1]);
  });

  test('that is deleted between planning and the moment sends nothing', async () => {
    const eventType = await type(world);
    const { id } = await world.workflow(before(2), on(eventType));
    const { email, booking } = await party(world, eventType);
    expect((await world.ask('DELETE', `/${id}`)).status).toBe(200);
    await world.at(startOf(booking) - HOUR);
    expect(await sent(world, email)).toEqual([]);
  });

  test('says its new words at its new moment when it was changed, and nothing of what it left', async () => {
    const [eventType, left] = [await type(world), await type(world)];
    const activation = { activeOnEventTypeIds: [eventType.id, left.id] };
    const { id, steps } = await world.workflow(before(24), { activation });
    const [stays, leaves] = [await party(world, eventType), await party(world, left)];
    const changed = {
      ...on(eventType),
      trigger: before(3),
      steps: steps.map((step) => ({
        ...step,
        sender: 'Desk of the harbour',
        message: { subject: 'new words', html: '<p>x</p>' },
      })),
    };
    const reply = await world.ask('PATCH', `/${id}`, changed);
    expect([reply.status, reply.data.steps[0]?.id]).toEqual([200, steps[0]?.id]);
    await world.at(startOf(stays.booking) - 4 * HOUR);
    expect(await sent(world, stays.email)).toEqual([]);
    await world.at(startOf(stays.booking) - 3 * HOUR);
    expect(await sent(world, stays.email)).toEqual(['new words']);
    await world.at(startOf(leaves.booking) - HOUR);
    expect(await sent(world, leaves.email)).toEqual([]);
  });

  test('that becomes one for after the event waits for it', async () => {
    const eventType = await type(world);
    const { id } = await world.workflow(before(24), on(eventType));
    const { email, booking } = await party(world, eventType);
    expect((await world.ask('PATCH', `/${id}`, { trigger: after(1) })).status).toBe(200);
    await world.at(startOf(booking) - HOUR);
    expect(await sent(world, email)).toEqual([]);
    await world.at(startOf(booking) + 2 * HOUR);
    expect(await sent(world, email)).toHaveLength(1);
  });

  test('leaves alone what was booked before it', async () => {
    const eventType = await type(world);
    const { email, booking } = await party(world, eventType);
    await world.workflow(before(24), on(eventType));
    await world.at(startOf(booking) - HOUR);
    expect(await sent(world, email)).toEqual([]);
  });

  test('sends once, whichever of two replicas comes first', async () => {
    const replica = await world.service.replica();
    const eventType = await type(world);
    await world.workflow(before(2), {
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
    const parties = await Promise.all(Array.from({ length: 4 }, () => party(world, eventType)));
    const times = parties.map(({ booking }) => startOf(booking)).sort((a, b) => a - b);
    for (const start of times) await world.at(start - HOUR);
    await replica.close();
    const counts = await Promise.all(parties.map(async ({ email }) => (await sent(world, email)).length));
    expect(counts).toEqual([1, 1, 1, 1]);
    const ben = await world.service.stores.accounts.findById(world.ben.id);
    expect(
      (await sent(world, ben?.email ?? '')).filter((subject) => subject === 'for the host'),
    ).toHaveLength(4);
  });
});
