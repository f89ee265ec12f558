/* What goes into and comes out of `/v2/slots`, in the names and types of the public API. */
import { z } from 'zod';
import { DAY } from '../../durations.js';
import { instant, momentInUtc } from '../instants.js';
import { idInPath, listInQuery, numberInQuery } from '../../api/values.js';
import { MINUTES_OF_A_DAY } from '../event-types/setting-schemas.js';
import { timeZone } from '../profile/schemas.js';

const MAX_RANGE_DAYS = 366;
const MAX_PEOPLE = 20;

/** Far enough for everybody, and near enough that the clocks' changes up to there are counted in no time. */
const EARLIEST = Date.UTC(1970, 0, 1);
/** Beyond it nothing is computed and nothing is booked. */
export const LATEST = Date.UTC(2100, 0, 1);
const CENTURY_RULE = 'must lie between 1970 and 2100';
const isNear = (time: number): boolean => time >= EARLIEST && time <= LATEST;

const USERNAMES_RULE = `must be 2 to ${MAX_PEOPLE} different usernames, separated by commas`;
const usernames = listInQuery(USERNAMES_RULE)
  .transform((sent) => [...new Set(sent.map((name) => name.toLowerCase()))])
  .refine((names) => names.length >= 2 && names.length <= MAX_PEOPLE, USERNAMES_RULE)
  .refine((names) => names.every((name) => name !== ''), USERNAMES_RULE);

const DURATION_RULE = `must be a whole number of minutes from 1 to ${MINUTES_OF_A_DAY}`;
const duration = numberInQuery(DURATION_RULE, 1, MINUTES_OF_A_DAY);

const slug = z.string('must be given once').min(1, 'must not be empty').toLowerCase();

/** Which times are asked for, in UTC where they are dates, and how they are shown. */
const asked = {
  start: momentInUtc('first').refine(isNear, CENTURY_RULE),
  end: momentInUtc('last').refine(isNear, CENTURY_RULE),
  timeZone: timeZone.default('UTC'),
  duration: duration.exactOptional(),
  format: z.enum(['time', 'range'], 'must be time or range').default('time'),
  bookingUidToReschedule: z.string('must be given once').exactOptional(),
};

interface Range {
  readonly start: number;
  readonly end: number;
}

const bounded = <S extends z.ZodType<Range>>(schema: S): S =>
  schema
    .refine(({ start, end }) => start < end, { path: ['end'], message: 'must be after start' })
    .refine(({ start, end }) => end - start <= MAX_RANGE_DAYS * DAY, {
      path: ['end'],
      message: `must be at most ${MAX_RANGE_DAYS} days after start`,
    });

export const slotsQuery = bounded(
  z.object({
    ...asked,
    eventTypeId: idInPath.exactOptional(),
    eventTypeSlug: slug.exactOptional(),
    username: slug.exactOptional(),
    teamSlug: slug.exactOptional(),
    usernames: usernames.exactOptional(),
    organizationSlug: slug.exactOptional(),
  }),
);

/** Where something else says which event type it is about. */
export const offerQuery = bounded(z.object(asked));
export const queueableOfferQuery = bounded(
  z.object({
    ...asked,
    queueResponse: z
      .enum(['true', 'false'], 'must be true or false')
      .default('false')
      .transform((text) => text === 'true')
      .meta({ type: 'boolean', default: false, enum: undefined }),
  }),
);

/** `end` with `format=range`, what follows it with seats. */
const slotReply = z.object({
  start: z.string(),
  end: z.string().exactOptional(),
  seatsBooked: z.number().exactOptional(),
  seatsRemaining: z.number().exactOptional(),
  seatsTotal: z.number().exactOptional(),
  bookingUid: z.string().exactOptional(),
});

/** By date of the asked time zone; a date without slots is left out. */
export const slotsReply = z.record(z.string(), z.array(slotReply));

const minutes = z.int(DURATION_RULE).min(1, DURATION_RULE).max(MINUTES_OF_A_DAY, DURATION_RULE);

export const reservationInput = z.object({
  eventTypeId: z.int('must be the number of an id'),
  slotStart: instant.refine(isNear, CENTURY_RULE),
  slotDuration: minutes.exactOptional(),
  /** Only of callers with a token. */
  reservationDuration: minutes.exactOptional(),
});

export const reservationParams = z.object({ uid: z.string() });

export const heldSlotReply = z.object({
  eventTypeId: z.number(),
  slotStart: z.string(),
  slotEnd: z.string(),
  slotDuration: z.number(),
  reservationUid: z.string(),
  reservationUntil: z.string(),
});

export const reservationReply = heldSlotReply.extend({ reservationDuration: z.number() });
