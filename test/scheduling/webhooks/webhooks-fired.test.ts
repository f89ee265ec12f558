/* Webhooks that fire: each event once for each subscriber, with its state at that time, and only if it was committed. */
import { enqueueFormWebhooks } from '../../../adapters/knex/webhooks/form-webhooks.js';
import { statementsOf } from '../../support/plans.js';
import { until } from '../../support/until.js';
import { SCOPE_NAMES } from '../../../src/scopes/catalogue.js';
import { TRIGGERS, triggerFault } from '../../../src/events/triggers.js';
import {
  absence,
  attendee,
  formResponse,
  freeStart,
  hourAhead,
  newEventType,
  ownEventType,
  PENDING,
  routingForm,
  SEATS,
  team,
} from '../../api/example-resources.js';
import { ACTOR, OPEN_HOURS, openFixture } from '../../api/api-fixture.js';
import type { Fixture } from '../../api/api-fixture.js';

interface DeliveryView extends Readonly<Record<string, unknown>> {
  readonly trigger: string;
  readonly createdAt: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** When its job is due. */
  readonly due: string;
}

interface Row {
  readonly trigger: string;
  readonly body: string;
  readonly due_at: Date | null;
}

interface Booked {
  readonly uid: string;
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly seatUid?: string;
}

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

const MEETING = ['MEETING_STARTED', 'MEETING_ENDED'];
const allOf = (ofEventType: boolean): readonly string[] =>
  TRIGGERS.filter((trigger) => triggerFault(trigger, ofEventType) === undefined);

/** No receiver: deliveries are read from the database. */
const nowhere = () => `http://127.0.0.1:9/${fixture.next()}`;

async function listen(path: string, change: object = {}): Promise<number> {
  const triggers = allOf(path.includes('/event-types/'));
  const body = { active: true, subscriberUrl: nowhere(), triggers, ...change };
  return (await fixture.call('POST', path, body)).id;
}

/** Those that have a body: of existing bookings it is written when they are due. */
async function deliveries(webhook: number): Promise<readonly DeliveryView[]> {
  const rows: readonly Row[] = await fixture
    .db('webhook_delivery')
    .join('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .leftJoin('job', 'job.id', 'webhook_delivery.id')
    .where('webhook.number', webhook)
    .whereNot('webhook_delivery.body', '')
    .orderBy('webhook_delivery.id')
    .select('webhook_delivery.trigger', 'webhook_delivery.body', 'job.due_at');
  return rows.map(({ trigger, body, due_at }) => {
    const { createdAt, payload } = JSON.parse(body) as Pick<DeliveryView, 'createdAt' | 'payload'>;
    return { trigger, createdAt, payload, due: due_at?.toISOString() ?? '' };
  });
}

const triggersOf = async (webhook: number) => (await deliveries(webhook)).map(({ trigger }) => trigger);
const ofBooking = (all: readonly DeliveryView[], uid: string) =>
  all.filter(({ payload }) => payload['uid'] === uid);

async function send(method: string, path: string, body?: unknown, headers = {}) {
  const { status, text } = await fixture.wire.send({ method, path, body, headers });
  return { status, text, data: (JSON.parse(text) as { data: Booked }).data };
}

/** Anonymous. */
async function book(eventTypeId: number, change: object = {}): Promise<Booked> {
  const body = { eventTypeId, start: freeStart(fixture), attendee, ...change };
  const { status, text, data } = await send('POST', '/v2/bookings', body);
  if (status !== 201) throw new Error(`not booked: ${text}`);
  return data;
}

interface ObservedEventType {
  readonly eventTypeId: number;
  readonly webhook: number;
}

/** An event type of the caller with a webhook for all its triggers. */
async function eventTypeWithWebhook(settings: object = {}): Promise<ObservedEventType> {
  const eventTypeId = await ownEventType(fixture, settings);
  return { eventTypeId, webhook: await listen(`/v2/event-types/${eventTypeId}/webhooks`) };
}

test('a new booking fires with its full payload, and start and end are scheduled', async () => {
  const { eventTypeId, webhook } = await eventTypeWithWebhook();
  const { uid, id, start, end } = await book(eventTypeId, {
    bookingFieldsResponses: { notes: 'About compilers.' },
    metadata: { source: 'site' },
  });
  const [created, started, ended, ...more] = await deliveries(webhook);
  expect(more).toEqual([]);
  expect(created).toMatchObject({
    trigger: 'BOOKING_CREATED',
    payload: {
      ...{ uid, bookingId: id, eventTypeId, status: 'ACCEPTED', length: 30, eventTitle: 'Intro call' },
      ...{
        startTime: start,
        endTime: end,
        additionalNotes: 'About compilers.',
        metadata: { source: 'site' },
      },
      organizer: { id: fixture.accountId, name: 'ada', email: 'ada@example.com', language: { locale: 'en' } },
      attendees: [{ name: attendee.name, email: attendee.email, timeZone: attendee.timeZone }],
      responses: { notes: { value: 'About compilers.' }, email: { value: attendee.email } },
    },
  });
  expect(created?.payload).not.toHaveProperty('rescheduleUid');
  expect(started).toMatchObject({ trigger: 'MEETING_STARTED', createdAt: start, due: start });
  expect(ended).toMatchObject({ trigger: 'MEETING_ENDED', createdAt: end, due: end, payload: { uid } });
});

test('a booking that needs confirmation fires as requested, and as created when the host confirms', async () => {
  const { eventTypeId, webhook } = await eventTypeWithWebhook(PENDING);
  const [yes, no] = [await book(eventTypeId), await book(eventTypeId)];
  expect(await deliveries(webhook)).toMatchObject([
    {
      trigger: 'BOOKING_REQUESTED',
      payload: { uid: yes.uid, status: 'PENDING', requiresConfirmation: true },
    },
    { trigger: 'BOOKING_REQUESTED', payload: { uid: no.uid } },
  ]);
  await fixture.call('POST', `/v2/bookings/${yes.uid}/confirm`);
  await fixture.call('POST', `/v2/bookings/${no.uid}/decline`, { reason: 'At sea.' });
  const later = (await deliveries(webhook)).slice(2);
  expect(later).toMatchObject([
    { trigger: 'BOOKING_CREATED', payload: { uid: yes.uid, status: 'ACCEPTED' } },
    { trigger: 'MEETING_STARTED', due: yes.start },
    { trigger: 'MEETING_ENDED', due: yes.end },
    { trigger: 'BOOKING_REJECTED', payload: { uid: no.uid, status: 'REJECTED', rejectionReason: 'At sea.' } },
  ]);
  expect(later).toHaveLength(4);
});

test('a rescheduled booking fires once, for the new one, and its start and end move', async () => {
  const { eventTypeId, webhook } = await eventTypeWithWebhook();
  const old = await book(eventTypeId);
  const body = { start: freeStart(fixture), reschedulingReason: 'Train.', rescheduledBy: attendee.email };
  const { data: moved } = await send('POST', `/v2/bookings/${old.uid}/reschedule`, body);
  const all = await deliveries(webhook);
  expect(ofBooking(all, old.uid).map(({ trigger }) => trigger)).toEqual(['BOOKING_CREATED']);
  expect(ofBooking(all, moved.uid)).toMatchObject([
    {
      trigger: 'BOOKING_RESCHEDULED',
      payload: {
        ...{ startTime: moved.start, rescheduleUid: old.uid, rescheduleId: old.id, status: 'ACCEPTED' },
        ...{ rescheduleStartTime: old.start, rescheduleEndTime: old.end, rescheduledBy: attendee.email },
        responses: { rescheduleReason: { value: 'Train.' } },
      },
    },
    { trigger: 'MEETING_STARTED', due: moved.start },
    { trigger: 'MEETING_ENDED', due: moved.end },
  ]);
  expect(all).toHaveLength(4);
});

test('a cancelled booking fires no start', async () => {
  const { eventTypeId, webhook } = await eventTypeWithWebhook();
  const { uid } = await book(eventTypeId);
  await send('POST', `/v2/bookings/${uid}/cancel`, { cancellationReason: 'Rain.' });
  const all = await deliveries(webhook);
  expect(all.map(({ trigger }) => trigger)).toEqual(['BOOKING_CREATED', 'BOOKING_CANCELLED']);
  expect(all[1]?.payload).toMatchObject({ uid, status: 'CANCELLED', cancellationReason: 'Rain.' });
});

test('a booking for which the host requests another time fires as cancelled', async () => {
  const { eventTypeId, webhook } = await eventTypeWithWebhook();
  const { uid } = await book(eventTypeId);
  await fixture.call('POST', `/v2/bookings/${uid}/request-reschedule`, { rescheduleReason: 'Flood.' });
  const [, cancelled, ...more] = await deliveries(webhook);
  expect(more).toEqual([]);
  expect(cancelled).toMatchObject({
    trigger: 'BOOKING_CANCELLED',
    payload: { requestReschedule: true, cancellationReason: 'Flood.', cancelledBy: 'ada@example.com' },
  });
});

test('a no-show fires with the absent participants', async () => {
  const { eventTypeId, webhook } = await eventTypeWithWebhook();
  const { uid } = await book(eventTypeId);
  const begun = { starts_at: hourAhead(-9, 0), ends_at: hourAhead(-9, 1) };
  await fixture.db('booking').where({ uid }).update(begun);
  const attendees = [{ email: attendee.email, absent: true }];
  await fixture.call('POST', `/v2/bookings/${uid}/mark-absent`, { host: true, attendees });
  const last = (await deliveries(webhook)).at(-1);
  expect(last).toMatchObject({
    trigger: 'BOOKING_NO_SHOW_UPDATED',
    payload: {
      ...{ bookingUid: uid, noShowHost: true, message: `absent: the host, ${attendee.email}` },
      attendees: [{ email: attendee.email, noShow: true }],
    },
  });
});

test('a changed location fires nothing, but start and end carry it', async () => {
  const { eventTypeId, webhook } = await eventTypeWithWebhook();
  const { uid } = await book(eventTypeId);
  const location = { type: 'link', link: 'https://meet.example.com/room' };
  await fixture.call('PATCH', `/v2/bookings/${uid}/location`, { location });
  await fixture.call('POST', `/v2/bookings/${uid}/guests`, { guests: [{ email: 'alan@example.net' }] });
  const [created, ...moments] = await deliveries(webhook);
  expect(created?.payload['location']).not.toBe(location.link);
  expect(moments.map(({ trigger }) => trigger)).toEqual(MEETING);
  for (const { payload } of moments)
    expect(payload).toMatchObject({ location: location.link, guests: ['alan@example.net'] });
});

describe('start and end of bookings that exist', () => {
  interface Scheduled {
    readonly id: string;
    readonly trigger: string;
    readonly lane: string;
    readonly due_at: Date;
  }
  const scheduled = (webhook: number, { id }: Booked): Promise<readonly Scheduled[]> =>
    fixture
      .db('webhook_delivery as one')
      .join('webhook', 'webhook.id', 'one.webhook_id')
      .join('job', 'job.id', 'one.id')
      .where({ 'webhook.number': webhook, 'one.lane': `meeting:${id}`, 'one.state': 'waiting' })
      .orderBy('job.due_at')
      .select<Scheduled[]>('one.id', 'one.trigger', 'one.lane', 'job.due_at');
  const momentsOf = async (webhook: number, booked: Booked) =>
    (await scheduled(webhook, booked)).map(({ trigger, due_at: at }) => [trigger, at.toISOString()]);
  const both = ({ start, end }: Booked) => [
    ['MEETING_STARTED', start],
    ['MEETING_ENDED', end],
  ];

  test('are scheduled for a new webhook of the event type, of the host and of the organization', async () => {
    const { call, orgId, accountId } = fixture;
    const { id: teamId } = await call('POST', `/v2/organizations/${orgId}/teams`, team(fixture));
    const hosted = { schedulingType: 'collective', hosts: [{ userId: accountId }] };
    const { id: kind } = await call('POST', `/v2/teams/${teamId}/event-types`, {
      ...{ ...newEventType(fixture), ...hosted },
    });
    const other = await ownEventType(fixture);
    const [booked, cancelled, waiting] = [await book(kind), await book(kind), await book(other)];
    await send('POST', `/v2/bookings/${cancelled.uid}/cancel`, {});
    for (const path of [`/v2/teams/${teamId}/event-types/${kind}`, '/v2', `/v2/organizations/${orgId}`]) {
      const webhook = await listen(`${path}/webhooks`);
      expect(await momentsOf(webhook, booked)).toEqual(both(booked));
      expect(await momentsOf(webhook, cancelled)).toEqual([]);
      expect(await momentsOf(webhook, waiting)).toEqual(path.includes('teams') ? [] : both(waiting));
    }
  });

  test('carry the booking as it is when they are due, with the template, and every attempt the same', async () => {
    const eventTypeId = await ownEventType(fixture);
    const booked = await book(eventTypeId);
    const plain = await listen(`/v2/event-types/${eventTypeId}/webhooks`);
    const filled = await listen(`/v2/event-types/${eventTypeId}/webhooks`, {
      payloadTemplate: '{"what":"{{triggerEvent}}","uid":"{{uid}}"}',
    });
    const { pendingDeliveries } = fixture.service.stores.delivery;
    const read = async (webhook: number) => {
      const [first] = await scheduled(webhook, booked);
      return (await pendingDeliveries.find(first?.id ?? ''))?.body ?? '';
    };
    const body = await read(plain);
    expect(JSON.parse(body)).toMatchObject({
      ...{ triggerEvent: 'MEETING_STARTED', createdAt: booked.start },
      payload: { uid: booked.uid, startTime: booked.start },
    });
    await fixture.db('booking').where({ uid: booked.uid }).update({ title: 'Another' });
    expect(await read(plain)).toBe(body);
    expect(JSON.parse(await read(filled))).toEqual({ what: 'MEETING_STARTED', uid: booked.uid });
  });

  test('move and end with the booking, and follow changes of the webhook without doubles', async () => {
    const eventTypeId = await ownEventType(fixture);
    const [booked, other] = [await book(eventTypeId), await book(eventTypeId)];
    const path = `/v2/event-types/${eventTypeId}/webhooks`;
    const webhook = await listen(path, { triggers: ['BOOKING_CREATED'] });
    const change = (body: object) => fixture.call('PATCH', `${path}/${webhook}`, body);
    expect(await momentsOf(webhook, booked)).toEqual([]);
    await change({ triggers: [...MEETING] });
    await change({ active: false });
    await change({ active: true });
    expect(await momentsOf(webhook, booked)).toEqual(both(booked));
    await change({ triggers: ['MEETING_ENDED'] });
    expect(await momentsOf(webhook, booked)).toEqual([['MEETING_ENDED', booked.end]]);
    await send('POST', `/v2/bookings/${booked.uid}/cancel`, {});
    expect(await momentsOf(webhook, booked)).toEqual([]);
    const { data: moved } = await send('POST', `/v2/bookings/${other.uid}/reschedule`, {
      start: freeStart(fixture),
    });
    expect(await momentsOf(webhook, other)).toEqual([]);
    expect(await momentsOf(webhook, moved)).toEqual([['MEETING_ENDED', moved.end]]);
    await fixture.call('DELETE', `${path}/${webhook}`);
    expect(await momentsOf(webhook, moved)).toEqual([]);
  });

  test('of thousands of bookings are scheduled in few statements, and none of the past', async () => {
    const eventTypeId = await ownEventType(fixture);
    await fixture.db.raw(
      `insert into booking (uid, ics_uid, event_type_id, title, status, starts_at, ends_at)
       select 'crowd-' || n, 'crowd-' || n, :eventTypeId, 'Many', 'accepted', now() + n * interval '1 hour',
         now() + (n + 1) * interval '1 hour'
       from generate_series(-3, 1200) n`,
      { eventTypeId },
    );
    let webhook = 0;
    const all = () =>
      fixture
        .db('webhook_delivery as one')
        .join('webhook', 'webhook.id', 'one.webhook_id')
        .join('job', 'job.id', 'one.id')
        .where('webhook.number', webhook);
    const asked = await statementsOf(fixture.db, async () => {
      webhook = await listen(`/v2/event-types/${eventTypeId}/webhooks`);
      await until(async () => (await all().pluck('one.id')).length === 2_401);
    });
    expect(asked.filter(({ sql }) => sql.includes('insert into webhook_delivery'))).toHaveLength(3);
    const counts: readonly { trigger: string; of: number }[] = await all()
      .groupBy('trigger')
      .select('trigger', fixture.db.raw('cast(count(*) as integer) as of'))
      .orderBy('trigger');
    expect(counts).toEqual([
      { trigger: 'MEETING_ENDED', of: 1_201 },
      { trigger: 'MEETING_STARTED', of: 1_200 },
    ]);
    await fixture.db('booking').where({ event_type_id: eventTypeId }).delete();
    await fixture.db('webhook').where({ number: webhook }).delete();
  });

  test('are not missed for a booking that is made at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const eventTypeId = await ownEventType(fixture);
      const path = `/v2/event-types/${eventTypeId}/webhooks`;
      const [booked, webhook] = await Promise.all([book(eventTypeId), listen(path)]);
      expect(await momentsOf(webhook, booked)).toEqual(both(booked));
    }
  });
});

describe('of seats', () => {
  const others = { ...attendee, email: 'alan@example.net' };
  const seats = async (webhook: number) =>
    (await deliveries(webhook))
      .filter(({ trigger }) => !MEETING.includes(trigger))
      .map(({ trigger, payload }) => ({ trigger, seat: payload['attendeeSeatId'], uid: payload['uid'] }));

  test('each fires separately: taken, moved into another booking, cancelled', async () => {
    const { eventTypeId, webhook } = await eventTypeWithWebhook(SEATS);
    const [firstTime, present] = [freeStart(fixture), freeStart(fixture)];
    const first = await book(eventTypeId, { start: firstTime });
    const second = await book(eventTypeId, { start: firstTime, attendee: others });
    const far = await book(eventTypeId, { start: present });
    const move = { start: present, seatUid: second.seatUid };
    await send('POST', `/v2/bookings/${second.uid}/reschedule`, move);
    await send('POST', `/v2/bookings/${far.uid}/cancel`, { seatUid: far.seatUid });
    expect(await seats(webhook)).toEqual([
      { trigger: 'BOOKING_CREATED', seat: first.seatUid, uid: first.uid },
      { trigger: 'BOOKING_CREATED', seat: second.seatUid, uid: first.uid },
      { trigger: 'BOOKING_CREATED', seat: far.seatUid, uid: far.uid },
      { trigger: 'BOOKING_RESCHEDULED', seat: second.seatUid, uid: far.uid },
      { trigger: 'BOOKING_CANCELLED', seat: far.seatUid, uid: far.uid },
    ]);
    const all = await deliveries(webhook);
    const moved = all.find(({ trigger }) => trigger === 'BOOKING_RESCHEDULED');
    expect(moved?.payload).toMatchObject({ rescheduleUid: first.uid, rescheduleId: first.id });
    const waiting = all.filter(({ trigger }) => MEETING.includes(trigger));
    expect(waiting.map(({ trigger, payload }) => [trigger, payload['uid']])).toEqual([
      ...MEETING.map((trigger) => [trigger, first.uid]),
      ...MEETING.map((trigger) => [trigger, far.uid]),
    ]);
  });
});

test('each booking of a recurrence fires', async () => {
  const { eventTypeId, webhook } = await eventTypeWithWebhook({
    recurrence: { interval: 1, occurrences: 3, frequency: 'weekly' },
  });
  await send('POST', '/v2/bookings', {
    ...{ eventTypeId, attendee, recurrenceCount: 3 },
    start: hourAhead(400, fixture.next()),
  });
  const created = (await deliveries(webhook)).filter(({ trigger }) => trigger === 'BOOKING_CREATED');
  expect(new Set(created.map(({ payload }) => payload['startTime'])).size).toBe(3);
  expect(new Set(created.map(({ payload }) => payload['recurringEventId'])).size).toBe(1);
});

test('recordings and transcripts fire when they are added', async () => {
  const { eventTypeId, webhook } = await eventTypeWithWebhook();
  const { uid } = await book(eventTypeId);
  const {
    scheduling: { bookingRecords },
  } = fixture.service.stores;
  const recording = {
    ...{ id: 'r1', roomName: 'room', startTs: 1, duration: 60, status: 'finished', shareToken: 't' },
    downloadLink: 'https://x.example/r1',
  };
  await bookingRecords.add(uid, { kind: 'recording', facts: { ...recording, status: 'in-progress' } }, ACTOR);
  await bookingRecords.add(uid, { kind: 'recording', facts: recording }, ACTOR);
  await bookingRecords.add(uid, { kind: 'transcript', facts: { link: 'https://x.example/t1' } }, ACTOR);
  expect((await deliveries(webhook)).slice(3)).toMatchObject([
    { trigger: 'RECORDING_READY', payload: { uid, downloadLink: 'https://x.example/r1' } },
    {
      trigger: 'RECORDING_TRANSCRIPTION_GENERATED',
      payload: { uid, downloadLinks: { transcription: [{ link: 'https://x.example/t1' }] } },
    },
  ]);
});

describe('subscribers', () => {
  test('of an absence are the user and their organization', async () => {
    const triggers = ['OOO_CREATED'];
    const own = await listen('/v2/webhooks', { triggers });
    const organization = await listen(`/v2/organizations/${fixture.orgId}/webhooks`, { triggers });
    const absenceEntry = await fixture.call<Booked>('POST', '/v2/me/ooo', {
      ...absence(fixture),
      notes: 'At sea.',
    });
    for (const webhook of [own, organization])
      expect(await deliveries(webhook)).toMatchObject([
        {
          trigger: 'OOO_CREATED',
          payload: {
            oooEntry: {
              ...{
                id: absenceEntry.id,
                start: absenceEntry.start,
                end: absenceEntry.end,
                notes: 'At sea.',
                toUser: null,
              },
              ...{
                reason: { reason: 'unspecified' },
                user: { id: fixture.accountId, email: 'ada@example.com' },
              },
            },
          },
        },
      ]);
  });

  test('of a booking are the host, the event type and the organization, each once, and no others', async () => {
    const triggers = ['BOOKING_CREATED'];
    const { call, orgId, accountId } = fixture;
    const { id: teamId } = await call('POST', `/v2/organizations/${orgId}/teams`, team(fixture));
    const hosted = { schedulingType: 'collective', hosts: [{ userId: accountId }] };
    const kind = (
      await call('POST', `/v2/teams/${teamId}/event-types`, { ...newEventType(fixture), ...hosted })
    ).id;
    const other = await ownEventType(fixture);
    const subscribers = [
      await listen('/v2/webhooks', { triggers }),
      await listen(`/v2/teams/${teamId}/event-types/${kind}/webhooks`, { triggers }),
      await listen(`/v2/organizations/${orgId}/webhooks`, { triggers }),
    ];
    const deaf = [
      await listen(`/v2/event-types/${other}/webhooks`, { triggers }),
      await listen('/v2/webhooks', { triggers: ['BOOKING_CANCELLED'] }),
      await listen('/v2/webhooks', { triggers, active: false }),
      await listen('/v2/webhooks', { triggers }),
    ];
    await fixture.db('webhook').where({ number: deaf[3] }).update({ disabled_at: new Date() });
    const nonMember = await fixture.token(SCOPE_NAMES.join(' '), await fixture.nonMember());
    const body = { active: true, subscriberUrl: nowhere(), triggers };
    const { text } = await fixture.wire.send({
      method: 'POST',
      path: '/v2/webhooks',
      token: nonMember,
      body,
    });
    deaf.push((JSON.parse(text) as { data: { id: number } }).data.id);
    const { uid } = await book(kind);
    for (const webhook of subscribers)
      expect(await deliveries(webhook)).toMatchObject([{ payload: { uid, team: { id: teamId } } }]);
    for (const webhook of deaf) expect(ofBooking(await deliveries(webhook), uid)).toEqual([]);
  });

  test('of own bookings of a user include their organization only while they have accepted', async () => {
    const triggers = ['BOOKING_CREATED'];
    const { service, orgId, accountId } = fixture;
    const {
      teams: { memberships, ownMemberships },
    } = service.stores;
    const personId = await fixture.nonMember();
    const holder = await fixture.token(SCOPE_NAMES.join(' '), personId);
    const asThem = async (path: string, body: object) => {
      const { text } = await fixture.wire.send({ method: 'POST', path, token: holder, body });
      return (JSON.parse(text) as { data: { id: number } }).data.id;
    };
    await asThem('/v2/schedules', OPEN_HOURS);
    const eventTypeId = await asThem('/v2/event-types', newEventType(fixture));
    const webhook = await listen(`/v2/organizations/${orgId}/webhooks`, { triggers });
    const terms = { role: 'member', accepted: true, disableImpersonation: false } as const;
    const added = await memberships.add(orgId, accountId, { accountId: personId, ...terms }, ACTOR);
    if (typeof added !== 'object') throw new Error(`not added: ${added}`);
    const before = await book(eventTypeId);
    await ownMemberships.agree(personId, added.id, ACTOR);
    const after = await book(eventTypeId);
    const all = await deliveries(webhook);
    expect([ofBooking(all, before.uid), ofBooking(all, after.uid)]).toMatchObject([[], [{ payload: {} }]]);
  });

  test('of members’ copies of a managed event type include the webhooks of the team’s event type', async () => {
    const { call, accountId } = fixture;
    const { id: teamId } = await call('POST', '/v2/teams', team(fixture));
    const managed = { schedulingType: 'managed', hosts: [{ userId: accountId }] };
    const kinds = await call<readonly { id: number; ownerId: number | null }[]>(
      'POST',
      `/v2/teams/${teamId}/event-types`,
      { ...newEventType(fixture), ...managed },
    );
    const [parent, child] = [kinds.find((one) => one.ownerId === null), kinds.find((one) => one.ownerId)];
    const path = `/v2/teams/${teamId}/event-types/${parent?.id}/webhooks`;
    const webhook = await listen(path, { triggers: ['BOOKING_CREATED'] });
    const { uid } = await book(child?.id ?? 0);
    expect(await deliveries(webhook)).toMatchObject([{ payload: { uid, team: { id: teamId } } }]);
  });

  test('of a response to a form include the organization of its team, also when no route fitted', async () => {
    const { call, orgId } = fixture;
    const { id } = await call('POST', `/v2/organizations/${orgId}/teams`, team(fixture));
    const params = { orgId: String(orgId), teamId: String(id) };
    const triggers = ['FORM_SUBMITTED', 'ROUTING_FORM_FALLBACK_HIT'];
    const webhook = await listen(`/v2/organizations/${orgId}/webhooks`, { triggers });
    const routingFormId = await routingForm(fixture, params);
    const responseId = await formResponse(fixture, { ...params, routingFormId });
    const about = { formId: routingFormId, teamId: id, responseId };
    expect(await deliveries(webhook)).toMatchObject([
      { trigger: 'FORM_SUBMITTED', payload: { ...about, chosenAction: { kind: 'event_type' } } },
      { trigger: 'ROUTING_FORM_FALLBACK_HIT', payload: { ...about, fallbackAction: { kind: 'event_type' } } },
    ]);
  });

  test('of a form are the organization, and its author while they are in the team', async () => {
    const { call, orgId, accountId, db } = fixture;
    const { id: groupId } = await call('POST', `/v2/organizations/${orgId}/teams`, team(fixture));
    const triggers = ['FORM_SUBMITTED', 'ROUTING_FORM_FALLBACK_HIT'];
    const organization = await listen(`/v2/organizations/${orgId}/webhooks`, { triggers });
    const author = await listen('/v2/webhooks', { triggers });
    const event = (authorId: number | null, fallback: boolean) => ({
      form: { id: 'form-1', name: 'Where to?', groupId, authorId, fields: [] },
      response: { id: fixture.next(), answers: {}, createdAt: Date.now() },
      action: { kind: 'message', text: 'Thanks.' } as const,
      fallback,
    });
    await db.transaction((trx) => enqueueFormWebhooks(trx, event(accountId, false)));
    const otherUser = await fixture.nonMember();
    await db.transaction((trx) => enqueueFormWebhooks(trx, event(otherUser, true)));
    expect(await triggersOf(organization)).toEqual([...triggers.slice(0, 1), ...triggers]);
    expect(await triggersOf(author)).toEqual(['FORM_SUBMITTED']);
  });
});

test('a template replaces the whole body', async () => {
  const { eventTypeId } = await eventTypeWithWebhook();
  const payloadTemplate = '{"text":"{{triggerEvent}}: {{title}}","who":{{attendees.0.email}}}';
  const path = `/v2/event-types/${eventTypeId}/webhooks`;
  const webhook = await listen(path, { payloadTemplate, triggers: ['BOOKING_CREATED'] });
  await book(eventTypeId, { attendee: { ...attendee, name: 'Grace "Amazing" Hopper' } });
  const row = await fixture
    .db('webhook_delivery')
    .join('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .where('webhook.number', webhook)
    .first<{ body: string }>('body');
  expect(JSON.parse(row.body)).toEqual({
    text: 'BOOKING_CREATED: Intro call between ada and Grace "Amazing" Hopper',
    who: attendee.email,
  });
});

describe('in the transaction of the event', () => {
  async function whileRefused<T>(table: string, condition: string, work: () => Promise<T>): Promise<T> {
    await fixture.db.raw(`alter table ${table} add constraint refused check (${condition}) not valid`);
    try {
      return await work();
    } finally {
      await fixture.db.raw(`alter table ${table} drop constraint refused`);
    }
  }

  test('no delivery is created for a booking that fails', async () => {
    const { eventTypeId, webhook } = await eventTypeWithWebhook();
    const body = { eventTypeId, start: freeStart(fixture), attendee };
    const headers = { 'idempotency-key': 'once' };
    const { status } = await whileRefused('idempotent_answer', 'false', () =>
      send('POST', '/v2/bookings', body, headers),
    );
    expect([status, await deliveries(webhook)]).toEqual([500, []]);
    await send('POST', '/v2/bookings', body, headers);
    await send('POST', '/v2/bookings', body, headers);
    expect(await triggersOf(webhook)).toEqual(['BOOKING_CREATED', ...MEETING]);
  });

  test('no booking is created whose delivery fails', async () => {
    const { eventTypeId, webhook } = await eventTypeWithWebhook();
    const body = { eventTypeId, start: freeStart(fixture), attendee };
    const { status } = await whileRefused('webhook_delivery', 'false', () =>
      send('POST', '/v2/bookings', body),
    );
    expect([status, await deliveries(webhook)]).toEqual([500, []]);
    expect(await fixture.db('booking').where({ event_type_id: eventTypeId })).toEqual([]);
  });

  test('of many parallel bookings of one time one fires', async () => {
    const { eventTypeId, webhook } = await eventTypeWithWebhook();
    const body = { eventTypeId, start: freeStart(fixture), attendee };
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('POST', '/v2/bookings', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await triggersOf(webhook)).toEqual(['BOOKING_CREATED', ...MEETING]);
  });
});
