/* What stands elsewhere about a booking: events of calendars, recordings, transcripts, sessions; and calendar links. */
import { z } from 'zod';
import type { Principal } from '../../../api/principal.js';
import { defineRoute } from '../../../api/route.js';
import type { Route } from '../../../api/route.js';
import { calendarLinks } from '../calendar-files/calendar-links.js';
import type { BookingDeps } from '../creation/create.js';
import { notHosted, onlyOne, personOf } from '../changes/hosting.js';
import type { BookingRecord, BookingRecords, RecordKind } from './record-store.js';
import { linkReply, recordingReply, referenceReply, sessionReply } from './record-replies.js';
import { bookingParams, referencesQuery } from '../schemas.js';

export type RecordRouteDeps = Pick<BookingDeps, 'bookings' | 'clock'> & {
  readonly bookingRecords: BookingRecords;
};

/** They hold links and tokens that are the host's to give away. */
async function recordsOf<K extends RecordKind>(
  { bookings, bookingRecords }: RecordRouteDeps,
  { kind, uid, principal }: { readonly kind: K; readonly uid: string; readonly principal: Principal },
): Promise<readonly BookingRecord<K>[]> {
  const person = await personOf(bookings, principal);
  const records = await bookingRecords.list(uid, kind, person.id);
  if (records === undefined) throw await notHosted(bookings, uid, person);
  return records;
}

const meetingRoutes = (deps: RecordRouteDeps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/recordings',
    summary: 'List the recordings of a booking',
    access: 'BOOKING_READ',
    params: bookingParams,
    reply: z.array(recordingReply),
    handle: async ({ principal, params: { bookingUid: uid } }) => {
      const records = await recordsOf(deps, { kind: 'recording', uid, principal });
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
    handle: async ({ principal, params: { bookingUid: uid } }) => {
      const records = await recordsOf(deps, { kind: 'transcript', uid, principal });
      return records.map(({ link }) => link);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/conferencing-sessions',
    summary: 'List the video sessions of a booking',
    access: 'BOOKING_READ',
    params: bookingParams,
    reply: z.array(sessionReply),
    handle: async ({ principal, params: { bookingUid: uid } }) => {
      const records = await recordsOf(deps, { kind: 'session', uid, principal });
      return records.map(({ recordId: _, participants, ...session }) => ({
        ...session,
        participants: [...participants],
      }));
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
    handle: async ({ principal, params: { bookingUid: uid }, query }) => {
      const records = await recordsOf(deps, { kind: 'reference', uid, principal });
      const asked = records.filter(({ type }) => query.type === undefined || type === query.type);
      return asked.map(({ recordId: id, ...reference }) => ({ ...reference, id }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/bookings/:bookingUid/calendar-links',
    summary: 'Get add-to-calendar links of a booking',
    access: 'BOOKING_READ',
    params: bookingParams,
    reply: z.array(linkReply),
    handle: async ({ principal, params: { bookingUid: uid } }) => {
      const person = await personOf(deps.bookings, principal);
      const found = { bookings: await deps.bookings.find(uid, person.id) };
      return [...calendarLinks(onlyOne(found, uid), deps.clock())];
    },
  }),
];
