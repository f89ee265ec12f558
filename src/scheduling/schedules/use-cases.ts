/*
 * What is done with schedules, whoever's they are: what was sent as what is stored, and the store's answers as replies
 * or as refusals for the caller.
 */
import type { z } from 'zod';
import type { Actor } from '../../events/audit-log.js';
import { conflict, notFound } from '../../errors.js';
import type { Owner } from '../owner.js';
import { noMember, noOwner } from '../mounts.js';
import { overridesWithoutOverlaps, withoutOverlaps } from './rules.js';
import type { Schedule } from './schedule.js';
import type { scheduleChangeInput, scheduleInput, scheduleReply } from './schemas.js';
import type { MemberScheduleQuery, NewSchedule, Page, ScheduleChange, ScheduleStore } from './store.js';
import { WORKING_HOURS } from './working-hours.js';

type Shown = z.input<typeof scheduleReply>;
type Sent = z.output<typeof scheduleInput>;
type SentChange = z.output<typeof scheduleChangeInput>;

export interface ScheduleUseCases {
  list(ownerId: number, page: Page): Promise<Shown[]>;
  listIn(groupId: number, query: MemberScheduleQuery): Promise<Shown[]>;
  find(owner: Owner, id: number): Promise<Shown>;
  findDefault(ownerId: number): Promise<Shown>;
  add(owner: Owner, sent: Sent, actor: Actor): Promise<Shown>;
  change(owner: Owner, id: number, sent: SentChange, actor: Actor): Promise<Shown>;
  remove(owner: Owner, id: number, actor: Actor): Promise<undefined>;
}

const toReply = (schedule: Schedule): Shown => ({
  id: schedule.id,
  ownerId: schedule.ownerId,
  name: schedule.name,
  timeZone: schedule.timeZone,
  availability: schedule.availability,
  isDefault: schedule.isDefault,
  overrides: schedule.overrides,
});

const noSchedule = () => notFound('There is no schedule with this id here.');
const staysDefault = () =>
  conflict('This is the default schedule. It stays the default until you make another one the default.');
const lastStays = () =>
  conflict('This is the only schedule. Add another one before you delete it: event types need a default.');

function found(schedule: Schedule | undefined, missing = noSchedule): Shown {
  if (schedule === undefined) throw missing();
  return toReply(schedule);
}

const newSchedule = ({ availability, overrides = [], ...named }: Sent): NewSchedule => ({
  ...named,
  availability: withoutOverlaps(availability ?? WORKING_HOURS),
  overrides: overridesWithoutOverlaps(overrides),
});

const changeOf = ({ availability, overrides, ...named }: SentChange): ScheduleChange => ({
  ...named,
  ...(availability === undefined ? {} : { availability: withoutOverlaps(availability) }),
  ...(overrides === undefined ? {} : { overrides: overridesWithoutOverlaps(overrides) }),
});

export const createScheduleUseCases = (store: ScheduleStore): ScheduleUseCases => ({
  list: async (ownerId, page) => (await store.list(ownerId, page)).map(toReply),
  async listIn(groupId, query) {
    const schedules = await store.listIn(groupId, query);
    if (schedules === undefined) throw noMember();
    return schedules.map(toReply);
  },
  find: async (owner, id) => found(await store.find(owner, id)),
  findDefault: async (ownerId) => found(await store.findDefault(ownerId), () => noOwner(ownerId)),
  add: async (owner, sent, actor) =>
    found(await store.create(owner, newSchedule(sent), actor), () => noOwner(owner)),
  async change(owner, id, sent, actor) {
    const changed = await store.change(owner, id, changeOf(sent), actor);
    if (changed === 'stays_default') throw staysDefault();
    return found(changed);
  },
  async remove(owner, id, actor) {
    const answer = await store.remove(owner, id, actor);
    if (answer === 'not_found') throw noSchedule();
    if (answer === 'last') throw lastStays();
    return undefined;
  },
});
