/* Dates on which other hours replace those of the week. */
import { DatePage, type DateProps, type DateValues, UNAVAILABLE } from '../../../views/availability/date.js';
import { DATE_TEXT, SCHEDULE_TEXT } from '../../../views/availability/messages.js';
import type { DateView } from '../../../views/availability/schedule.js';
import { checkValue } from '../../api/input.js';
import type { PropertyFault } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import type { Schedule } from '../../scheduling/schedules/schedule.js';
import { dateInput } from '../../scheduling/schedules/schemas.js';
import { localDate } from '../../scheduling/slots/days-ahead.js';
import { rangesByDate } from '../../scheduling/slots/open-hours.js';
import type { UserPost, UserRequest } from '../page.js';
import { doneReply, page, type PageReply } from '../reply.js';
import { refusedInput } from '../refused-input.js';
import { type FieldFaults, groupByField, idOf } from '../request-values.js';
import { type AvailabilityDeps, datesPath, findSchedule, schedulePath } from './deps.js';
import { isFilled, overlapFaults, rowOf, rowsIn, timeFaults, timesOf, withSpare } from './range-form.js';
import { dateInWords, rangesInWords } from './descriptions.js';

export const DATE_LISTS: readonly string[] = ['from', 'to'];
const SPARE = { spare: 1, least: 3 };

interface PresentedDates {
  readonly upcoming: readonly DateView[];
  /** Newest first. */
  readonly past: readonly DateView[];
  readonly addTo: string;
  readonly removal: string;
}

export function presentDates({ id, timeZone, overrides }: Schedule, now: number): PresentedDates {
  const [path, today] = [datesPath(id), localDate(timeZone, now)];
  const views = [...rangesByDate(overrides)].map(([date, ranges]) => ({
    date,
    label: dateInWords(date),
    hours: ranges.length === 0 ? SCHEDULE_TEXT.unavailable : rangesInWords(ranges),
    to: `${path}?date=${date}`,
  }));
  return {
    upcoming: views.filter(({ date }) => date >= today),
    past: views.filter(({ date }) => date < today).reverse(),
    addTo: path,
    removal: `${path}/removal`,
  };
}

function storedValues({ overrides }: Schedule, date: string): DateValues {
  const hours = overrides.filter((override) => override.date === date);
  const open = hours.filter(({ startTime, endTime }) => startTime !== endTime);
  const unavailable = hours.length > 0 && open.length === 0;
  return { date, unavailable, rows: withSpare(open.map(rowOf), SPARE) };
}

const typedIn = (form: Form): DateValues => ({
  date: form.text('date').trim(),
  unavailable: form.text(UNAVAILABLE.name) === UNAVAILABLE.value,
  rows: withSpare(rowsIn(form, '').filter(isFilled), SPARE),
});

export async function showDate(
  deps: AvailabilityDeps,
  request: UserRequest,
  typed?: { readonly values: DateValues; readonly faults: FieldFaults },
): Promise<PageReply> {
  const schedule = await findSchedule(deps, request);
  const props: DateProps = {
    user: request.user.account,
    crumbs: [{ label: schedule.name, to: schedulePath(schedule.id) }],
    csrf: request.csrf(),
    action: datesPath(schedule.id),
    backTo: schedulePath(schedule.id),
    values: typed?.values ?? storedValues(schedule, request.query('date')),
    faults: typed?.faults ?? {},
  };
  return page(<DatePage {...props} />, { status: typed === undefined ? 200 : 422 });
}

const SUBJECTS: Readonly<Record<string, string>> = { date: 'The date', hours: 'The hours' };

/** By the ids of fields. */
function dateFaults({ rows, unavailable }: DateValues, faults: readonly PropertyFault[]): FieldFaults {
  const filled = rows.some(isFilled);
  const contradiction = unavailable ? DATE_TEXT.both : DATE_TEXT.nothing;
  return groupByField([
    ...faults.flatMap((fault) => {
      const [first = ''] = fault.property.split('.');
      const sentence = `${SUBJECTS[first] ?? 'This'} ${fault.message}.`;
      return timeFaults(fault, (at) => [{ suffix: '', at }]) ?? [[first, sentence] as const];
    }),
    ...(filled === unavailable ? [['hours', contradiction] as const] : []),
    ...overlapFaults(rows, ''),
  ]);
}

export async function saveDate(deps: AvailabilityDeps, request: UserPost): Promise<PageReply> {
  const { id } = await findSchedule(deps, request);
  const values = typedIn(request.form);
  const hours = values.rows.filter(isFilled).map(timesOf);
  const checked = checkValue(dateInput, { date: values.date, hours }, 'form');
  const faults = dateFaults(values, 'faults' in checked ? checked.faults : []);
  if (!('data' in checked) || Object.keys(faults).length > 0)
    return showDate(deps, request, { values, faults });
  const saved = await deps.schedules
    .setDate(request.user.account.id, id, checked.data, request.actor)
    .catch(refusedInput);
  if ('refused' in saved)
    return showDate(deps, request, { values, faults: dateFaults(values, saved.refused.faults) });
  return doneReply(request, schedulePath(id), SCHEDULE_TEXT.done.date(dateInWords(values.date)));
}

export async function removeDate(deps: AvailabilityDeps, request: UserPost): Promise<PageReply> {
  const id = idOf(request.param('id'));
  const date = request.form.text('date');
  await deps.schedules.removeDate(request.user.account.id, id, date, request.actor);
  return doneReply(request, schedulePath(id), SCHEDULE_TEXT.done.dateRemoved(dateInWords(date)));
}
