/* What goes into and comes out of `/v2/schedules`, in the names and types of the public API. */
import { z } from 'zod';
import { idInPath, page } from '../../api/values.js';
import { name, timeZone } from '../profile/schemas.js';
import { WEEK_DAYS } from '../profile/store.js';
import { isEndTime, isStartTime, MAX_OVERRIDES, MAX_WEEKLY_HOURS } from './rules.js';

const START_RULE = 'must be a time from 00:00 to 23:59, written HH:MM';
const NIGHT = '; hours through the night are two ranges, one until 24:00 and one from 00:00 of the next day';
const END_RULE = 'must be a time from 00:00 to 24:00, written HH:MM';
// Aborting: two times are compared only when both are times.
const startTime = z.string(START_RULE).refine(isStartTime, { error: START_RULE, abort: true });
const endTime = z.string(END_RULE).refine(isEndTime, { error: END_RULE, abort: true });

const days = z
  .array(z.enum(WEEK_DAYS, `must be one of ${WEEK_DAYS.join(', ')}`))
  .min(1, 'must name at least one day')
  .transform((named) => [...new Set(named)]);

const ORDER = { path: ['endTime'], error: `must be after startTime${NIGHT}` };
const isInOrder = (hours: { readonly startTime: string; readonly endTime: string }): boolean =>
  hours.startTime < hours.endTime;

const weeklyHours = z.object({ days, startTime, endTime }).refine(isInOrder, ORDER);

const date = z.iso.date('must be a date of the calendar, written YYYY-MM-DD');

const dateOverride = z
  .object({ date, startTime, endTime })
  .refine((override) => override.startTime <= override.endTime, {
    path: ['endTime'],
    error: `must be after startTime, or equal to it for a day without hours${NIGHT}`,
  });

const isDefault = z.boolean('must be true or false');

const availability = z
  .array(weeklyHours)
  .max(MAX_WEEKLY_HOURS, `must have at most ${MAX_WEEKLY_HOURS} entries`);
const overrides = z.array(dateOverride).max(MAX_OVERRIDES, `must have at most ${MAX_OVERRIDES} entries`);

export const scheduleInput = z.object({
  name,
  timeZone,
  isDefault,
  availability: availability.exactOptional(),
  overrides: overrides.exactOptional(),
});

export const scheduleChangeInput = z.object({
  name: name.exactOptional(),
  timeZone: timeZone.exactOptional(),
  isDefault: isDefault.exactOptional(),
  availability: availability.exactOptional(),
  overrides: overrides.exactOptional(),
});

/** All hours of one date; none for a date without hours. */
export const dateInput = z.object({
  date,
  hours: z.array(z.object({ startTime, endTime }).refine(isInOrder, ORDER)).max(MAX_WEEKLY_HOURS),
});

export const scheduleParams = z.object({ scheduleId: idInPath });
export const scheduleListQuery = z.object(page);
export const memberScheduleQuery = z.object({ ...page, eventTypeId: idInPath.exactOptional() });

const times = { startTime: z.string(), endTime: z.string() };

export const scheduleReply = z.object({
  id: z.number(),
  ownerId: z.number(),
  name: z.string(),
  timeZone: z.string(),
  availability: z.array(z.object({ days: z.array(z.enum(WEEK_DAYS)).readonly(), ...times })).readonly(),
  isDefault: z.boolean(),
  overrides: z.array(z.object({ date: z.string(), ...times })).readonly(),
});
