/* Events of connected calendars in the public API. */
import { z } from 'zod';
import { instant } from '../instants.js';
import { timeZone } from '../profile/schemas.js';
import { emailAddress as email } from '../event-types/answers.js';
import type { CalendarKind } from './calendar.js';
import type { EventEdit, UnifiedEvent } from './provider.js';

const ANSWERS = ['accepted', 'pending', 'declined', 'needsAction'] as const;
const STATUSES = ['accepted', 'pending', 'declined', 'cancelled'] as const;

const time = z.object({ time: z.string(), timeZone: z.string() });
const contact = z.object({ email: z.string(), name: z.string().nullable().exactOptional() });

const attendee = z.object({
  email: z.string(),
  name: z.string().exactOptional(),
  responseStatus: z.enum(ANSWERS).nullable().exactOptional(),
  self: z.boolean().nullable().exactOptional(),
  optional: z.boolean().nullable().exactOptional(),
  host: z.boolean().nullable().exactOptional(),
});

export const eventReply = z.object({
  id: z.string(),
  start: time,
  end: time,
  title: z.string(),
  description: z.string().nullable(),
  locations: z
    .array(
      z.object({
        type: z.enum(['video', 'more']),
        url: z.string(),
        label: z.string().nullable().exactOptional(),
      }),
    )
    .nullable(),
  attendees: z.array(attendee).nullable(),
  status: z.enum(STATUSES).nullable(),
  hosts: z.array(contact).nullable(),
  calendarEventOwner: contact.nullable(),
  source: z.enum(['google', 'office365', 'apple']),
});

const textOf = (most: number) => z.string('must be a text').max(most, `must be at most ${most} characters`);
const timeInput = z.object({
  time: instant.transform((at) => new Date(at).toISOString()).exactOptional(),
  timeZone: timeZone.exactOptional(),
});
const attendeeInput = z.object({
  email,
  name: textOf(200).exactOptional(),
  responseStatus: z.enum(ANSWERS, `must be one of ${ANSWERS.join(', ')}`).exactOptional(),
  optional: z.boolean('must be true or false').exactOptional(),
});

export const eventInput = z
  .object({
    start: timeInput.exactOptional(),
    end: timeInput.exactOptional(),
    title: textOf(1_000).exactOptional(),
    description: textOf(10_000).nullable().exactOptional(),
    attendees: z.array(attendeeInput).max(200, 'must be at most 200 people').nullable().exactOptional(),
    status: z
      .enum(STATUSES, `must be one of ${STATUSES.join(', ')}`)
      .nullable()
      .exactOptional(),
  })
  .refine(
    ({ start, end }) =>
      start?.time === undefined || end?.time === undefined || Date.parse(start.time) < Date.parse(end.time),
    { path: ['end'], message: 'must be after start' },
  ) satisfies z.ZodType<EventEdit>;

const locationsOf = (link: string | null, location: string | null) => [
  ...(link === null ? [] : [{ type: 'video' as const, url: link }]),
  ...(location === null || location === '' ? [] : [{ type: 'more' as const, url: location }]),
];

export const presentEvent = (
  { link, location, organizer, ...event }: UnifiedEvent,
  source: Exclude<CalendarKind, 'ics'>,
): z.input<typeof eventReply> => ({
  ...event,
  attendees: [...event.attendees],
  locations: locationsOf(link, location),
  hosts: organizer === null ? [] : [organizer],
  calendarEventOwner: organizer,
  source,
});
