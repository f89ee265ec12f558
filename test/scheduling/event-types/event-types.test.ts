import { USERS } from '../../../src/demo/people.js';
import { newTerms, termFaults } from '../../../src/scheduling/event-types/rules.js';
import { eventTypeInput } from '../../../src/scheduling/event-types/schemas.js';
import type { ScopeName } from '../../../src/scopes/catalogue.js';
import { useService } from '../../support/service.js';
import { type Caller, callerFor, faulty, type Reply } from '../caller.js';

const SCOPES: readonly ScopeName[] = ['EVENT_TYPE_READ', 'EVENT_TYPE_WRITE', 'SCHEDULE_READ'];
const PATH = '/v2/event-types';

type EventTypeView = Readonly<Record<string, unknown>> & { readonly id: number; readonly slug: string };

const service = useService();
let ada: Caller;
let grace: Caller;
let username: string;
beforeAll(async () => {
  [ada, grace] = [await callerFor(service, SCOPES), await callerFor(service, SCOPES)];
  username = (await service.stores.accounts.accounts.findById(ada.id))?.username ?? '';
});

let count = 0;
const input = (change: object = {}) => ({
  title: 'Intro call',
  slug: `intro-${(count += 1)}`,
  lengthInMinutes: 30,
  ...change,
});
const add = (change: object = {}, caller = ada) => caller.call<EventTypeView>('POST', PATH, input(change));
const createEventType = async (change: object = {}, caller = ada): Promise<EventTypeView> => {
  const { status, data, error } = await add(change, caller);
  expect([status, error]).toEqual([201, undefined]);
  return data;
};
const read = async (id: number, caller = ada) =>
  (await caller.call<EventTypeView>('GET', `${PATH}/${id}`)).data;
const change = (id: number, body: object, caller = ada) =>
  caller.call<EventTypeView>('PATCH', `${PATH}/${id}`, body);
const listed = async (query: string, caller = ada) =>
  (await caller.call<readonly EventTypeView[]>('GET', `${PATH}?${query}`)).data.map(({ slug }) => slug);

/** Every setting, in a form that the reply repeats unchanged. */
const EVERYTHING = {
  lengthInMinutesOptions: [15, 30, 60],
  description: 'We talk.\nFirst about you.',
  disableGuests: true,
  slotInterval: 20,
  minimumBookingNotice: 0,
  beforeEventBuffer: 5,
  afterEventBuffer: 10,
  bookingLimitsCount: { day: 2, month: 10 },
  bookingLimitsDuration: { week: 300 },
  onlyShowFirstAvailableSlot: true,
  offsetStart: 5,
  bookerLayouts: { defaultLayout: 'week', enabledLayouts: ['month', 'week'] },
  requiresBookerEmailVerification: true,
  hideCalendarNotes: true,
  lockTimeZoneToggleOnBookingPage: true,
  color: { lightThemeHex: '#292929', darkThemeHex: '#FAF' },
  seats: { seatsPerTimeSlot: 4, showAttendeeInfo: true, showAvailabilityCount: false },
  customName: '{Event type title} between {Organiser} and {Scheduler}',
  useDestinationCalendarEmail: true,
  hideCalendarEventDetails: true,
  successRedirectUrl: 'https://thanks.example/?a=b',
  hideOrganizerEmail: true,
  calVideoSettings: { disableRecordingForGuests: true, redirectUrlOnExit: 'https://bye.example/' },
  hidden: true,
  bookingRequiresAuthentication: true,
  disableCancelling: { disabled: true },
  disableRescheduling: { disabled: false, minutesBefore: 60 },
  interfaceLanguage: 'pt-BR',
  allowReschedulingPastBookings: true,
  allowReschedulingCancelledBookings: true,
  showOptimizedSlots: false,
  recurrence: { interval: 1, occurrences: 8, frequency: 'weekly' },
  locations: [{ type: 'address', address: '1 Main Street', public: true }],
  metadata: { crm: 'x-1' },
};

describe('creating an event type', () => {
  test('requires a title, a slug and a length, and uses defaults for the rest', async () => {
    const { slug, ...rest } = await createEventType();
    expect(rest).toMatchObject({
      title: 'Intro call',
      lengthInMinutes: 30,
      description: '',
      locations: [],
      disableGuests: false,
      slotInterval: null,
      minimumBookingNotice: 120,
      beforeEventBuffer: 0,
      afterEventBuffer: 0,
      offsetStart: 0,
      recurrence: null,
      metadata: {},
      price: 0,
      currency: 'usd',
      lockTimeZoneToggleOnBookingPage: false,
      forwardParamsSuccessRedirect: null,
      successRedirectUrl: null,
      isInstantEvent: false,
      seatsPerTimeSlot: null,
      scheduleId: null,
      hidden: false,
      bookingRequiresAuthentication: false,
      disableCancelling: { disabled: false },
      disableRescheduling: { disabled: false },
      ownerId: ada.id,
      users: [username],
      bookingUrl: `${service.url}/${username}/${slug}`,
    });
    for (const absent of ['seats', 'bookingWindow', 'confirmationPolicy', 'bookingLimitsCount', 'teamId'])
      expect(rest).not.toHaveProperty(absent);
  });

  test('stores every setting and returns it as it was sent', async () => {
    const data = await createEventType(EVERYTHING);
    expect(data).toMatchObject({ ...EVERYTHING, seatsPerTimeSlot: 4, seatsShowAvailabilityCount: false });
    expect(await read(data.id)).toEqual(data);
  });

  test('accepts a schedule of the user only', async () => {
    const scheduleId = (await ada.call<{ id: number }>('GET', '/v2/schedules/default')).data.id;
    expect(await createEventType({ scheduleId })).toMatchObject({ scheduleId });
    const refused = await add({ scheduleId }, grace);
    expect([refused.status, faulty(refused)]).toEqual([400, ['scheduleId']]);
  });

  test.each([
    { type: 'calendarDays', value: 30, rolling: true },
    { type: 'businessDays', value: 5 },
    { type: 'range', value: ['2032-01-01', '2032-02-29'] },
  ])('returns the booking window %j as a list of one', async (bookingWindow) => {
    expect(await createEventType({ bookingWindow })).toMatchObject({ bookingWindow: [bookingWindow] });
  });

  test.each([
    { type: 'always', blockUnconfirmedBookingsInBooker: false },
    { type: 'time', noticeThreshold: { unit: 'hours', count: 2 }, blockUnconfirmedBookingsInBooker: true },
  ])('accepts the confirmation policy %j', async (confirmationPolicy) => {
    expect(await createEventType({ confirmationPolicy })).toMatchObject({ confirmationPolicy });
  });

  test('accepts every kind of location, and normalizes phone numbers', async () => {
    const locations = [
      { type: 'address', address: '1 Main Street\nLisbon', public: false },
      { type: 'link', link: 'https://meet.example/ada', public: true },
      { type: 'integration', integration: 'zoom' },
      { type: 'phone', phone: '+351 21 000 0000', public: true },
      { type: 'attendeeAddress' },
      { type: 'attendeePhone' },
      { type: 'attendeeDefined' },
    ];
    const normalized = locations.map((one) => (one.phone ? { ...one, phone: '+351210000000' } : one));
    expect(await createEventType({ locations })).toMatchObject({ locations: normalized });
  });

  test('accepts every kind of booking field, and returns the seven default fields', async () => {
    const own = { label: 'A question', required: true, placeholder: '…', hidden: false };
    const types = ['phone', 'address', 'text', 'number', 'textarea', 'multiemail', 'boolean', 'url'];
    const chosen = ['select', 'multiselect', 'checkbox', 'radio'];
    const bookingFields = [
      { type: 'name', label: 'Who?', placeholder: 'Ada' },
      { type: 'email', label: 'Where?', placeholder: '@', required: true },
      { slug: 'title', label: 'What?', required: false },
      { slug: 'guests', hidden: true },
      ...types.map((type) => ({ type, slug: `q-${type}`, ...own })),
      ...chosen.map((type) => ({ type, slug: `q_${type}`, ...own, options: ['a', 'b'] })),
    ];
    const data = await createEventType({ bookingFields });
    const fields = data['bookingFields'] as readonly Record<string, unknown>[];
    expect(fields.map(({ slug, type }) => `${String(slug)}: ${String(type)}`)).toEqual([
      'name: name',
      'email: email',
      'title: text',
      'location: radioInput',
      ...types.map((type) => `q-${type}: ${type}`),
      ...chosen.map((type) => `q_${type}: ${type}`),
      'notes: textarea',
      'guests: multiemail',
      'rescheduleReason: textarea',
    ]);
    expect(fields[0]).toMatchObject({ label: 'Who?', placeholder: 'Ada', required: true, isDefault: true });
    expect(fields.at(-2)).toMatchObject({ slug: 'guests', hidden: true, isDefault: true });
    expect(fields[4]).toMatchObject({ ...own, isDefault: false });
    expect((await change(data.id, { bookingFields: fields })).data).toEqual(data);
  });

  test('accepts a slug in any case and lengths as text, as the reference does', async () => {
    const slug = `Intro-Call-${(count += 1)}`;
    expect(await createEventType({ slug, lengthInMinutesOptions: ['30', '45'] })).toMatchObject({
      slug: slug.toLowerCase(),
      lengthInMinutesOptions: [30, 45],
    });
  });

  test('is refused with 409 when another event type of the user has the slug', async () => {
    const { slug } = await createEventType();
    const refused = await add({ slug: slug.toUpperCase() });
    expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.error.message).toContain('slug');
    expect((await add({ slug }, grace)).status).toBe(201);
  });

  test('ignores unknown properties', async () => {
    const data = await createEventType({ id: 7, ownerId: grace.id, price: 9, teamId: 1, nonsense: { a: 1 } });
    expect(data).toMatchObject({ ownerId: ada.id, price: 0 });
    expect(data).not.toHaveProperty('nonsense');
    expect(data.id).not.toBe(7);
  });
});

const FAULTY: readonly (readonly [property: string, body: object])[] = [
  ['title', { title: ' ' }],
  ['title', { title: 'a\u202eb' }],
  ['title', { title: null }],
  ['slug', { slug: 'a b' }],
  ['slug', { slug: '../admin' }],
  ['slug', { slug: '' }],
  ['lengthInMinutes', { lengthInMinutes: 0 }],
  ['lengthInMinutes', { lengthInMinutes: 1441 }],
  ['lengthInMinutes', { lengthInMinutes: 7.5 }],
  ['lengthInMinutes', { lengthInMinutes: '30' }],
  ['lengthInMinutesOptions', { lengthInMinutesOptions: [15] }],
  ['lengthInMinutesOptions', { lengthInMinutesOptions: [30, 30] }],
  ['lengthInMinutesOptions.1', { lengthInMinutesOptions: [30, 0] }],
  ['description', { description: 'a\u0007b' }],
  ['slotInterval', { slotInterval: 0 }],
  ['minimumBookingNotice', { minimumBookingNotice: -1 }],
  ['beforeEventBuffer', { beforeEventBuffer: -5 }],
  ['offsetStart', { offsetStart: 1.5 }],
  ['scheduleId', { scheduleId: 0 }],
  ['scheduleId', { scheduleId: 999_999 }],
  ['bookingLimitsCount', { bookingLimitsCount: {} }],
  ['bookingLimitsCount.day', { bookingLimitsCount: { day: 0 } }],
  ['bookingLimitsCount', { bookingLimitsCount: { day: 5, week: 3 } }],
  ['bookingWindow.type', { bookingWindow: { type: 'days', value: 1 } }],
  ['bookingWindow.value', { bookingWindow: { type: 'calendarDays', value: 0 } }],
  ['bookingWindow.value.1', { bookingWindow: { type: 'range', value: ['2032-02-01', '2032-02-30'] } }],
  ['bookingWindow.value', { bookingWindow: { type: 'range', value: ['2032-02-02', '2032-02-01'] } }],
  [
    'confirmationPolicy.noticeThreshold',
    { confirmationPolicy: { type: 'time', blockUnconfirmedBookingsInBooker: true } },
  ],
  ['recurrence.occurrences', { recurrence: { interval: 1, occurrences: 53, frequency: 'weekly' } }],
  ['recurrence.frequency', { recurrence: { interval: 1, occurrences: 5, frequency: 'daily' } }],
  ['seats.seatsPerTimeSlot', { seats: { ...EVERYTHING.seats, seatsPerTimeSlot: 0 } }],
  ['color.darkThemeHex', { color: { lightThemeHex: '#fff', darkThemeHex: 'red' } }],
  ['bookerLayouts.defaultLayout', { bookerLayouts: { defaultLayout: 'column', enabledLayouts: ['week'] } }],
  ['interfaceLanguage', { interfaceLanguage: 'tlh' }],
  ['successRedirectUrl', { successRedirectUrl: 'javascript:alert(1)' }],
  ['metadata.k', { metadata: { k: { deep: 1 } } }],
  ['locations.0.link', { locations: [{ type: 'link', link: 'http://meet.example', public: true }] }],
  ['locations.0.type', { locations: [{ type: 'moon' }] }],
  ['locations.0.integration', { locations: [{ type: 'integration', integration: 'skype-video' }] }],
  ['locations.0.phone', { locations: [{ type: 'phone', phone: '12345', public: true }] }],
  ['locations.0.public', { locations: [{ type: 'address', address: 'x' }] }],
  ['bookingFields.0.type', { bookingFields: [{ type: 'moon', slug: 'a' }] }],
  ['bookingFields.0.options', { bookingFields: [{ type: 'select', slug: 'a', label: 'A', required: true }] }],
  [
    'bookingFields.0.slug',
    { bookingFields: [{ type: 'text', slug: '__proto__', label: 'A', required: true }] },
  ],
  ['bookingFields', { bookingFields: [{ type: 'email', hidden: true }] }],
  [
    'bookingFields',
    { bookingFields: [1, 2].map(() => ({ type: 'text', slug: 'a', label: 'A', required: true })) },
  ],
  [
    'destinationCalendar',
    { destinationCalendar: { integration: 'apple_calendar', externalId: 'nobody@nowhere' } },
  ],
  ['showOptimizedSlots', { showOptimizedSlots: true }],
  ['requiresBookerEmailVerification', { requiresBookerEmailVerification: 'yes' }],
  ['seats', { seats: EVERYTHING.seats, locations: [{ type: 'attendeePhone' }, { type: 'attendeeDefined' }] }],
  [
    'seats',
    {
      seats: EVERYTHING.seats,
      confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true },
    },
  ],
  [
    'bookerActiveBookingsLimit',
    { bookerActiveBookingsLimit: { maximumActiveBookings: 1 }, recurrence: EVERYTHING.recurrence },
  ],
];

const named = FAULTY.map(([property, body]) => [property, JSON.stringify(body).slice(0, 70), body] as const);

describe('an invalid event type', () => {
  test.each(named)('is refused naming %s in %s, on creation and on change', async (property, _, body) => {
    const refused = await add(body);
    expect([refused.status, faulty(refused)]).toEqual([400, [property]]);
    const existing = await createEventType();
    const unchanged = await change(existing.id, body);
    expect([unchanged.status, faulty(unchanged)]).toEqual([400, [property]]);
    expect(await read(existing.id)).toEqual(existing);
  });
});

describe('changing an event type', () => {
  test('replaces the named settings and leaves the others', async () => {
    const before = await createEventType(EVERYTHING);
    const reply = await change(before.id, { title: 'Longer call', lengthInMinutes: 60, hidden: false });
    expect(reply.status).toBe(200);
    expect(reply.data).toEqual({ ...before, title: 'Longer call', lengthInMinutes: 60, hidden: false });
    expect((await change(before.id, {})).data).toEqual(reply.data);
  });

  test.each(['null', 'disabled'])('removes settings with %s', async (how) => {
    const removed = how === 'null' ? null : { disabled: true };
    const { id } = await createEventType({
      ...EVERYTHING,
      bookingWindow: { type: 'businessDays', value: 5 },
    });
    const { data } = await change(id, {
      bookingLimitsCount: removed,
      bookingLimitsDuration: removed,
      bookingWindow: removed,
      recurrence: removed,
      seats: removed,
    });
    expect(data).toMatchObject({ recurrence: null, seatsPerTimeSlot: null });
    for (const absent of ['bookingLimitsCount', 'bookingLimitsDuration', 'bookingWindow', 'seats'])
      expect(data).not.toHaveProperty(absent);
  });

  test('resets settings to their defaults with null', async () => {
    const plain = await createEventType();
    const { id, slug, bookingUrl } = await createEventType(EVERYTHING);
    const nothing = Object.fromEntries(Object.keys(EVERYTHING).map((name) => [name, null]));
    expect((await change(id, nothing)).data).toEqual({ ...plain, id, slug, bookingUrl });
  });

  test('validates the changed settings together with the unchanged ones', async () => {
    const { id } = await createEventType({ lengthInMinutesOptions: [30, 60] });
    expect(faulty(await change(id, { lengthInMinutes: 45 }))).toEqual(['lengthInMinutesOptions']);
    const both = { lengthInMinutes: 45, lengthInMinutesOptions: [45, 60] };
    expect((await change(id, both)).data).toMatchObject(both);
  });

  test('is refused with 409 when the slug is taken', async () => {
    const [one, other] = [await createEventType(), await createEventType()];
    expect((await change(one.id, { slug: other.slug })).status).toBe(409);
    expect((await change(one.id, { slug: one.slug })).status).toBe(200);
  });

  test('writes an audit entry with its actor', async () => {
    const { id } = await createEventType();
    await change(id, { hidden: true });
    const entries = await service.stores.events.audit.list(undefined, 10_000);
    expect(entries.filter(({ subject }) => subject === `event_type:${id}`)).toMatchObject([
      { action: 'event_type.created', actor: `account:${ada.id}`, clientIp: expect.any(String) },
      { action: 'event_type.changed', actor: `account:${ada.id}`, facts: { changed: ['hidden'] } },
    ]);
  });
});

describe('an event type of another user', () => {
  test('is not found by any method', async () => {
    const { id } = await createEventType();
    for (const path of [`${PATH}/${id}`, `${PATH}/999999999`, `${PATH}/999999999999999`]) {
      const replies: Reply<unknown>[] = [
        await grace.call('GET', path),
        await grace.call('PATCH', path, { title: 'Mine' }),
        await grace.call('DELETE', path),
      ];
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect(await read(id)).toMatchObject({ title: 'Intro call' });
    expect((await ada.call('GET', `${PATH}/seven`)).status).toBe(400);
  });
});

describe('deleting an event type', () => {
  test('returns the deleted event type, once', async () => {
    const { id, slug } = await createEventType();
    const removed = await ada.call('DELETE', `${PATH}/${id}`);
    expect([removed.status, removed.data]).toEqual([
      200,
      { id, slug, title: 'Intro call', lengthInMinutes: 30 },
    ]);
    expect((await ada.call('DELETE', `${PATH}/${id}`)).status).toBe(404);
  });
});

describe('listing event types', () => {
  let eve: Caller;
  let evename: string;
  beforeAll(async () => {
    eve = await callerFor(service, SCOPES);
    evename = (await service.stores.accounts.accounts.findById(eve.id))?.username ?? '';
    for (const slug of ['a', 'b', 'c']) await createEventType({ slug, hidden: slug === 'b' }, eve);
  });

  test('returns the event types of the user, oldest first, in pages', async () => {
    expect(await listed('', eve)).toEqual(['a', 'b', 'c']);
    expect(await listed('sortCreatedAt=desc', eve)).toEqual(['c', 'b', 'a']);
    expect(await listed('take=1&skip=2', eve)).toEqual(['c']);
    expect(await listed('eventSlug=B', eve)).toEqual(['b']);
  });

  test('returns those of other users that are not hidden', async () => {
    expect(await listed(`username=${evename}`)).toEqual(['a', 'c']);
    expect(await listed(`username=${evename}`, eve)).toEqual(['a', 'b', 'c']);
    expect(await listed(`username=${evename}&eventSlug=b`)).toEqual([]);
    expect(await listed(`usernames=${evename},nobody-at-all&sortCreatedAt=desc`)).toEqual(['c', 'a']);
    expect(await listed('username=nobody-at-all')).toEqual([]);
    expect(await listed(`username=${evename}&orgSlug=none`)).toEqual([]);
    expect(await listed(`username=${evename}&orgId=1`)).toEqual([]);
  });

  test.each(['take=0', 'take=251', 'skip=-1', 'sortCreatedAt=up', 'orgId=x', 'usernames=,'])(
    'refuses the query %s',
    async (query) => {
      const refused = await ada.call('GET', `${PATH}?${query}`);
      expect([refused.status, faulty(refused).map((name) => name.split('.')[0])]).toEqual([
        400,
        expect.arrayContaining([query.split('=')[0]]),
      ]);
    },
  );
});

describe('the scopes of event types', () => {
  test('are separate for reading and writing', async () => {
    const reader = await callerFor(service, ['EVENT_TYPE_READ']);
    const writer = await callerFor(service, ['EVENT_TYPE_WRITE']);
    expect((await reader.call('GET', PATH)).status).toBe(200);
    expect((await reader.call('POST', PATH, input())).status).toBe(403);
    expect((await writer.call('POST', PATH, input())).status).toBe(201);
    expect((await writer.call('GET', PATH)).status).toBe(403);
  });
});

test.each(USERS.flatMap(({ eventTypes }) => eventTypes))(
  'the demo event type $slug is valid for the API',
  (eventType) => {
    expect(eventTypeInput.safeParse(eventType)).toMatchObject({ success: true });
    expect(termFaults(newTerms(eventType))).toEqual([]);
  },
);
