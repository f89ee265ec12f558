/* What a host sends to confirm, decline and change bookings, in the names and types of the public API. */
import { z } from 'zod';
import { idInPath } from '../../../api/values.js';
import { emailAddress as email, isWebUrl } from '../../event-types/answers.js';
import { language, name, timeZone } from '../../profile/schemas.js';
import { attendee, bookingParams, line, phone, reason } from '../schemas.js';

const GUESTS_A_CALL = 10;
const ATTENDEES_A_CALL = 100;

// Clients that have nothing to send leave out the body.
export const declineInput = z.object({ reason: reason.exactOptional() }).default({});
export const rescheduleRequestInput = z.object({ rescheduleReason: reason.exactOptional() }).default({});
export const reassignInput = z.object({ reason: reason.exactOptional() }).default({});

const link = line.refine((text) => isWebUrl(text), 'must be a URL that begins with https:// or http://');

const location = z.discriminatedUnion(
  'type',
  [
    z
      .object({ type: z.enum(['address', 'attendeeAddress']), address: line })
      .transform(({ type, address: value }) => ({ type, value })),
    z
      .object({ type: z.literal('attendeeDefined'), location: line })
      .transform(({ type, location: value }) => ({ type, value })),
    z
      .object({ type: z.enum(['phone', 'attendeePhone']), phone })
      .transform(({ type, phone: value }) => ({ type, value })),
    z.object({ type: z.literal('link'), link }).transform(({ type, link: value }) => ({ type, value })),
  ],
  'must be an object with a type, such as { "type": "link", "link": "https://…" }',
);

export const locationInput = z.object({ location });

const flag = z.boolean('must be true or false');
const absence = z.object({ email, absent: flag });

export const absenceInput = z
  .object({
    host: flag.exactOptional(),
    attendees: z
      .array(absence, 'must be a list of attendees')
      .max(ATTENDEES_A_CALL, `must name at most ${ATTENDEES_A_CALL}`)
      .exactOptional(),
  })
  .refine(({ host, attendees = [] }) => host !== undefined || attendees.length > 0, {
    path: ['attendees'],
    message: 'must be given, or host',
  });

export type AbsenceInput = z.output<typeof absenceInput>;

export const attendeeInput = attendee.extend({ email });

export type AttendeeInput = z.output<typeof attendeeInput>;

const guest = z.object({
  email,
  name: name.exactOptional(),
  timeZone: timeZone.exactOptional(),
  phoneNumber: phone.exactOptional(),
  language: language.exactOptional(),
});

export const guestsInput = z.object({
  guests: z
    .array(guest, 'must be a list of guests, such as [{ "email": "…" }]')
    .min(1, 'must name at least one guest')
    .max(GUESTS_A_CALL, `must name at most ${GUESTS_A_CALL} guests`),
});

export type GuestsInput = z.output<typeof guestsInput>;

export const attendeeParams = bookingParams.extend({ attendeeId: idInPath });
export const reassignParams = bookingParams.extend({ userId: idInPath });
