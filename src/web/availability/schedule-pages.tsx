/* One schedule: its form, its dates, the default, and its deletion. `new` adds one. */
import { confirmScheduleRemoval } from '../../../views/availability/confirmations.js';
import { AVAILABILITY_TEXT, SCHEDULE_TEXT as TEXT } from '../../../views/availability/messages.js';
import { SchedulePage, type ScheduleProps } from '../../../views/availability/schedule.js';
import { ACT, type ScheduleValues } from '../../../views/availability/schedule-form.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { type Checked, checkValue } from '../../api/input.js';
import { TIME_ZONES } from '../../scheduling/profile/rules.js';
import type { Schedule } from '../../scheduling/schedules/schedule.js';
import { scheduleChangeInput, scheduleInput } from '../../scheduling/schedules/schemas.js';
import type { UserPost, UserRequest } from '../page.js';
import { doneReply, page, type PageReply } from '../reply.js';
import { type FieldFaults, idOf } from '../request-values.js';
import {
  AVAILABILITY_PATH,
  type AvailabilityDeps,
  findSchedule,
  schedulePath,
  SCHEDULES_PATH,
} from './deps.js';
import { presentDates } from './date-pages.js';
import {
  inputOf,
  newValues,
  NO_TARGET,
  storedValues,
  typedIn,
  weekFaults,
  withCopy,
  withMoreRows,
  withSpareRows,
} from './week-form.js';
import { weekAhead } from './descriptions.js';

const zonesFor = ({ timeZone }: ScheduleValues): readonly string[] =>
  TIME_ZONES.includes(timeZone) ? TIME_ZONES : [timeZone, ...TIME_ZONES];

/** What the form shows instead of what is stored. */
interface Typed {
  readonly values: ScheduleValues;
  readonly faults?: FieldFaults;
  readonly notice?: string;
}

const formProps = (request: UserRequest, action: string, { values, faults = {} }: Typed) => ({
  csrf: request.csrf(),
  action,
  backTo: AVAILABILITY_PATH,
  values,
  faults,
  timeZones: zonesFor(values),
});

const scheduleReply = (props: ScheduleProps): PageReply =>
  page(<SchedulePage {...props} />, { status: Object.keys(props.form.faults).length > 0 ? 422 : 200 });

export async function showNewSchedule(
  { absences }: AvailabilityDeps,
  request: UserRequest,
  typed?: Typed,
): Promise<PageReply> {
  const { account } = request.user;
  const values = typed?.values ?? newValues((await absences.timeZoneOf(account.id)) ?? 'UTC');
  return scheduleReply({
    ...{ user: account, crumbs: [], csrf: request.csrf() },
    form: formProps(request, SCHEDULES_PATH, { ...typed, values }),
    notice: typed?.notice,
  });
}

async function presentStored(deps: AvailabilityDeps, request: UserRequest, schedule: Schedule) {
  const { id: accountId } = request.user.account;
  const [now, path] = [deps.clock(), schedulePath(schedule.id)];
  const absences = await deps.absences.list(accountId, { take: DAYS_AHEAD, skip: 0, endsAfter: now });
  const away = absences.map(({ start, end }) => ({ from: start, until: end }));
  const { name, timeZone, isDefault } = schedule;
  return {
    ...{ name, timeZone, isDefault },
    isLast: (await deps.schedules.list(accountId, { take: 2, skip: 0 })).length < 2,
    ahead: weekAhead(schedule, away, now),
    dates: { csrf: request.csrf(), ...presentDates(schedule, now) },
    makeDefault: `${path}/default`,
    removal: `${path}/removal`,
  };
}

/** More absences than this cannot begin within a week, unless each is shorter than two hours. */
const DAYS_AHEAD = 100;

export async function showSchedule(
  deps: AvailabilityDeps,
  request: UserRequest,
  typed?: Typed,
): Promise<PageReply> {
  const schedule = await findSchedule(deps, request);
  const content = typed ?? { values: storedValues(schedule) };
  return scheduleReply({
    ...{ user: request.user.account, crumbs: [], csrf: request.csrf() },
    stored: await presentStored(deps, request, schedule),
    form: formProps(request, schedulePath(schedule.id), content),
    done: typed === undefined ? request.session.takeMessage() : undefined,
    notice: typed?.notice,
  });
}

/** What a button besides the one that saves does with the form. */
function withoutSaving(act: string, values: ScheduleValues): Typed | undefined {
  if (act === ACT.more) return { values: withMoreRows(values) };
  if (act !== ACT.copy) return undefined;
  const copied = withCopy(values);
  return copied === undefined
    ? { values, faults: NO_TARGET }
    : { values: withSpareRows(copied), notice: TEXT.copied(values.copyFrom) };
}

type Show = (deps: AvailabilityDeps, request: UserRequest, typed: Typed) => Promise<PageReply>;

/** Calls `save` with the input if there is nothing wrong with it, or shows the form again. */
async function withInput<T>(
  deps: AvailabilityDeps,
  request: UserPost,
  { show, check }: { readonly show: Show; readonly check: (input: object) => Checked<T> },
  save: (input: T) => Promise<PageReply>,
): Promise<PageReply> {
  const values = typedIn(request.form);
  const unsaved = withoutSaving(request.form.text(ACT.name), values);
  if (unsaved !== undefined) return show(deps, request, unsaved);
  const kept = withSpareRows(values);
  const checked = check(inputOf(kept));
  const faults = weekFaults(kept, 'faults' in checked ? checked.faults : []);
  if ('data' in checked && Object.keys(faults).length === 0) return save(checked.data);
  return show(deps, request, { values: kept, faults });
}

export const createSchedule = (deps: AvailabilityDeps, request: UserPost): Promise<PageReply> => {
  const check = (input: object) => checkValue(scheduleInput, { ...input, isDefault: false }, 'form');
  return withInput(deps, request, { show: showNewSchedule, check }, async (input) => {
    const { name } = await deps.schedules.add(request.user.account.id, input, request.actor);
    return doneReply(request, AVAILABILITY_PATH, AVAILABILITY_TEXT.done.created(name));
  });
};

export const saveSchedule = async (deps: AvailabilityDeps, request: UserPost): Promise<PageReply> => {
  const { id } = await findSchedule(deps, request);
  const check = (input: object) => checkValue(scheduleChangeInput, input, 'form');
  return withInput(deps, request, { show: showSchedule, check }, async (input) => {
    const { name } = await deps.schedules.change(request.user.account.id, id, input, request.actor);
    return doneReply(request, schedulePath(id), TEXT.done.saved(name));
  });
};

export async function makeDefault(deps: AvailabilityDeps, request: UserPost): Promise<PageReply> {
  const id = idOf(request.param('id'));
  const { id: accountId } = request.user.account;
  const { name } = await deps.schedules.change(accountId, id, { isDefault: true }, request.actor);
  return doneReply(request, schedulePath(id), TEXT.done.default(name));
}

const MAX_EVENT_TYPES = 1_000;

/** Undefined for the only schedule, which cannot be deleted. */
export async function askToRemove(
  deps: AvailabilityDeps,
  request: UserPost,
): Promise<Confirmation | undefined> {
  const { id: accountId } = request.user.account;
  const schedule = await findSchedule(deps, request);
  const [first, second] = await deps.schedules.list(accountId, { take: 2, skip: 0 });
  const next = schedule.isDefault
    ? first?.id === schedule.id
      ? second
      : first
    : await deps.schedules.findDefault(accountId);
  if (next === undefined) return undefined;
  const own = await deps.eventTypes.list({ viewerId: accountId, take: MAX_EVENT_TYPES, skip: 0 });
  return confirmScheduleRemoval({
    ...{ name: schedule.name, isDefault: schedule.isDefault, nextDefault: next.name },
    eventTypes: own
      .filter(({ eventType }) => eventType.scheduleId === schedule.id)
      .map(({ eventType }) => eventType.title),
  });
}

export async function removeSchedule(deps: AvailabilityDeps, request: UserPost): Promise<PageReply> {
  const { id, name } = await findSchedule(deps, request);
  await deps.schedules.remove(request.user.account.id, id, request.actor);
  return doneReply(request, AVAILABILITY_PATH, AVAILABILITY_TEXT.done.removed(name));
}
