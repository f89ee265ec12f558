/* What other systems keep of a booking: events of calendars, recordings, transcripts, sessions; and calendar links. */
import { z } from 'zod';
import { defineRoute } from '../../../api/route.js';
import type { Route } from '../../../api/route.js';
import { viewerOf } from '../caller.js';
import { calendarLinks } from '../calendar-files/calendar-links.js';
import type { BookingDeps } from '../creation/create.js';
import { bookingNamed, loadUser, notHosted } from '../changes/hosting.js';
import type { HostCall } from '../changes/hosting.js';
import type { BookingRecord, BookingRecords, RecordKind } from './record-store.js';
import { linkReply, recordingReply, referenceReply, sessionReply } from './record-replies.js';
import { bookingParams, referencesQuery } from '../schemas.js';

export type RecordRouteDeps = Pick<BookingDeps, 'bookings' | 'clock'> & {
  readonly bookingRecords: BookingRecords;
};

type RecordCall = Omit<HostCall, 'clientIp'>;

/** For hosts and administrators of the team alone: they hold links and tokens. */
async function recordsOf<K extends RecordKind>(
  { bookings, bookingRecords }: RecordRouteDeps,
  kind: K,
  { params: { bookingUid: uid }, principal }: RecordCall,
): Promise<readonly BookingRecord<K>[]> {
  const user = await loadUser(bookings, principal);
  const records = await bookingRecords.list(uid, kind, viewerOf(principal, 'BOOKING_READ'));
  if (records === undefined) throw await notHosted(bookings, uid, user);
  return records;
}

export const referencesOf = (
  records: readonly BookingRecord<'reference'>[],
  { type: wanted }: z.output<typeof referencesQuery>,
): z.input<typeof referenceReply>[] =>
  records
    .filter(({ type }) => wanted === undefined || type === wanted)
    .map(({ recordId: id, ...reference }) => ({ ...reference, id }));

const meetingRoutes = (deps: RecordRouteDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/recordings',
    summary: 'List the recordings of a booking',
    access: 'BOOKING_READ',
    params: bookingParams,
    reply: z.array(recordingReply),
    handle: async (request) => {
      const records = await recordsOf(deps, 'recording', request);
      return records.map(({ recordId: _, ...recording }) => recording);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/transcripts',
    summary: 'List links to the transcripts of a booking',
    access: 'BOOKING_READ',
    params: bookingParams,
    reply: z.array(z.string()),
    handle: async (request) => (await recordsOf(deps, 'transcript', request)).map(({ link }) => link),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/conferencing-sessions',
    summary: 'List the video sessions of a booking',
    access: 'BOOKING_READ',
    params: bookingParams,
    reply: z.array(sessionReply),
    handle: async (request) => {
      const records = await recordsOf(deps, 'session', request);
      return records.map(({ recordId: _, ...session }) => session);
    },
  }),
];

export const createRecordRoutes = (deps: RecordRouteDeps): readonly Route[] => [
  ...meetingRoutes(deps),
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/references',
    summary: 'List external references of a booking',
    access: 'BOOKING_READ',
    params: bookingParams,
    query: referencesQuery,
    reply: z.array(referenceReply),
    handle: async (request) => referencesOf(await recordsOf(deps, 'reference', request), request.query),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/calendar-links',
    summary: 'Get add-to-calendar links of a booking',
    access: 'BOOKING_READ',
    params: bookingParams,
    reply: z.array(linkReply),
    handle: async ({ principal, params: { bookingUid: uid } }) => {
      await loadUser(deps.bookings, principal);
      const booking = bookingNamed(await deps.bookings.find(uid, viewerOf(principal, 'BOOKING_READ')), uid);
      return [...calendarLinks(booking, deps.clock())];
    },
  }),
];
