/*
 * What the examples of calls are made of: event types, bookings, holds, people, each made over the API as its owner
 * would. Times are all different, so that nothing made here stands in the way of another.
 */
import { CAUSE, OPEN_HOURS, type World } from './api-fixture.js';

export type Params = Readonly<Record<string, string>>;

const HOUR_MS = 3_600_000;
/** Bookings begin here, an hour after one another; absences long after them. */
export const FIRST_BOOKING_DAYS = 10;
const FIRST_ABSENCE_DAYS = 1_000;
export const attendee = { name: 'Grace Hopper', email: 'grace@example.net', timeZone: 'America/New_York' };

export function hourAhead(days: number, hours: number): string {
  const hour = Math.floor(Date.now() / HOUR_MS) + days * 24 + hours;
  return new Date(hour * HOUR_MS).toISOString();
}
export const freeStart = (world: World): string => hourAhead(FIRST_BOOKING_DAYS, world.next());

export function absence(world: World): object {
  const hours = 24 * world.next();
  return { start: hourAhead(FIRST_ABSENCE_DAYS, hours), end: hourAhead(FIRST_ABSENCE_DAYS, hours + 1) };
}

export const newEventType = (world: World) => ({
  title: 'Intro call',
  slug: `intro-${world.next()}`,
  lengthInMinutes: 30,
});
export const schedule = { name: 'Mornings', timeZone: 'Europe/Lisbon', isDefault: false };
export const team = (world: World) => ({ name: 'Engine room', slug: `engine-room-${world.next()}` });

export const ownEventType = async (world: World, settings: object = {}): Promise<number> =>
  (await world.call('POST', '/v2/event-types', { ...newEventType(world), ...settings })).id;

export const hold = async (world: World) => ({
  eventTypeId: await ownEventType(world),
  slotStart: freeStart(world),
});
export const booking = async (world: World, settings: object = {}) => ({
  eventTypeId: await ownEventType(world, settings),
  start: freeStart(world),
  attendee,
});

type Uids = { readonly uid: string; readonly seatUid: string };
/** By somebody else: what a host books themself waits for nobody. */
export async function book(world: World, settings: object = {}): Promise<Uids> {
  const body = await booking(world, settings);
  const { status, text } = await world.wire.send({ method: 'POST', path: '/v2/bookings', body });
  if (status !== 201) throw new Error(`not booked: ${text}`);
  return (JSON.parse(text) as { readonly data: Uids }).data;
}
export const PENDING = { confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true } };
export const SEATS = { seats: { seatsPerTimeSlot: 2, showAttendeeInfo: true, showAvailabilityCount: true } };

/** Somebody in the organization by their own word. */
export async function colleague({ call, service, orgId, stranger }: World): Promise<number> {
  const userId = await stranger();
  const { id } = await call('POST', `/v2/organizations/${orgId}/memberships`, { userId });
  await service.stores.ownMemberships.agree(userId, id, CAUSE);
  return userId;
}

export const placeOf = ({ orgId, teamId }: Params): string =>
  ['/v2', ...(orgId ? [`organizations/${orgId}`] : []), ...(teamId ? [`teams/${teamId}`] : [])].join('/');

/** For a place: a team inside an organization takes its people from there. */
export const candidate = (world: World, { orgId, teamId }: Params): Promise<number> =>
  orgId !== undefined && teamId !== undefined ? colleague(world) : world.stranger();

/** Somebody in the team by their own word. */
export async function teammate(world: World, params: Params): Promise<number> {
  const userId = await candidate(world, params);
  const { id } = await world.call('POST', `${placeOf(params)}/memberships`, { userId });
  await world.service.stores.ownMemberships.agree(userId, id, CAUSE);
  return userId;
}

/** The member of a place whose things the path names; undefined for the caller's own. */
export const ownerOf = (params: Params): string | undefined =>
  params['userId'] && `${placeOf(params)}/users/${params['userId']}`;

/** Of a team the caller hosts alone, of an organization the caller's own. */
export function newPlacedEventType(world: World, { teamId }: Params) {
  const { accountId } = world;
  const whose = teamId
    ? { schedulingType: 'roundRobin', hosts: [{ userId: accountId }] }
    : { userId: accountId };
  return { ...newEventType(world), ...whose };
}

export async function eventTypeIn(world: World, params: Params): Promise<number> {
  if (placeOf(params) === '/v2') return ownEventType(world);
  const { call } = world;
  return (await call('POST', `${placeOf(params)}/event-types`, newPlacedEventType(world, params))).id;
}

export const placedBooking = async (world: World, params: Params) => ({
  eventTypeId: await eventTypeIn(world, params),
  start: freeStart(world),
  attendee,
});

export const webhook = ({ next }: World) => ({
  active: true,
  subscriberUrl: `https://receiver.example/hook-${next()}`,
  triggers: ['BOOKING_CREATED'],
});

/** Of an event type, a person or an organization, as the path says. */
export async function webhookIn(world: World, params: Params): Promise<number> {
  const { eventTypeId } = params;
  const path = `${placeOf(params)}${eventTypeId ? `/event-types/${eventTypeId}` : ''}/webhooks`;
  return (await world.call('POST', path, webhook(world))).id;
}

/** Of an event type of a place. */
export async function bookIn(world: World, params: Params): Promise<string> {
  const body = await placedBooking(world, params);
  return (await world.call<Uids>('POST', `${placeOf(params)}/bookings`, body)).uid;
}

/** That another host of its round robin could take over. */
export async function bookRoundRobin(world: World): Promise<string> {
  const orgId = String(world.orgId);
  const { id } = await world.call('POST', `/v2/organizations/${orgId}/teams`, team(world));
  const eventTypeId = await eventTypeIn(world, { orgId, teamId: String(id) });
  const asked = { eventTypeId, start: freeStart(world), attendee };
  return (await world.call<Uids>('POST', '/v2/bookings', asked)).uid;
}

/** Somebody with time joins the round robin of a booking. */
export async function addHost(world: World, uid: string): Promise<number> {
  const { call, accountId } = world;
  const place = `/v2/organizations/${world.orgId}`;
  const { eventTypeId } = await call<{ readonly eventTypeId: number }>('GET', `/v2/bookings/${uid}`);
  const path = `${place}/event-types/${eventTypeId}`;
  const { teamId } = await call<{ readonly teamId: number }>('GET', path);
  const userId = await teammate(world, { orgId: String(world.orgId), teamId: String(teamId) });
  await call('POST', `${place}/users/${userId}/schedules`, OPEN_HOURS);
  await call('PATCH', path, { hosts: [{ userId: accountId }, { userId }] });
  return userId;
}

/** As it is when its time has come. */
export async function bookAndWait(world: World): Promise<string> {
  const { uid } = await book(world);
  const begun = { starts_at: hourAhead(-FIRST_BOOKING_DAYS, 0), ends_at: hourAhead(-FIRST_BOOKING_DAYS, 1) };
  await world.db('booking').where({ uid }).update(begun);
  return uid;
}

/** Of a place: whoever answers it is led to an event type there. */
export async function routingForm(world: World, params: Params): Promise<string> {
  const { service, accountId, orgId } = world;
  const inside = { orgId: String(orgId), ...params };
  const teamId =
    params['teamId'] ?? String((await world.call('POST', `${placeOf(inside)}/teams`, team(world))).id);
  const eventTypeId = await eventTypeIn(world, params['teamId'] ? params : { ...inside, teamId });
  const definition = {
    ...{ name: 'Who helps you?', description: null, disabled: false, fields: [], routes: [] },
    fallback: { kind: 'event_type', eventTypeId } as const,
  };
  const placeId = Number(params['teamId'] ?? orgId);
  const draft = { id: `form-${world.next()}`, placeId, definition, most: 1_000 };
  const made = await service.stores.routingDesigns.create(accountId, draft, CAUSE);
  if (typeof made !== 'object') throw new Error('no routing form was made');
  return made.id;
}

/** To a form of the place. */
export async function formResponse(world: World, params: Params): Promise<number> {
  const { routingFormId } = params;
  const { start, end } = formSlots();
  const path = `${placeOf(params)}/routing-forms/${routingFormId}/responses?start=${start}&end=${end}`;
  const routed = await world.call<{ readonly routing: { readonly responseId: number } }>('POST', path, {});
  return routed.routing.responseId;
}

export const formSlots = () => ({
  start: hourAhead(FIRST_BOOKING_DAYS + 300, 0),
  end: hourAhead(FIRST_BOOKING_DAYS + 300, 8),
});
