/* The next step at a provider for a booking, from the current state of both. Idempotent. Pure. */
import { MINUTE } from '../../durations.js';
import { providerAppOf } from '../event-types/meeting-apps.js';
import type { MeetingFacts } from './meeting-store.js';

export type MeetingStep =
  | 'nothing'
  | 'create'
  /** Update the time and title. */
  | 'change'
  | 'remove'
  /** The meeting belongs to another connection or app. */
  | 'replace'
  /** No connection: use a room that needs no account. */
  | 'room';

/** After a connection has ended its links may still work: they stay as long as the host is the same. */
function stepForConfirmed({ connectionId, meeting }: MeetingFacts, app: string): MeetingStep {
  if (meeting === undefined) return connectionId === undefined ? 'room' : 'create';
  if (meeting.app === app && meeting.connectionId === connectionId) return 'change';
  if (connectionId !== undefined) return 'replace';
  return meeting.connectionId === null || meeting.isOwn ? 'nothing' : 'room';
}

export function meetingStep(facts: MeetingFacts, now: number): MeetingStep {
  const { booking, meeting } = facts;
  if (booking.end <= now) return 'nothing';
  const app = providerAppOf(booking.location);
  if (booking.status === 'accepted' && app !== undefined) return stepForConfirmed(facts, app);
  // A rescheduled booking that needs confirmation again keeps its link until it is rejected.
  const isOff = booking.status === 'cancelled' || booking.status === 'rejected' || app === undefined;
  return isOff && meeting !== undefined && meeting.connectionId !== null ? 'remove' : 'nothing';
}

const MAX_ATTEMPTS = 4;

/** Whether there is time to retry before the booking starts. `attempts`: including this one. */
export const mayRetry = (start: number, attempts: number, now: number): boolean =>
  attempts < MAX_ATTEMPTS && start - now > 30 * MINUTE;
