/* Use cases of schedules, of users and of members. A reply is the schedule as the store returns it. */
import type { z } from 'zod';
import { present } from '../../present.js';
import type { Actor } from '../../events/audit-log.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import type { Owner } from '../owner.js';
import { noMember, noOwner } from '../mounts.js';
import { MAX_OVERRIDES, overridesWithoutOverlaps, withDate, withoutDate, withoutOverlaps } from './rules.js';
import type { DateOverride, Schedule } from './schedule.js';
import type { dateInput, scheduleChangeInput, scheduleInput } from './schemas.js';
import type { MemberScheduleQuery, NewSchedule, Page, ScheduleChange, ScheduleStore } from './store.js';
import { WORKING_HOURS } from './working-hours.js';

type Sent = z.output<typeof scheduleInput>;
type SentChange = z.output<typeof scheduleChangeInput>;
type SentDate = z.output<typeof dateInput>;

export interface ScheduleUseCases {
  list(ownerId: number, page: Page): Promise<Schedule[]>;
  listIn(groupId: number, query: MemberScheduleQuery): Promise<Schedule[]>;
  find(owner: Owner, id: number): Promise<Schedule>;
  findDefault(ownerId: number): Promise<Schedule>;
  add(owner: Owner, sent: Sent, actor: Actor): Promise<Schedule>;
  change(owner: Owner, id: number, sent: SentChange, actor: Actor): Promise<Schedule>;
  /** One date instead of all: two changes at once lose neither. */
  setDate(owner: Owner, id: number, sent: SentDate, actor: Actor): Promise<Schedule>;
  removeDate(owner: Owner, id: number, date: string, actor: Actor): Promise<Schedule>;
  remove(owner: Owner, id: number, actor: Actor): Promise<undefined>;
}

const noSchedule = () => notFound('There is no schedule with this id here.');
const staysDefault = () =>
  conflict('This is the default schedule. It stays the default until you make another one the default.');
const lastStays = () =>
  conflict('This is the only schedule. Add another one before you delete it: event types need a default.');

function orThrow(schedule: Schedule | undefined, missing = noSchedule): Schedule {
  if (schedule === undefined) throw missing();
  return schedule;
}

const newSchedule = ({ availability, overrides = [], ...named }: Sent): NewSchedule => ({
  ...named,
  availability: withoutOverlaps(availability ?? WORKING_HOURS),
  overrides: overridesWithoutOverlaps(overrides),
});

const changeOf = ({ availability, overrides, ...named }: SentChange): ScheduleChange => ({
  ...named,
  ...present({
    availability: availability && withoutOverlaps(availability),
    overrides: overrides && overridesWithoutOverlaps(overrides),
  }),
});

const tooManyDates = () =>
  invalidInput([{ property: 'date', message: `would be one too many: there are ${MAX_OVERRIDES} entries` }]);

function withSentDate({ overrides }: Schedule, { date, hours }: SentDate): readonly DateOverride[] {
  const changed = overridesWithoutOverlaps(withDate(overrides, date, hours));
  if (changed.length > MAX_OVERRIDES) throw tooManyDates();
  return changed;
}

async function changed(
  store: ScheduleStore,
  ...[owner, id, revise, actor]: Parameters<ScheduleStore['change']>
): Promise<Schedule> {
  const answer = await store.change(owner, id, revise, actor);
  if (answer === 'stays_default') throw staysDefault();
  return orThrow(answer);
}

export const createScheduleUseCases = (store: ScheduleStore): ScheduleUseCases => ({
  list: async (ownerId, page) => [...(await store.list(ownerId, page))],
  async listIn(groupId, query) {
    const schedules = await store.listIn(groupId, query);
    if (schedules === undefined) throw noMember();
    return [...schedules];
  },
  find: async (owner, id) => orThrow(await store.find(owner, id)),
  findDefault: async (ownerId) => orThrow(await store.findDefault(ownerId), () => noOwner(ownerId)),
  add: async (owner, sent, actor) =>
    orThrow(await store.create(owner, newSchedule(sent), actor), () => noOwner(owner)),
  change: (owner, id, sent, actor) => changed(store, owner, id, () => changeOf(sent), actor),
  setDate: (owner, id, sent, actor) =>
    changed(store, owner, id, (schedule) => ({ overrides: withSentDate(schedule, sent) }), actor),
  removeDate: (owner, id, date, actor) =>
    changed(store, owner, id, ({ overrides }) => ({ overrides: withoutDate(overrides, date) }), actor),
  async remove(owner, id, actor) {
    const answer = await store.remove(owner, id, actor);
    if (answer === 'not_found') throw noSchedule();
    if (answer === 'last') throw lastStays();
    return undefined;
  },
});
