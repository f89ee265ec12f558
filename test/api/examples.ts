/*
 * For each endpoint a call that works: things of the caller's own behind the names of its path, and a body that fits.
 * A new parameter needs a maker here, and an endpoint that asks for a body or a query an example of it.
 */
import type { Route } from '../../src/api/route.js';
import { nameOf } from './registered.js';
import { CAUSE, type World } from './world.js';

export type Params = Readonly<Record<string, string>>;

export interface Example {
  readonly params: Params;
  readonly query: Params;
  readonly body?: object;
}

const HOUR_MS = 3_600_000;
/** Bookings begin here, an hour after one another; absences long after them. */
const [FIRST_BOOKING_DAYS, FIRST_ABSENCE_DAYS] = [10, 1_000];
const attendee = { name: 'Grace Hopper', email: 'grace@example.net', timeZone: 'America/New_York' };

function hourAhead(days: number, hours: number): string {
  const hour = Math.floor(Date.now() / HOUR_MS) + days * 24 + hours;
  return new Date(hour * HOUR_MS).toISOString();
}
const freeStart = (world: World): string => hourAhead(FIRST_BOOKING_DAYS, world.next());

function absence(world: World): object {
  const hours = 24 * world.next();
  return { start: hourAhead(FIRST_ABSENCE_DAYS, hours), end: hourAhead(FIRST_ABSENCE_DAYS, hours + 1) };
}

const newEventType = (world: World) => ({
  title: 'Intro call',
  slug: `intro-${world.next()}`,
  lengthInMinutes: 30,
});
const schedule = { name: 'Mornings', timeZone: 'Europe/Lisbon', isDefault: false };
const team = (world: World) => ({ name: 'Engine room', slug: `engine-room-${world.next()}` });

async function eventTypeId({ call, ...world }: World, settings: object = {}): Promise<number> {
  const { id } = await call('POST', '/v2/event-types', { ...newEventType({ call, ...world }), ...settings });
  return id;
}

const hold = async (world: World) => ({
  eventTypeId: await eventTypeId(world),
  slotStart: freeStart(world),
});
const booking = async (world: World, settings: object = {}) => ({
  eventTypeId: await eventTypeId(world, settings),
  start: freeStart(world),
  attendee,
});

type Uids = { readonly uid: string; readonly seatUid: string };
const book = async (world: World, settings: object = {}): Promise<Uids> =>
  world.call<Uids>('POST', '/v2/bookings', await booking(world, settings));
const SEATS = { seats: { seatsPerTimeSlot: 2, showAttendeeInfo: true, showAvailabilityCount: true } };

/** Somebody in the organization by their own word. */
async function colleague({ call, service, orgId, stranger }: World): Promise<number> {
  const userId = await stranger();
  const { id } = await call('POST', `/v2/organizations/${orgId}/memberships`, { userId });
  await service.stores.ownMemberships.agree(userId, id, CAUSE);
  return userId;
}

const placeOf = ({ orgId, teamId }: Params): string =>
  ['/v2', ...(orgId ? [`organizations/${orgId}`] : []), ...(teamId ? [`teams/${teamId}`] : [])].join('/');

/** For a place: a team inside an organization takes its people from there. */
const candidate = (world: World, { orgId, teamId }: Params): Promise<number> =>
  orgId !== undefined && teamId !== undefined ? colleague(world) : world.stranger();

type Make = (world: World, params: Params) => Promise<string | number>;

const PARAMS: Readonly<Record<string, Make>> = {
  eventTypeId: (world) => eventTypeId(world),
  linkId: async ({ call }, params) => {
    const path = `/v2/event-types/${params['eventTypeId']}/private-links`;
    return (await call<{ readonly linkId: string }>('POST', path, {})).linkId;
  },
  scheduleId: async ({ call }) => (await call('POST', '/v2/schedules', schedule)).id,
  oooId: async (world) => (await world.call('POST', '/v2/me/ooo', absence(world))).id,
  uid: async (world) => {
    const path = '/v2/slots/reservations';
    const held = await world.call<{ readonly reservationUid: string }>('POST', path, await hold(world));
    return held.reservationUid;
  },
  bookingUid: async (world) => (await book(world)).uid,
  seatUid: async (world) => (await book(world, SEATS)).seatUid,
  orgId: async ({ orgId }) => orgId,
  teamId: async (world, params) => (await world.call('POST', `${placeOf(params)}/teams`, team(world))).id,
  membershipId: async (world, params) => {
    const member = { userId: await candidate(world, params), accepted: true };
    return (await world.call('POST', `${placeOf(params)}/memberships`, member)).id;
  },
  userId: colleague,
};

/** By method and path, without the organization in front of a team: both doors take the same. */
const BODIES: Readonly<Record<string, (world: World, params: Params) => object | Promise<object>>> = {
  'PATCH /v2/me': () => ({ bio: 'Writes notes.' }),
  'PATCH /v2/me/booking-limits': () => ({ perDay: 1_000 }),
  'POST /v2/me/ooo': absence,
  'PATCH /v2/me/ooo/:oooId': () => ({ notes: 'At sea.' }),
  'POST /v2/schedules': () => schedule,
  'PATCH /v2/schedules/:scheduleId': () => ({ name: 'Afternoons' }),
  'POST /v2/event-types': newEventType,
  'PATCH /v2/event-types/:eventTypeId': () => ({ title: 'Second call' }),
  'POST /v2/event-types/:eventTypeId/private-links': () => ({}),
  'PATCH /v2/event-types/:eventTypeId/private-links/:linkId': () => ({ maxUsageCount: 5 }),
  'POST /v2/slots/reservations': hold,
  'PATCH /v2/slots/reservations/:uid': hold,
  'POST /v2/bookings': (world) => booking(world),
  'POST /v2/bookings/:bookingUid/cancel': () => ({ cancellationReason: 'Rain.' }),
  'POST /v2/bookings/:bookingUid/reschedule': (world) => ({ start: freeStart(world) }),
  'POST /v2/teams': team,
  'PATCH /v2/teams/:teamId': () => ({ bio: 'We make engines.' }),
  'POST /v2/organizations/:orgId/teams': team,
  'POST /v2/teams/:teamId/memberships': async (world, params) => ({ userId: await candidate(world, params) }),
  'PATCH /v2/teams/:teamId/memberships/:membershipId': () => ({ role: 'ADMIN' }),
  'POST /v2/teams/:teamId/invite': () => ({}),
  'POST /v2/organizations/:orgId/memberships': async ({ stranger }) => ({ userId: await stranger() }),
  'PATCH /v2/organizations/:orgId/memberships/:membershipId': () => ({ role: 'ADMIN' }),
  'POST /v2/organizations/:orgId/users': ({ next }) => ({ email: `colleague-${next()}@example.com` }),
  'PATCH /v2/organizations/:orgId/users/:userId': () => ({ bio: 'Keeps the engine running.' }),
};

const QUERIES: Readonly<Record<string, (world: World) => Params | Promise<Params>>> = {
  'GET /v2/slots': async (world) => ({
    eventTypeId: String(await eventTypeId(world)),
    start: hourAhead(FIRST_BOOKING_DAYS + 300, 0),
    end: hourAhead(FIRST_BOOKING_DAYS + 300, 8),
  }),
};

const byEitherDoor = (name: string): string =>
  name.replace('/organizations/:orgId/teams/:teamId', '/teams/:teamId');

export interface Examples {
  of(route: Pick<Route, 'method' | 'path'>): Promise<Example>;
}

/** What a path ends in, the calls may use up, and each gets its own; what stands in front of it is kept. */
export function createExamples(world: World): Examples {
  const kept = new Map<string, string>();
  async function valueOf(name: string, place: string, last: boolean, params: Params): Promise<string> {
    const known = last ? undefined : kept.get(place);
    if (known !== undefined) return known;
    const make = PARAMS[name];
    if (make === undefined) throw new Error(`nobody makes a ${name}`);
    const made = String(await make(world, params));
    if (!last) kept.set(place, made);
    return made;
  }
  async function paramsOf(path: string): Promise<Params> {
    const params: Record<string, string> = {};
    const names = [...path.matchAll(/:([A-Za-z]+)/g)];
    for (const [at, match] of names.entries()) {
      const place = path.slice(0, match.index + match[0].length);
      const name = match[1] ?? '';
      params[name] = await valueOf(name, place, at === names.length - 1, params);
    }
    return params;
  }
  return {
    async of(route) {
      const name = byEitherDoor(nameOf(route));
      const params = await paramsOf(route.path);
      const query = (await QUERIES[name]?.(world)) ?? {};
      const body = await BODIES[name]?.(world, params);
      return { params, query, ...(body && { body }) };
    },
  };
}

export function addressOf({ path }: Pick<Route, 'path'>, { params, query }: Example): string {
  const filled = path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const asked = new URLSearchParams(query).toString();
  return asked === '' ? filled : `${filled}?${asked}`;
}
