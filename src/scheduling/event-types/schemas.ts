/* What goes into `/v2/event-types`, in the names and types of the public API. */
import { z } from 'zod';
import { flag, idInPath, listInQuery, page, sortOrder, whole } from '../../api/values.js';
import { filled, metadata, plainLine, plainText } from '../profile/schemas.js';
import { appearanceShape } from './appearance.js';
import type { PeriodLimits } from './event-type.js';
import { bookingFields } from './field-schemas.js';
import { locations } from './location-schemas.js';
import { MINUTES_OF_A_DAY, MINUTES_OF_A_YEAR, orDisabled, setting } from './setting-schemas.js';

const TITLE_LENGTH = 255;
const SLUG_LENGTH = 100;
const DESCRIPTION_LENGTH = 5_000;
const LENGTHS = 20;
const MAX_SEATS = 1_000;
const MAX_OCCURRENCES = 52;
const MAX_BOOKINGS = 10_000;

const title = plainLine(TITLE_LENGTH, filled('must be a string'));

const SLUG_RULE = `must be 1 to ${SLUG_LENGTH} letters and digits with single hyphens, underscores or dots between them, such as intro-call`;
const slug = z
  .string('must be a string')
  .trim()
  .toLowerCase()
  .max(SLUG_LENGTH, SLUG_RULE)
  .regex(/^[a-z\d]+(?:[-_.][a-z\d]+)*$/, SLUG_RULE);

const description = plainText(DESCRIPTION_LENGTH, z.string('must be a string'));

const length = whole(1, MINUTES_OF_A_DAY);
/** Also as texts: the reference writes them so. */
const lengthOption = z.preprocess(
  (sent) => (typeof sent === 'string' && /^\d{1,4}$/.test(sent) ? Number(sent) : sent),
  length,
);
const lengths = z
  .array(lengthOption, 'must be a list of lengths in minutes')
  .min(1, 'must hold at least one length')
  .max(LENGTHS, `must be at most ${LENGTHS}`)
  .refine((all) => new Set(all).size === all.length, 'must not hold the same length twice');

const PERIODS = ['day', 'week', 'month', 'year'] as const;

const perPeriod = (most: number) =>
  z
    .object({
      day: whole(1, most).exactOptional(),
      week: whole(1, most).exactOptional(),
      month: whole(1, most).exactOptional(),
      year: whole(1, most).exactOptional(),
    })
    .refine((limits) => Object.keys(limits).length > 0, 'must limit at least one of day, week, month, year')
    .refine(isAscending, 'must not allow more in a shorter period than in a longer one');

function isAscending(limits: PeriodLimits): boolean {
  const all = PERIODS.map((period) => limits[period]).filter((limit) => limit !== undefined);
  return all.every((limit, at) => at === 0 || limit >= (all[at - 1] ?? limit));
}

const date = z.iso.date('must be a date of the calendar, written YYYY-MM-DD');
const days = { value: whole(1, 3_660), rolling: flag.exactOptional() };
const bookingWindow = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('calendarDays'), ...days }),
    z.object({ type: z.literal('businessDays'), ...days }),
    z.object({
      type: z.literal('range'),
      value: z
        .tuple([date, date], 'must be the first and the last date')
        .refine(([first, last]) => first <= last, 'must end on or after its first date'),
    }),
  ],
  'must be one of calendarDays, businessDays, range',
);

const noticeThreshold = z.object({
  unit: z.enum(['minutes', 'hours', 'days'], 'must be one of minutes, hours, days'),
  count: whole(1, MINUTES_OF_A_YEAR),
});
const confirmationPolicy = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('always'), blockUnconfirmedBookingsInBooker: flag }),
    z.object({ type: z.literal('time'), noticeThreshold, blockUnconfirmedBookingsInBooker: flag }),
  ],
  'must be one of always, time',
);

const recurrence = z.object({
  interval: whole(1, 52),
  occurrences: whole(1, MAX_OCCURRENCES),
  frequency: z.enum(['yearly', 'monthly', 'weekly'], 'must be one of yearly, monthly, weekly'),
});

const seats = z.object({
  seatsPerTimeSlot: whole(1, MAX_SEATS),
  showAttendeeInfo: flag,
  showAvailabilityCount: flag,
});

const bookerActiveBookingsLimit = z.object({
  maximumActiveBookings: whole(1, MAX_BOOKINGS),
  offerReschedule: flag.default(false),
});

const settings = {
  description: setting(description),
  hidden: setting(flag),
  scheduleId: setting(whole(1, Number.MAX_SAFE_INTEGER)),
  lengthInMinutesOptions: setting(lengths),
  locations: setting(locations),
  bookingFields: setting(bookingFields),
  disableGuests: setting(flag),
  slotInterval: setting(whole(1, MINUTES_OF_A_DAY)),
  offsetStart: setting(whole(0, MINUTES_OF_A_DAY)),
  minimumBookingNotice: setting(whole(0, MINUTES_OF_A_YEAR)),
  beforeEventBuffer: setting(whole(0, MINUTES_OF_A_DAY)),
  afterEventBuffer: setting(whole(0, MINUTES_OF_A_DAY)),
  bookingLimitsCount: orDisabled(perPeriod(MAX_BOOKINGS)),
  bookingLimitsDuration: orDisabled(perPeriod(MINUTES_OF_A_YEAR)),
  bookerActiveBookingsLimit: orDisabled(bookerActiveBookingsLimit),
  onlyShowFirstAvailableSlot: setting(flag),
  bookingWindow: orDisabled(bookingWindow),
  confirmationPolicy: orDisabled(confirmationPolicy),
  recurrence: orDisabled(recurrence),
  seats: orDisabled(seats),
  customName: setting(title),
  metadata: setting(metadata),
  hideOrganizerEmail: setting(flag),
  bookingRequiresAuthentication: setting(flag),
  requiresBookerEmailVerification: setting(flag),
  disableCancelling: setting(z.object({ disabled: flag.default(false) })),
  disableRescheduling: setting(
    z.object({ disabled: flag.default(false), minutesBefore: whole(1, MINUTES_OF_A_YEAR).exactOptional() }),
  ),
  allowReschedulingPastBookings: setting(flag),
  allowReschedulingCancelledBookings: setting(flag),
  ...appearanceShape,
};

export const eventTypeInput = z.object({ lengthInMinutes: length, title, slug, ...settings });

export const eventTypeChangeInput = z.object({
  lengthInMinutes: length.exactOptional(),
  title: title.exactOptional(),
  slug: slug.exactOptional(),
  ...settings,
});

export const eventTypeParams = z.object({ eventTypeId: idInPath });

const names = listInQuery()
  .transform((list) => list.map((name) => name.toLowerCase()))
  .pipe(
    z.array(z.string().trim().min(1, 'must be usernames, separated by commas')).max(25, 'must be at most 25'),
  );

export const eventTypesQuery = z.object({
  username: z.string().toLowerCase().exactOptional(),
  usernames: names.exactOptional(),
  eventSlug: z.string().toLowerCase().exactOptional(),
  orgSlug: z.string().toLowerCase().exactOptional(),
  orgId: idInPath.exactOptional(),
  sortCreatedAt: sortOrder.exactOptional(),
  ...page,
});
