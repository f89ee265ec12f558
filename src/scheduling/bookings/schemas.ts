/* Requests to book, cancel and reschedule, in the names and types of the public API. */
import { z } from 'zod';
import { instant } from '../instants.js';
import { emailAddress as email, phoneNumber } from '../event-types/answers.js';
import { metadata, name, timeZone } from '../profile/schemas.js';
import { isPlainLine, isPlainText, LOCALES } from '../profile/rules.js';
import { sentCode } from '../verified-resources/sent-code.js';

const GUESTS = 10;
const UID_LENGTH = 200;
const REASON_LENGTH = 2_000;
const LINE_LENGTH = 1_000;
const RESPONSES = 100;
const HOSTS = 250;

const PHONE_RULE = 'must be a phone number with its country code, such as +351210000000';
export const phone = z.string(PHONE_RULE).transform((text, ctx) => {
  const number = phoneNumber(text);
  if (number !== undefined) return number;
  ctx.addIssue({ code: 'custom', message: PHONE_RULE });
  return z.NEVER;
});

export const line = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(LINE_LENGTH, `must be at most ${LINE_LENGTH} characters`)
  .refine(isPlainLine, 'must not hold control characters');

export const reason = z
  .string()
  .trim()
  .max(REASON_LENGTH, `must be at most ${REASON_LENGTH} characters`)
  .refine(isPlainText, 'must not hold control characters');

const uid = z.string().min(1, 'must not be empty').max(UID_LENGTH, 'is no uid');

export const locale = z.enum(LOCALES, `must be one of ${LOCALES.join(', ')}`);

export const attendee = z.object({
  name,
  email: email.exactOptional(),
  timeZone,
  phoneNumber: phone.exactOptional(),
  language: locale.default('en'),
});

const location = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.enum(['address', 'link', 'phone', 'organizersDefaultApp']) }),
    z.object({ type: z.literal('integration'), integration: line }),
    z
      .object({ type: z.literal('attendeeAddress'), address: line })
      .transform(({ type, address }) => ({ type, value: address })),
    z
      .object({ type: z.literal('attendeePhone'), phone })
      .transform(({ type, phone: value }) => ({ type, value })),
    z
      .object({ type: z.literal('attendeeDefined'), location: line })
      .transform(({ type, location: value }) => ({ type, value })),
  ],
  'must be an object with a type, such as { "type": "link" }',
);

const responses = z
  .record(z.string(), z.unknown(), 'must be an object of answers')
  .refine((answers) => Object.keys(answers).length <= RESPONSES, `must have at most ${RESPONSES} answers`);

const positive = z.int('must be a whole number').min(1, 'must be at least 1');

export const bookingInput = z.object({
  start: instant,
  attendee,
  eventTypeId: z.int('must be a whole number').exactOptional(),
  eventTypeSlug: line.exactOptional(),
  username: line.exactOptional(),
  teamSlug: line.exactOptional(),
  /** Of the user or the team. */
  organizationSlug: line.exactOptional(),
  bookingFieldsResponses: responses.exactOptional(),
  guests: z
    .array(email, 'must be a list of e-mail addresses')
    .max(GUESTS, `must name at most ${GUESTS} guests`)
    .exactOptional(),
  /** Deprecated in the public API: the link of the location. */
  meetingUrl: line.exactOptional(),
  location: location.exactOptional(),
  metadata: metadata.exactOptional(),
  lengthInMinutes: positive.exactOptional(),
  recurrenceCount: positive.exactOptional(),
  /** Sent to the attendee, where the event type needs it. */
  emailVerificationCode: sentCode
    .meta({
      description:
        'For event types with requiresBookerEmailVerification. Leave it out to have a code sent to the attendee.',
    })
    .exactOptional(),
  instant: z.boolean('must be true or false').exactOptional(),
  /** Ours: the caller's own hold on the slot, and their private link. */
  reservationUid: uid.exactOptional(),
  privateLinkId: uid.exactOptional(),
  /** From the response to a routing form. `skipContactOwner` has no meaning here: there are no contact owners. */
  routing: z
    .object({
      /** The hosts of a round robin to choose from; without any, all of them. */
      teamMemberIds: z
        .array(z.int('must be the number of a person'), 'must be a list of numbers of people')
        .max(HOSTS, `must name at most ${HOSTS} people`)
        .exactOptional(),
      teamMemberEmail: z
        .null('must be left out: hosts are named by their numbers, in teamMemberIds')
        .exactOptional(),
      responseId: z.int('must be the number of a response').nullable().exactOptional(),
      queuedResponseId: z.string('must be a string').nullable().exactOptional(),
    })
    .exactOptional(),
});

export type BookingInput = z.output<typeof bookingInput>;

/** Admins may name the host of a round robin. */
export const groupBookingInput = bookingInput.extend({
  userId: z.int('must be the number of a person').exactOptional(),
});

/** RFC 8941 strings and plain tokens alike: the value is only compared. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1, 'must not be empty')
    .max(255, 'must be at most 255 characters')
    .exactOptional(),
});

export const cancelInput = z
  .object({
    cancellationReason: reason.exactOptional(),
    cancelSubsequentBookings: z.boolean('must be true or false').exactOptional(),
    seatUid: uid.exactOptional(),
  })
  // Clients that have nothing to send leave out the body.
  .default({});

export type CancelInput = z.output<typeof cancelInput>;

export const rescheduleInput = z.object({
  start: instant,
  rescheduledBy: email.exactOptional(),
  reschedulingReason: reason.exactOptional(),
  seatUid: uid.exactOptional(),
  /** Ours: the caller's own hold on the new time. */
  reservationUid: uid.exactOptional(),
  /** The address does not change, so that it is not verified again. */
  emailVerificationCode: z.string().meta({ description: 'Ignored.' }).exactOptional(),
});

export type RescheduleInput = z.output<typeof rescheduleInput>;

export const bookingParams = z.object({ bookingUid: uid });
export const seatParams = z.object({ seatUid: uid });

const REFERENCES = [
  'google_calendar',
  'office365_calendar',
  'daily_video',
  'google_video',
  'office365_video',
  'zoom_video',
] as const;

export const referencesQuery = z.object({
  type: z.enum(REFERENCES, `must be one of ${REFERENCES.join(', ')}`).exactOptional(),
});
