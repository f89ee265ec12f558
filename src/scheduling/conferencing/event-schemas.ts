/* Events of a meeting server: recordings, transcripts, and the participants of sessions. */
import { z } from 'zod';
import { isWebUrl } from '../event-types/answers.js';
import type { AddedRecord } from '../bookings/records/record-store.js';

const text = (most: number) =>
  z.string('must be a text').min(1, 'must not be empty').max(most, `must be at most ${most} characters`);
const SECONDS_RULE = 'must be a number of seconds';
const seconds = z.number(SECONDS_RULE).min(0, SECONDS_RULE).max(1e11, SECONDS_RULE);
const count = z.int('must be a whole number').min(0, 'must not be negative');
const link = z
  .string('must be a URL')
  .refine((url) => isWebUrl(url, ['https:']), 'must be an https URL without user name and password');

const MAX_PARTICIPANTS = 1_000;

/** The provider's id of the meeting; the last part of the link for rooms that need no account. */
const meetingId = text(512);

const participant = z.object({
  userId: text(256).nullable(),
  userName: text(256).nullable(),
  joinTime: seconds,
  duration: seconds,
});

export const meetingEvent = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('recording.ready'),
      data: z.object({
        meetingId,
        id: text(256),
        startTs: seconds,
        duration: seconds,
        maxParticipants: count.exactOptional(),
        shareToken: z.string('must be a text').max(512, 'must be at most 512 characters').default(''),
        downloadLink: link,
      }),
    }),
    z.object({ type: z.literal('transcript.ready'), data: z.object({ meetingId, link }) }),
    z.object({
      type: z.literal('session.ended'),
      data: z.object({
        meetingId,
        id: text(256),
        startTime: seconds,
        duration: seconds,
        maxParticipants: count,
        participants: z
          .array(participant, 'must be a list')
          .max(MAX_PARTICIPANTS, `must be at most ${MAX_PARTICIPANTS}`),
      }),
    }),
  ],
  'must be one of recording.ready, transcript.ready, session.ended',
);

export type MeetingEvent = z.output<typeof meetingEvent>;

const HEADER = z.string('must be given').min(1, 'must not be empty').max(1_024, 'is too long');

export const signatureHeaders = z.object({
  'webhook-id': HEADER,
  'webhook-timestamp': HEADER,
  'webhook-signature': HEADER,
});

export const eventReply = z.object({
  /** False for an event that was received before. */
  recorded: z.boolean(),
});

type NewRecord = AddedRecord & { readonly externalId: string };

/** As it is stored with the booking. */
export function recordOf(event: MeetingEvent): NewRecord {
  if (event.type === 'transcript.ready') {
    const { link } = event.data;
    return { kind: 'transcript', facts: { link }, externalId: link };
  }
  if (event.type === 'session.ended') {
    const { meetingId: room, ...session } = event.data;
    return { kind: 'session', facts: { ...session, room, ongoing: false }, externalId: session.id };
  }
  const { meetingId: roomName, ...recording } = event.data;
  return {
    kind: 'recording',
    facts: { ...recording, roomName, status: 'finished' },
    externalId: recording.id,
  };
}
