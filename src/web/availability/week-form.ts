/* A schedule between its form and the input of the API. Pure. */
import { FIELDS, type DayValues, type ScheduleValues } from '../../../views/availability/schedule-form.js';
import { SCHEDULE_TEXT } from '../../../views/availability/messages.js';
import type { RangeValues } from '../../../views/availability/range-fields.js';
import type { PropertyFault } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import { WEEK_DAYS, type WeekDay } from '../../scheduling/profile/store.js';
import type { Hours, Schedule, WeeklyHours } from '../../scheduling/schedules/schedule.js';
import { WORKING_HOURS } from '../../scheduling/schedules/working-hours.js';
import { type FieldFaults, groupByField, textOf } from '../request-values.js';
import {
  isFilled,
  overlapFaults,
  rowOf,
  rowsIn,
  suffixOf,
  timeFaults,
  timesOf,
  withSpare,
} from './range-form.js';

/** Fields that are sent once per row, or once per day. */
export const WEEK_LISTS: readonly string[] = [
  FIELDS.off,
  FIELDS.copyTo,
  ...WEEK_DAYS.flatMap((day) => [`from${suffixOf(day)}`, `to${suffixOf(day)}`]),
];

/** A form has at most 200 fields of lists (http/forms.ts): two per row, and the boxes of the days. */
const MAX_ROWS = 90;
const MAX_STORED_ROWS = 75;
const SPARE = { spare: 1, least: 2 };

/** Undefined for more ranges than the form has rows. */
function weekOf(availability: Hours['availability']): ScheduleValues['week'] {
  const week = WEEK_DAYS.map((day): DayValues => {
    const hours = availability.filter(({ days }) => days.includes(day));
    const sorted = hours.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1));
    return { day, rows: withSpare(sorted.map(rowOf), SPARE), off: false };
  });
  return rowCount(week) > MAX_STORED_ROWS ? undefined : week;
}

const rowCount = (week: readonly DayValues[]): number => week.reduce((sum, { rows }) => sum + rows.length, 0);

const NO_COPY = { copyFrom: WEEK_DAYS[0], copyTo: [] };

export const storedValues = ({ name, timeZone, availability }: Schedule): ScheduleValues => ({
  ...{ name, timeZone, ...NO_COPY },
  week: weekOf(availability),
});

export const newValues = (timeZone: string): ScheduleValues => ({
  ...{ name: '', timeZone, ...NO_COPY },
  week: weekOf(WORKING_HOURS),
});

export function typedIn(form: Form): ScheduleValues {
  const off = form.list(FIELDS.off);
  const week = WEEK_DAYS.map((day) => ({ day, rows: rowsIn(form, suffixOf(day)), off: off.includes(day) }));
  return {
    name: textOf(form, 'name'),
    timeZone: form.text('timeZone'),
    week: form.text(FIELDS.week) === '' ? undefined : week,
    copyFrom: form.text(FIELDS.copyFrom),
    copyTo: form.list(FIELDS.copyTo),
  };
}

/** As it is sent, with an empty row for each day to go on with. */
export const withSpareRows = (values: ScheduleValues): ScheduleValues => ({
  ...values,
  week: values.week?.map((day) => ({ ...day, rows: withSpare(day.rows.filter(isFilled), SPARE) })),
});

export function withMoreRows(values: ScheduleValues): ScheduleValues {
  const week = values.week?.map((day) => ({ ...day, rows: withSpare(day.rows, { spare: 1, least: 0 }) }));
  return week === undefined || rowCount(week) > MAX_ROWS ? values : { ...values, week };
}

/** Undefined when there is nothing to copy to. */
export function withCopy(values: ScheduleValues): ScheduleValues | undefined {
  const { week = [], copyFrom, copyTo } = values;
  const source = week.find(({ day }) => day === copyFrom);
  const targets = copyTo.filter((day) => day !== copyFrom);
  if (source === undefined || targets.length === 0) return undefined;
  const copied = week.map((day) => (targets.includes(day.day) ? { ...source, day: day.day } : day));
  return { ...values, week: copied, copyTo: [] };
}

interface Position {
  readonly suffix: string;
  readonly at: number;
}

interface Entry {
  readonly hours: WeeklyHours;
  /** The rows that it comes from. */
  readonly positions: readonly Position[];
}

/** Days with the same hours share an entry. */
function entriesOf(week: readonly DayValues[]): readonly Entry[] {
  const entries = new Map<string, Entry>();
  const add = (day: WeekDay, row: RangeValues, at: number): void => {
    const key = `${row.from} ${row.to}`;
    const { hours, positions } = entries.get(key) ?? { hours: { days: [], ...timesOf(row) }, positions: [] };
    entries.set(key, {
      hours: { ...hours, days: [...hours.days, day] },
      positions: [...positions, { suffix: suffixOf(day), at }],
    });
  };
  for (const day of WEEK_DAYS) {
    const values = week.find((one) => one.day === day);
    if (values === undefined || values.off) continue;
    for (const [at, row] of values.rows.entries()) if (isFilled(row)) add(day, row, at);
  }
  return [...entries.values()];
}

/** Without hours where the form has none. */
export const inputOf = ({ name, timeZone, week }: ScheduleValues) => ({
  name,
  timeZone,
  ...(week && { availability: entriesOf(week).map(({ hours }) => hours) }),
});

const SUBJECTS: Readonly<Record<string, string>> = {
  name: 'The name',
  timeZone: 'The time zone',
  availability: 'The hours',
};

/** By the ids of fields. Overlaps, which the API merges, are faults of a form: they were not meant. */
export function weekFaults(values: ScheduleValues, faults: readonly PropertyFault[]): FieldFaults {
  const { week = [] } = values;
  const entries = entriesOf(week);
  return groupByField([
    ...faults.flatMap((fault) => {
      const [first = ''] = fault.property.split('.');
      const field = first === 'availability' ? FIELDS.week : first;
      const sentence = `${SUBJECTS[first] ?? 'This'} ${fault.message}.`;
      return timeFaults(fault, (index) => entries[index]?.positions ?? []) ?? [[field, sentence] as const];
    }),
    ...week.filter(({ off }) => !off).flatMap(({ day, rows }) => overlapFaults(rows, suffixOf(day))),
  ]);
}

export const NO_TARGET: FieldFaults = { [FIELDS.copyTo]: [SCHEDULE_TEXT.noTarget] };
