/*
 * `/v2/slots`: when an event type can be booked, without a token. A hidden event type is only left out of lists: callers
 * who know its id or slug may book it and read its slots. Holds are in reservation-routes.ts.
 */
import type { z } from 'zod';
import { present } from '../../present.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { invalidInput, notFound } from '../../errors.js';
import { offer } from './offer.js';
import type { SlotDeps } from './offer.js';
import { bookable } from './slot-query.js';
import { slotsQuery, slotsReply } from './schemas.js';
import type { Bookable, BookableName, SlotStore } from './store.js';

type SlotsQuery = z.output<typeof slotsQuery>;

/** Of several users who meet without an event type. */
const MEETING = {
  id: 0,
  scheduleId: null,
  lengthInMinutes: 30,
  offsetStart: 0,
  minimumBookingNotice: 120,
  beforeEventBuffer: 0,
  afterEventBuffer: 0,
  onlyShowFirstAvailableSlot: false,
  bookingRequiresAuthentication: false,
} as const;

async function meeting(
  slots: SlotStore,
  { usernames = [], organizationSlug, duration }: SlotsQuery,
): Promise<Bookable> {
  const hostIds = await slots.people(usernames, organizationSlug);
  if (hostIds.length < usernames.length) throw notFound('Not all of these usernames are known.');
  const eventType = { ...MEETING, lengthInMinutes: duration ?? MEETING.lengthInMinutes };
  return { eventType, hostIds, need: 'all' };
}

const HOW_TO_ASK =
  'must be given, or eventTypeSlug together with username or teamSlug, or usernames of several people';

function nameOf({ eventTypeId, eventTypeSlug, username, teamSlug, ...query }: SlotsQuery): BookableName {
  if (eventTypeId !== undefined) return { kind: 'id', eventTypeId };
  const owner = username ?? teamSlug;
  if (eventTypeSlug === undefined || owner === undefined)
    throw invalidInput([{ property: 'eventTypeId', message: HOW_TO_ASK }]);
  const { organizationSlug } = query;
  return {
    kind: username === undefined ? 'team' : 'personal',
    owner,
    eventTypeSlug,
    ...present({ organizationSlug }),
  };
}

async function bookableOf(slots: SlotStore, query: SlotsQuery): Promise<Bookable> {
  const { eventTypeId, eventTypeSlug, usernames } = query;
  if (usernames !== undefined && eventTypeId === undefined && eventTypeSlug === undefined)
    return meeting(slots, query);
  return bookable(await slots.find(nameOf(query)));
}

export const createSlotRoutes = ({ slots, clock }: SlotDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/slots',
    summary: 'List free slots of an event type',
    access: 'public',
    query: slotsQuery,
    reply: slotsReply,
    handle: async ({ query }) => offer({ slots, clock }, await bookableOf(slots, query), query),
  }),
];
