/* Samples for store tests: a host with an event type, and plain bookings of it by default. */
import { createEventTypeStore } from '../../../../adapters/knex/event-types/event-types.js';
import type { Database } from '../../../../adapters/knex/connection.js';
import type { BookOrder, NewAttendee, NewBooking } from '../../../../src/scheduling/bookings/store.js';
import { newTerms } from '../../../../src/scheduling/event-types/rules.js';
import { insertAccount } from '../../../contracts/on-database.js';
import { ACTOR, unique } from '../../../contracts/samples.js';

export const HOUR = 3_600_000;
export const NOW = Date.UTC(2030, 0, 1);
export const START = NOW + 24 * HOUR;

export const attendee = (change: Partial<NewAttendee> = {}): NewAttendee => ({
  name: 'Grace Hopper',
  email: 'grace@example.net',
  timeZone: 'America/New_York',
  language: 'en',
  phoneNumber: null,
  seatUid: null,
  responses: null,
  metadata: null,
  ...change,
});

export interface HostedEventType {
  readonly hostId: number;
  readonly eventTypeId: number;
}

export async function createHostedEventType(db: Database): Promise<HostedEventType> {
  const hostId = await insertAccount(db);
  const terms = newTerms({ title: 'Intro call', slug: 'intro', lengthInMinutes: 60 });
  const created = await createEventTypeStore(db).create(hostId, { terms, most: 9 }, ACTOR);
  if (typeof created !== 'object') throw new Error(`not made: ${created}`);
  return { hostId, eventTypeId: created.eventType.id };
}

export const booking = (
  { hostId, eventTypeId }: HostedEventType,
  change: Partial<NewBooking> = {},
): NewBooking => {
  const start = change.start ?? START;
  return {
    uid: unique(),
    eventTypeId,
    title: 'Intro call',
    description: '',
    status: 'accepted',
    start,
    end: start + HOUR,
    busy: { from: start - HOUR, until: start + 2 * HOUR },
    hostIds: [hostId],
    location: null,
    responses: {},
    metadata: {},
    guests: [],
    icsUid: unique(),
    icsSequence: 0,
    recurringUid: null,
    seats: null,
    rescheduledFromUid: null,
    reschedulingReason: null,
    changedByEmail: null,
    attendees: [attendee()],
    ...change,
  };
};

export const order = (
  { hostId, eventTypeId }: HostedEventType,
  change: Partial<BookOrder> = {},
): BookOrder => ({
  eventTypeId,
  hostIds: [hostId],
  bookerEmail: 'grace@example.net',
  range: { from: START, until: START + HOUR },
  now: NOW,
  ownHolds: { holders: [] },
  ...change,
});
