/*
 * A valid call for each endpoint: resources of the caller for the parameters of its path, and a valid body. A new
 * parameter needs a function here, and an endpoint with a body or a query an example of it.
 */
import type { Route } from '../../src/api/route.js';
import { appFor, callbackQuery, returnUrls, recordingEvent, signatureHeaders } from './example-apps.js';
import {
  appleAccount,
  appleConnection,
  busyTimes,
  calendarFor,
  signInReturn,
  chosenCalendar,
  destination,
  eventOf,
  feeds,
  ownCalendar,
  savedFeed,
  savedFeeds,
} from './example-calendars.js';
import { nameOf } from './registered.js';
import {
  absence,
  addHost,
  attendee,
  book,
  bookStarted,
  bookIn,
  booking,
  bookRoundRobin,
  candidate,
  colleague,
  eventTypeIn,
  FIRST_BOOKING_DAYS,
  formResponse,
  formSlots,
  freeStart,
  hold,
  hourAhead,
  newEventType,
  newGroupEventType,
  memberPath,
  ownEventType,
  type Params,
  PENDING,
  groupBooking,
  groupPath,
  routingForm,
  schedule,
  SEATS,
  team,
  teammate,
  webhook,
  webhookIn,
} from './example-resources.js';
import { emailAndCode, newEmail, newPhone, phoneAndCode, verifiedAddress } from './verified-examples.js';
import { workflow, workflowIn } from './workflow-examples.js';
import type { Fixture } from './api-fixture.js';

export interface Example {
  readonly params: Params;
  readonly query: Params;
  readonly headers?: Params;
  readonly body?: object;
}

/** Creates the resource of a parameter for the path of a route. */
type Create = (fixture: Fixture, params: Params, path: string) => Promise<string | number>;

/** Depends on the action: a pending booking, one that has started, or one that can be reassigned. */
async function bookingFor(fixture: Fixture, params: Params, path: string): Promise<string> {
  if (groupPath(params) !== '/v2') return bookIn(fixture, params);
  if (/\/(?:confirm|decline)$/.test(path)) return (await book(fixture, PENDING)).uid;
  if (path.endsWith('/mark-absent')) return bookStarted(fixture);
  if (!path.includes('/reassign')) return (await book(fixture)).uid;
  const uid = await bookRoundRobin(fixture);
  if (path.endsWith('/reassign')) await addHost(fixture, uid);
  return uid;
}

function userFor(fixture: Fixture, params: Params): Promise<number> {
  if (params['bookingUid'] !== undefined) return addHost(fixture, params['bookingUid']);
  return params['teamId'] === undefined ? colleague(fixture) : teammate(fixture, params);
}

async function attendeeOf({ call }: Fixture, { bookingUid }: Params): Promise<number> {
  const path = `/v2/bookings/${bookingUid}/attendees`;
  const [first] = await call<readonly { readonly id: number }[]>('GET', path);
  if (first === undefined) throw new Error('a booking without an attendee');
  return first.id;
}

const PARAMS: Readonly<Record<string, Create>> = {
  eventTypeId: eventTypeIn,
  linkId: async ({ call }, params) => {
    const path = `${groupPath(params)}/event-types/${params['eventTypeId']}/private-links`;
    return (await call<{ readonly linkId: string }>('POST', path, {})).linkId;
  },
  webhookId: webhookIn,
  clientId: async ({ service }) => (await service.client({})).clientId,
  scheduleId: async ({ call }, params) =>
    (await call('POST', `${memberPath(params) ?? '/v2'}/schedules`, schedule)).id,
  oooId: async (fixture, params) =>
    (await fixture.call('POST', `${memberPath(params) ?? '/v2/me'}/ooo`, absence(fixture))).id,
  uid: async (fixture) => {
    const path = '/v2/slots/reservations';
    const held = await fixture.call<{ readonly reservationUid: string }>('POST', path, await hold(fixture));
    return held.reservationUid;
  },
  app: appFor,
  calendar: calendarFor,
  eventUid: eventOf,
  externalId: savedFeed,
  bookingUid: bookingFor,
  attendeeId: attendeeOf,
  seatUid: async (fixture) => (await book(fixture, SEATS)).seatUid,
  orgId: async ({ orgId }) => orgId,
  teamId: async (fixture, params) =>
    (await fixture.call('POST', `${groupPath(params)}/teams`, team(fixture))).id,
  membershipId: async (fixture, params) => {
    const member = { userId: await candidate(fixture, params), accepted: true };
    return (await fixture.call('POST', `${groupPath(params)}/memberships`, member)).id;
  },
  userId: userFor,
  workflowId: workflowIn,
  id: verifiedAddress,
  routingFormId: routingForm,
  responseId: formResponse,
};

/** By method and path, without the organization before a team, as both mounts accept the same. */
const BODIES: Readonly<Record<string, (fixture: Fixture, params: Params) => object | Promise<object>>> = {
  'PATCH /v2/me': () => ({ bio: 'Writes notes.' }),
  'PATCH /v2/me/booking-limits': () => ({ perDay: 1_000 }),
  'POST /v2/me/ooo': absence,
  'PATCH /v2/me/ooo/:oooId': () => ({ notes: 'At sea.' }),
  'POST /v2/schedules': () => schedule,
  'PATCH /v2/schedules/:scheduleId': () => ({ name: 'Afternoons' }),
  'POST /v2/teams/:teamId/users/:userId/schedules': () => schedule,
  'PATCH /v2/teams/:teamId/users/:userId/schedules/:scheduleId': () => ({ name: 'Afternoons' }),
  'POST /v2/organizations/:orgId/users/:userId/schedules': () => schedule,
  'PATCH /v2/organizations/:orgId/users/:userId/schedules/:scheduleId': () => ({ name: 'Afternoons' }),
  'POST /v2/teams/:teamId/users/:userId/ooo': absence,
  'PATCH /v2/teams/:teamId/users/:userId/ooo/:oooId': () => ({ notes: 'At sea.' }),
  'POST /v2/organizations/:orgId/users/:userId/ooo': absence,
  'PATCH /v2/organizations/:orgId/users/:userId/ooo/:oooId': () => ({ notes: 'At sea.' }),
  'POST /v2/event-types': newEventType,
  'PATCH /v2/event-types/:eventTypeId': () => ({ title: 'Second call' }),
  'POST /v2/event-types/:eventTypeId/private-links': () => ({}),
  'PATCH /v2/event-types/:eventTypeId/private-links/:linkId': () => ({ maxUsageCount: 5 }),
  'POST /v2/webhooks': webhook,
  'PATCH /v2/webhooks/:webhookId': () => ({ active: false }),
  'POST /v2/event-types/:eventTypeId/webhooks': webhook,
  'PATCH /v2/event-types/:eventTypeId/webhooks/:webhookId': () => ({ active: false }),
  'POST /v2/teams/:teamId/event-types/:eventTypeId/webhooks': webhook,
  'PATCH /v2/teams/:teamId/event-types/:eventTypeId/webhooks/:webhookId': () => ({ active: false }),
  'POST /v2/organizations/:orgId/webhooks': webhook,
  'PATCH /v2/organizations/:orgId/webhooks/:webhookId': () => ({ active: false }),
  'POST /v2/calendars/ics-feed/save': feeds,
  'POST /v2/calendars/ics-feed/feeds': feeds,
  'POST /v2/calendars/:calendar/credentials': appleAccount,
  'POST /v2/calendars/:calendar/disconnect': appleConnection,
  'PATCH /v2/calendars/:calendar/events/:eventUid': () => ({ title: 'Second call' }),
  'POST /v2/selected-calendars': ownCalendar,
  'PUT /v2/destination-calendars': destination,
  'POST /v2/slots/reservations': hold,
  'PATCH /v2/slots/reservations/:uid': hold,
  'POST /v2/bookings': (fixture) => booking(fixture),
  'POST /v2/conferencing/:app/events': recordingEvent,
  'POST /v2/bookings/:bookingUid/cancel': () => ({ cancellationReason: 'Rain.' }),
  'POST /v2/bookings/:bookingUid/reschedule': (fixture) => ({ start: freeStart(fixture) }),
  'PATCH /v2/bookings/:bookingUid/location': () => ({
    location: { type: 'link', link: 'https://meet.example.com/room' },
  }),
  'POST /v2/bookings/:bookingUid/mark-absent': () => ({ host: true }),
  'POST /v2/bookings/:bookingUid/attendees': () => ({ ...attendee, email: 'alan@example.net' }),
  'POST /v2/bookings/:bookingUid/guests': () => ({ guests: [{ email: 'alan@example.net' }] }),
  'POST /v2/teams/:teamId/event-types': newGroupEventType,
  'PATCH /v2/teams/:teamId/event-types/:eventTypeId': () => ({ title: 'Second call' }),
  'POST /v2/teams/:teamId/event-types/:eventTypeId/private-links': () => ({}),
  'PATCH /v2/teams/:teamId/event-types/:eventTypeId/private-links/:linkId': () => ({ maxUsageCount: 5 }),
  'POST /v2/organizations/:orgId/event-types': newGroupEventType,
  'PATCH /v2/organizations/:orgId/event-types/:eventTypeId': () => ({ title: 'Second call' }),
  'POST /v2/teams/:teamId/bookings': groupBooking,
  'PATCH /v2/teams/:teamId/bookings/:bookingUid': () => ({ title: 'Second call' }),
  'DELETE /v2/teams/:teamId/bookings/:bookingUid': () => ({ cancellationReason: 'Rain.' }),
  'POST /v2/organizations/:orgId/bookings': groupBooking,
  'PATCH /v2/organizations/:orgId/bookings/:bookingUid': () => ({ title: 'Second call' }),
  'DELETE /v2/organizations/:orgId/bookings/:bookingUid': () => ({ cancellationReason: 'Rain.' }),
  'POST /v2/verified-resources/emails/verification-code/request': newEmail,
  'POST /v2/verified-resources/emails/verification-code/verify': emailAndCode,
  'POST /v2/verified-resources/phones/verification-code/request': newPhone,
  'POST /v2/verified-resources/phones/verification-code/verify': phoneAndCode,
  'POST /v2/teams/:teamId/verified-resources/emails/verification-code/request': newEmail,
  'POST /v2/teams/:teamId/verified-resources/emails/verification-code/verify': emailAndCode,
  'POST /v2/teams/:teamId/verified-resources/phones/verification-code/request': newPhone,
  'POST /v2/teams/:teamId/verified-resources/phones/verification-code/verify': phoneAndCode,
  'PATCH /v2/teams/:teamId/routing-forms/:routingFormId/responses/:responseId': () => ({ response: {} }),
  'PATCH /v2/organizations/:orgId/routing-forms/:routingFormId/responses/:responseId': () => ({
    response: {},
  }),
  'POST /v2/teams': team,
  'PATCH /v2/teams/:teamId': () => ({ bio: 'We make engines.' }),
  'POST /v2/organizations/:orgId/teams': team,
  'POST /v2/teams/:teamId/memberships': async (fixture, params) => ({
    userId: await candidate(fixture, params),
  }),
  'PATCH /v2/teams/:teamId/memberships/:membershipId': () => ({ role: 'ADMIN' }),
  'POST /v2/teams/:teamId/invite': () => ({}),
  'POST /v2/organizations/:orgId/memberships': async ({ nonMember }) => ({ userId: await nonMember() }),
  'PATCH /v2/organizations/:orgId/memberships/:membershipId': () => ({ role: 'ADMIN' }),
  'POST /v2/teams/:teamId/workflows': () => workflow(),
  'PATCH /v2/teams/:teamId/workflows/:workflowId': () => ({ name: 'Farewell' }),
  'POST /v2/teams/:teamId/workflows/routing-form': () => workflow('formSubmitted'),
  'PATCH /v2/teams/:teamId/workflows/:workflowId/routing-form': () => ({ name: 'Farewell' }),
  'POST /v2/organizations/:orgId/users': ({ next }) => ({ email: `colleague-${next()}@example.com` }),
  'PATCH /v2/organizations/:orgId/users/:userId': () => ({ bio: 'Keeps the engine running.' }),
};

const QUERIES: Readonly<Record<string, (fixture: Fixture, params: Params) => Params | Promise<Params>>> = {
  'GET /v2/conferencing/:app/oauth/auth-url': returnUrls,
  'GET /v2/teams/:teamId/conferencing/:app/oauth/auth-url': returnUrls,
  'GET /v2/conferencing/:app/oauth/callback': callbackQuery,
  'GET /v2/teams/:teamId/conferencing/:app/oauth/callback': callbackQuery,
  'GET /v2/calendars/ics-feed/check': savedFeeds,
  'GET /v2/calendars/busy-times': busyTimes,
  'GET /v2/calendars/:calendar/save': signInReturn,
  'DELETE /v2/selected-calendars': chosenCalendar,
  'GET /v2/slots': async (fixture) => ({
    eventTypeId: String(await ownEventType(fixture)),
    start: hourAhead(FIRST_BOOKING_DAYS + 300, 0),
    end: hourAhead(FIRST_BOOKING_DAYS + 300, 8),
  }),
  'POST /v2/routing-forms/:routingFormId/calculate-slots': formSlots,
  'POST /v2/teams/:teamId/routing-forms/:routingFormId/responses': formSlots,
  'POST /v2/organizations/:orgId/routing-forms/:routingFormId/responses': formSlots,
};

/** For the body of the example. */
const HEADERS: Readonly<Record<string, (body: object | undefined) => Params>> = {
  'POST /v2/conferencing/:app/events': signatureHeaders,
};

const byEitherMount = (name: string): string =>
  name.replace('/organizations/:orgId/teams/:teamId', '/teams/:teamId');

export interface Examples {
  of(route: Pick<Route, 'method' | 'path'>): Promise<Example>;
}

/** Each call gets its own resource for the last parameter, as it may use it up; those before it are reused. */
export function createExamples(fixture: Fixture): Examples {
  const reused = new Map<string, string>();
  async function create(name: string, params: Params, path: string): Promise<string> {
    const createResource = PARAMS[name];
    if (createResource === undefined) throw new Error(`no example creates a ${name}`);
    return String(await createResource(fixture, params, path));
  }
  async function paramsOf(path: string): Promise<Params> {
    const params: Record<string, string> = {};
    const [, ...parts] = path.split('/:');
    let prefix = '';
    for (const [at, part] of parts.entries()) {
      const [name = ''] = part.split('/');
      // With the segments after it: a booking to reassign is not the one whose attendees are read.
      prefix += `/:${part}`;
      const value = reused.get(prefix) ?? (await create(name, params, path));
      if (at < parts.length - 1) reused.set(prefix, value);
      params[name] = value;
    }
    return params;
  }
  return {
    async of(route) {
      const name = byEitherMount(nameOf(route));
      const params = await paramsOf(route.path);
      const query = (await QUERIES[name]?.(fixture, params)) ?? {};
      const body = await BODIES[name]?.(fixture, params);
      const headers = HEADERS[name]?.(body);
      return { params, query, ...(headers && { headers }), ...(body && { body }) };
    },
  };
}

export function addressOf({ path }: Pick<Route, 'path'>, { params, query }: Example): string {
  const filled = path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}
