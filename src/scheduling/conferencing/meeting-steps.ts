/*
 * What is to be done at a provider for a booking, from how both stand: whatever happened in between, and however often
 * it is asked. Pure.
 */
import { MINUTE } from '../../durations.js';
import { providerAppOf } from '../event-types/meeting-apps.js';
import type { MeetingFacts } from './meeting-store.js';

export type MeetingStep =
  | 'nothing'
  | 'make'
  /** It is told the time and title that the booking has now. */
  | 'change'
  | 'remove'
  /** Another person's or app's meeting stands in its place. */
  | 'replace'
  /** Nobody can hold one: people meet in a room that needs no account. */
  | 'room';

/** Where the connection has ended its link may go on working: it is left alone as long as its host is the same. */
function ofStanding({ connectionId, meeting }: MeetingFacts, app: string): MeetingStep {
  if (meeting === undefined) return connectionId === undefined ? 'room' : 'make';
  if (meeting.app === app && meeting.connectionId === connectionId) return 'change';
  if (connectionId !== undefined) return 'replace';
  return meeting.connectionId === null || meeting.isOurs ? 'nothing' : 'room';
}

export function meetingStep(facts: MeetingFacts, now: number): MeetingStep {
  const { booking, meeting } = facts;
  if (booking.end <= now) return 'nothing';
  const app = providerAppOf(booking.location);
  if (booking.status === 'accepted' && app !== undefined) return ofStanding(facts, app);
  // One that waits for its host again after it was moved keeps its link until that says no.
  const isOff = booking.status === 'cancelled' || booking.status === 'rejected' || app === undefined;
  return isOff && meeting !== undefined && meeting.connectionId !== null ? 'remove' : 'nothing';
}

const MAX_ATTEMPTS = 4;

/** While people have time, a provider in trouble is asked again; `tries`: with this one. */
export const mayWait = (start: number, attempts: number, now: number): boolean =>
  attempts < MAX_ATTEMPTS && start - now > 30 * MINUTE;
