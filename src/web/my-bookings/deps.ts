/* What the pages of a user's own bookings share: their dependencies and paths. */
import type { AttendeeDeps } from '../../scheduling/bookings/attendees/use-cases.js';
import type { BookingRecords } from '../../scheduling/bookings/records/record-store.js';
import type { ConferencingStore } from '../../scheduling/conferencing/store.js';
import type { EventTypeStore } from '../../scheduling/event-types/store.js';
import type { TeamEventTypeStore } from '../../scheduling/event-types/team-store.js';

export interface MyBookingsDeps extends Pick<
  AttendeeDeps,
  'bookings' | 'slots' | 'clock' | 'keys' | 'newUid' | 'newRoom'
> {
  readonly appUrl: string;
  readonly bookingRecords: Pick<BookingRecords, 'list'>;
  readonly conferencing: Pick<ConferencingStore, 'administeredTeams'>;
  readonly eventTypes: Pick<EventTypeStore, 'bookable' | 'list'>;
  readonly teamEventTypes: Pick<TeamEventTypeStore, 'list'>;
}

export const MY_BOOKINGS_PATH = '/settings/bookings';

export const RESCHEDULE_STEP = '/reschedule';
export const CALENDAR_STEP = '/calendar.ics';

export const bookingPath = (uid: string): string => `${MY_BOOKINGS_PATH}/${encodeURIComponent(uid)}`;
