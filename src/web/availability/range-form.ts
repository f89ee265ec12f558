/* Rows of hours between a form and the domain. Browsers write midnight as 00:00, also where a range ends. Pure. */
import { SCHEDULE_TEXT } from '../../../views/availability/messages.js';
import type { RangeValues } from '../../../views/availability/range-fields.js';
import type { PropertyFault } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import { isEndTime, isStartTime, overlapping } from '../../scheduling/schedules/rules.js';

export interface Times {
  readonly startTime: string;
  readonly endTime: string;
}

const BLANK: RangeValues = { from: '', to: '' };

export const rowOf = ({ startTime, endTime }: Times): RangeValues => ({
  from: startTime,
  to: endTime === '24:00' ? '00:00' : endTime,
});

export const timesOf = ({ from, to }: RangeValues): Times => ({
  startTime: from,
  endTime: to === '00:00' ? '24:00' : to,
});

/** Names are `from` and `to` with the suffix, each once per row. */
export function rowsIn(form: Form, suffix: string): readonly RangeValues[] {
  const to = form.list(`to${suffix}`);
  return form.list(`from${suffix}`).map((from, at) => ({ from: from.trim(), to: (to[at] ?? '').trim() }));
}

export const isFilled = ({ from, to }: RangeValues): boolean => from !== '' || to !== '';

/** With `spare` empty rows after the filled ones, and at least `least` in all. */
export const withSpare = (
  rows: readonly RangeValues[],
  { spare, least }: { readonly spare: number; readonly least: number },
): readonly RangeValues[] => [
  ...rows,
  ...Array.from({ length: Math.max(spare, least - rows.length) }, () => BLANK),
];

const isComplete = (row: RangeValues): boolean => {
  const { startTime, endTime } = timesOf(row);
  return isStartTime(startTime) && isEndTime(endTime) && startTime < endTime;
};

/** Names of a day's fields end with the day. */
export const suffixOf = (day: string): string => `_${day}`;
const onDay = (suffix: string): string => (suffix === '' ? '' : SCHEDULE_TEXT.onDay(suffix.slice(1)));

type Fault = readonly [id: string, sentence: string];

/** Ids are those of the fields of the rows as they are on the page. */
export function overlapFaults(rows: readonly RangeValues[], suffix: string): readonly Fault[] {
  const hours = rows.map((row, at) => ({ ...timesOf(row), at, row })).filter(({ row }) => isComplete(row));
  return overlapping(hours).map(({ at }) => [`from${suffix}-${at}`, SCHEDULE_TEXT.overlap(onDay(suffix))]);
}

const SUBJECTS: Readonly<Record<string, readonly [field: string, subject: string]>> = {
  startTime: ['from', 'The start'],
  endTime: ['to', 'The end'],
};

/** In the words of the page, which explains hours through the night above its fields. */
const inWords = (message: string): string => {
  const [rule = message] = message.split(';');
  return rule.replaceAll('startTime', 'the start').replaceAll('24:00', 'midnight');
};

/** Of a fault like `hours.3.endTime`, for the field of each row with these hours. Undefined for other faults. */
export function timeFaults(
  { property, message }: PropertyFault,
  positions: (index: number) => readonly { readonly suffix: string; readonly at: number }[],
): readonly Fault[] | undefined {
  const [, index = '', part = ''] = property.split('.');
  const named = SUBJECTS[part];
  if (named === undefined) return undefined;
  const [field, subject] = named;
  return positions(Number(index)).map(({ suffix, at }) => [
    `${field}${suffix}-${at}`,
    `${subject}${onDay(suffix)} ${inWords(message)}.`,
  ]);
}
