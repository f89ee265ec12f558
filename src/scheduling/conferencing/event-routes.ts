/*
 * `POST /v2/conferencing/:app/events`: a meeting server, or a bridge to a provider, reports what happened in a meeting.
 * It has no token; requests are signed with a secret of this installation.
 */
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { AppError, notFound } from '../../errors.js';
import type { BookingRecords } from '../bookings/records/record-store.js';
import { eventReply, meetingEvent, recordOf, signatureHeaders } from './event-schemas.js';
import type { MeetingStore } from './meeting-store.js';
import { ofApp } from './schemas.js';
import { isSigned } from './signed-events.js';

export interface MeetingEventDeps {
  readonly meetings: Pick<MeetingStore, 'bookingAt'>;
  readonly bookingRecords: Pick<BookingRecords, 'add'>;
  readonly conferencingEventsSecret?: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const badSignature = (): AppError =>
  new AppError(400, 'INVALID_SIGNATURE', 'The signature is invalid or older than five minutes.');
const notEnabled = (): AppError => notFound('Meeting events are not enabled on this server.');
const noMeeting = (): AppError => notFound('No booking has this meeting.');

const ACTOR = { actor: 'conferencing' };

export const createMeetingEventRoutes = (deps: MeetingEventDeps): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/conferencing/:app/events',
    summary: 'Receive a signed event of a meeting',
    access: 'public',
    params: ofApp,
    headers: signatureHeaders,
    body: meetingEvent,
    reply: eventReply,
    handle: async ({ params: { app }, headers, body: event, text: body, clientIp }) => {
      const { conferencingEventsSecret: secret, meetings, bookingRecords, clock } = deps;
      if (secret === undefined) throw notEnabled();
      const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
      if (!isSigned(secret, { id, timestamp, signatures, body }, clock())) throw badSignature();
      const booking = await meetings.bookingAt(app, event.data.meetingId);
      const added =
        booking && (await bookingRecords.add(booking.uid, recordOf(event), { ...ACTOR, clientIp }));
      if (added === undefined) throw noMeeting();
      return { recorded: added !== 'known' };
    },
  }),
];
