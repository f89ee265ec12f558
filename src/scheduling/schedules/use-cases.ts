/* Use cases of schedules, of users and of members. A reply is the schedule as the store returns it. */
import type { z } from 'zod';
import { present } from '../../present.js';
import type { Actor } from '../../events/audit-log.js';
import { conflict, notFound } from '../../errors.js';
import type { Owner } from '../owner.js';
import { noMember, noOwner } from '../mounts.js';
import { overridesWithoutOverlaps, withoutOverlaps } from './rules.js';
import type { Schedule } from './schedule.js';
import type { scheduleChangeInput, scheduleInput } from './schemas.js';
import type { MemberScheduleQuery, NewSchedule, Page, ScheduleChange, ScheduleStore } from './store.js';
import { WORKING_HOURS } from './working-hours.js';

type Sent = z.output<typeof scheduleInput>;
type SentChange = z.output<typeof scheduleChangeInput>;

export interface ScheduleUseCases {
  list(ownerId: number, page: Page): Promise<Schedule[]>;
  listIn(groupId: number, query: MemberScheduleQuery): Promise<Schedule[]>;
  find(owner: Owner, id: number): Promise<Schedule>;
  findDefault(ownerId: number): Promise<Schedule>;
  add(owner: Owner, sent: Sent, actor: Actor): Promise<Schedule>;
  change(owner: Owner, id: number, sent: SentChange, actor: Actor): Promise<Schedule>;
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
  async change(owner, id, sent, actor) {
    const changed = await store.change(owner, id, changeOf(sent), actor);
    if (changed === 'stays_default') throw staysDefault();
    return orThrow(changed);
  },
  async remove(owner, id, actor) {
    const answer = await store.remove(owner, id, actor);
    if (answer === 'not_found') throw noSchedule();
    if (answer === 'last') throw lastStays();
    return undefined;
  },
});
