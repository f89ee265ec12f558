/* What stands elsewhere about a booking, in the shapes of the public API. */
import { z } from 'zod';

export const referenceReply = z.object({
  type: z.string(),
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
  duration: z.number(),
  shareToken: z.string(),
  downloadLink: z.string().nullable().exactOptional(),
  error: z.string().nullable().exactOptional(),
});

const participant = z.object({
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  joinTime: z.number(),
  duration: z.number(),
});

export const sessionReply = z.object({
  id: z.string(),
  room: z.string(),
  startTime: z.number(),
  duration: z.number(),
  ongoing: z.boolean(),
  maxParticipants: z.number(),
  participants: z.array(participant),
});

export const linkReply = z.object({ label: z.string(), link: z.string() });
