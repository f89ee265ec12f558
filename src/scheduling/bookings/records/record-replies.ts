/* What other systems keep of a booking, in the shapes of the public API. Times are seconds since the epoch. */
import { z } from 'zod';

export const referenceReply = z.object({
  /** `google_calendar`, `zoom_video` */
  type: z.string(),
  /** The id in the other system. */
  eventUid: z.string(),
  destinationCalendarId: z.string().nullable(),
  id: z.number(),
});

export const recordingReply = z.object({
  id: z.string(),
  roomName: z.string(),
  startTs: z.number(),
  status: z.string(),
  maxParticipants: z.number().exactOptional(),
  /** Seconds. */
  duration: z.number(),
  shareToken: z.string(),
  downloadLink: z.string().nullable().exactOptional(),
  error: z.string().nullable().exactOptional(),
});

const participant = z.object({
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  joinTime: z.number(),
  /** Seconds. */
  duration: z.number(),
});

export const sessionReply = z.object({
  id: z.string(),
  room: z.string(),
  startTime: z.number(),
  /** Seconds. */
  duration: z.number(),
  ongoing: z.boolean(),
  maxParticipants: z.number(),
  participants: z.array(participant),
});

export const linkReply = z.object({ label: z.string(), link: z.string() });
