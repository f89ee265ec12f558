/*
 * The resources of example calls: event types, bookings, slot reservations, users, each created over the API by its
 * owner. All times are different, so that no example prevents another.
 */
import { ACTOR, OPEN_HOURS, type Fixture } from './api-fixture.js';

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
export const freeStart = (fixture: Fixture): string => hourAhead(FIRST_BOOKING_DAYS, fixture.next());

export function absence(fixture: Fixture): object {
  const hours = 24 * fixture.next();
  return { start: hourAhead(FIRST_ABSENCE_DAYS, hours), end: hourAhead(FIRST_ABSENCE_DAYS, hours + 1) };
}

export const newEventType = (fixture: Fixture) => ({
  title: 'Intro call',
  slug: `intro-${fixture.next()}`,
  lengthInMinutes: 30,
});
export const schedule = { name: 'Mornings', timeZone: 'Europe/Lisbon', isDefault: false };
export const team = (fixture: Fixture) => ({ name: 'Engine room', slug: `engine-room-${fixture.next()}` });

export const ownEventType = async (fixture: Fixture, settings: object = {}): Promise<number> =>
  (await fixture.call('POST', '/v2/event-types', { ...newEventType(fixture), ...settings })).id;

export const hold = async (fixture: Fixture) => ({
  eventTypeId: await ownEventType(fixture),
  slotStart: freeStart(fixture),
});
export const booking = async (fixture: Fixture, settings: object = {}) => ({
  eventTypeId: await ownEventType(fixture, settings),
  start: freeStart(fixture),
  attendee,
});

type Uids = { readonly uid: string; readonly seatUid: string };
/** Anonymous, since a booking by the host needs no confirmation. */
export async function book(fixture: Fixture, settings: object = {}): Promise<Uids> {
  const body = await booking(fixture, settings);
  const { status, text } = await fixture.wire.send({ method: 'POST', path: '/v2/bookings', body });
  if (status !== 201) throw new Error(`not booked: ${text}`);
  return (JSON.parse(text) as { readonly data: Uids }).data;
}
export const PENDING = { confirmationPolicy: { type: 'always', blockUnconfirmedBookingsInBooker: true } };
export const SEATS = { seats: { seatsPerTimeSlot: 2, showAttendeeInfo: true, showAvailabilityCount: true } };

/** A member of the organization who has accepted. */
export async function colleague({ call, service, orgId, nonMember }: Fixture): Promise<number> {
  const userId = await nonMember();
  const { id } = await call('POST', `/v2/organizations/${orgId}/memberships`, { userId });
  await service.stores.teams.ownMemberships.agree(userId, id, ACTOR);
  return userId;
}

export const groupPath = ({ orgId, teamId }: Params): string =>
  ['/v2', ...(orgId ? [`organizations/${orgId}`] : []), ...(teamId ? [`teams/${teamId}`] : [])].join('/');

/** A user who can become a member of the group: a team in an organization admits only its members. */
export const candidate = (fixture: Fixture, { orgId, teamId }: Params): Promise<number> =>
  orgId !== undefined && teamId !== undefined ? colleague(fixture) : fixture.nonMember();

/** A member of the team who has accepted. */
export async function teammate(fixture: Fixture, params: Params): Promise<number> {
  const userId = await candidate(fixture, params);
  const { id } = await fixture.call('POST', `${groupPath(params)}/memberships`, { userId });
  await fixture.service.stores.teams.ownMemberships.agree(userId, id, ACTOR);
  return userId;
}

/** The path of the member of a group whose resources the route serves; undefined for those of the caller. */
export const memberPath = (params: Params): string | undefined =>
  params['userId'] && `${groupPath(params)}/users/${params['userId']}`;

/** Of a team with the caller as the only host, or of the caller in an organization. */
export function newGroupEventType(fixture: Fixture, { teamId }: Params) {
  const { accountId } = fixture;
  const owner = teamId
    ? { schedulingType: 'roundRobin', hosts: [{ userId: accountId }] }
    : { userId: accountId };
  return { ...newEventType(fixture), ...owner };
}

export async function eventTypeIn(fixture: Fixture, params: Params): Promise<number> {
  if (groupPath(params) === '/v2') return ownEventType(fixture);
  const { call } = fixture;
  return (await call('POST', `${groupPath(params)}/event-types`, newGroupEventType(fixture, params))).id;
}

export const groupBooking = async (fixture: Fixture, params: Params) => ({
  eventTypeId: await eventTypeIn(fixture, params),
  start: freeStart(fixture),
  attendee,
});

export const webhook = ({ next }: Fixture) => ({
  active: true,
  subscriberUrl: `https://receiver.example/hook-${next()}`,
  triggers: ['BOOKING_CREATED'],
});

/** Of an event type, a user or an organization, depending on the path. */
export async function webhookIn(fixture: Fixture, params: Params): Promise<number> {
  const { eventTypeId } = params;
  const path = `${groupPath(params)}${eventTypeId ? `/event-types/${eventTypeId}` : ''}/webhooks`;
  return (await fixture.call('POST', path, webhook(fixture))).id;
}

/** Books an event type of a group. */
export async function bookIn(fixture: Fixture, params: Params): Promise<string> {
  const body = await groupBooking(fixture, params);
  return (await fixture.call<Uids>('POST', `${groupPath(params)}/bookings`, body)).uid;
}

/** Books a round robin, to be reassigned. */
export async function bookRoundRobin(fixture: Fixture): Promise<string> {
  const orgId = String(fixture.orgId);
  const { id } = await fixture.call('POST', `/v2/organizations/${orgId}/teams`, team(fixture));
  const eventTypeId = await eventTypeIn(fixture, { orgId, teamId: String(id) });
  const request = { eventTypeId, start: freeStart(fixture), attendee };
  return (await fixture.call<Uids>('POST', '/v2/bookings', request)).uid;
}

/** A new member with open hours becomes a host of the round robin of a booking. */
export async function addHost(fixture: Fixture, uid: string): Promise<number> {
  const { call, accountId } = fixture;
  const organization = `/v2/organizations/${fixture.orgId}`;
  const { eventTypeId } = await call<{ readonly eventTypeId: number }>('GET', `/v2/bookings/${uid}`);
  const path = `${organization}/event-types/${eventTypeId}`;
  const { teamId } = await call<{ readonly teamId: number }>('GET', path);
  const userId = await teammate(fixture, { orgId: String(fixture.orgId), teamId: String(teamId) });
  await call('POST', `${organization}/users/${userId}/schedules`, OPEN_HOURS);
  await call('PATCH', path, { hosts: [{ userId: accountId }, { userId }] });
  return userId;
}

/** A booking that has started. */
export async function bookStarted(fixture: Fixture): Promise<string> {
  const { uid } = await book(fixture);
  const started = {
    starts_at: hourAhead(-FIRST_BOOKING_DAYS, 0),
    ends_at: hourAhead(-FIRST_BOOKING_DAYS, 1),
  };
  await fixture.db('booking').where({ uid }).update(started);
  return uid;
}

/** A form of the group that routes every answer to an event type of it. */
export async function routingForm(fixture: Fixture, params: Params): Promise<string> {
  const { service, accountId, orgId } = fixture;
  const inside = { orgId: String(orgId), ...params };
  const teamId =
    params['teamId'] ?? String((await fixture.call('POST', `${groupPath(inside)}/teams`, team(fixture))).id);
  const eventTypeId = await eventTypeIn(fixture, params['teamId'] ? params : { ...inside, teamId });
  const definition = {
    ...{ name: 'Who helps you?', description: null, disabled: false, fields: [], routes: [] },
    fallback: { kind: 'event_type', eventTypeId } as const,
  };
  const groupId = Number(params['teamId'] ?? orgId);
  const draft = { id: `form-${fixture.next()}`, groupId, definition, most: 1_000 };
  const created = await service.stores.scheduling.routingDesigns.create(accountId, draft, ACTOR);
  if (typeof created !== 'object') throw new Error('no routing form was created');
  return created.id;
}

/** A response to a form of the group. */
export async function formResponse(fixture: Fixture, params: Params): Promise<number> {
  const { routingFormId } = params;
  const { start, end } = formSlots();
  const path = `${groupPath(params)}/routing-forms/${routingFormId}/responses?start=${start}&end=${end}`;
  const routed = await fixture.call<{ readonly routing: { readonly responseId: number } }>('POST', path, {});
  return routed.routing.responseId;
}

export const formSlots = () => ({
  start: hourAhead(FIRST_BOOKING_DAYS + 300, 0),
  end: hourAhead(FIRST_BOOKING_DAYS + 300, 8),
});
