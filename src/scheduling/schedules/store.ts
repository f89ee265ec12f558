/*
 * The port of schedules. Each belongs to one account; a schedule of another owner is not found. An account always has
 * exactly one default.
 */
import type { Actor } from '../../events/audit-log.js';
import type { Owner } from '../owner.js';
import type { Hours, Schedule } from './schedule.js';

export interface NewSchedule extends Hours {
  readonly name: string;
  readonly isDefault: boolean;
}

/** Only what is named changes; hours and overrides are replaced as a whole. */
export type ScheduleChange = Partial<NewSchedule>;

export interface Page {
  readonly take: number;
  readonly skip: number;
}

export interface MemberScheduleQuery extends Page {
  /** Of this member alone. */
  readonly memberId?: number;
  /** Those that this event type follows: a member's own, or one of the group that they host. */
  readonly eventTypeId?: number;
}

export interface ScheduleStore {
  /** Oldest first. */
  list(ownerId: number, page: Page): Promise<readonly Schedule[]>;
  /** Of the members of a group, oldest first. Undefined when `memberId` is not a member. */
  listIn(groupId: number, query: MemberScheduleQuery): Promise<readonly Schedule[] | undefined>;
  find(owner: Owner, id: number): Promise<Schedule | undefined>;
  /** Undefined only when there is no such account. */
  findDefault(ownerId: number): Promise<Schedule | undefined>;
  /** A new default replaces the old one. Undefined when there is no such account. */
  create(owner: Owner, input: NewSchedule, actor: Actor): Promise<Schedule | undefined>;
  /**
   * `revise` makes the change from the schedule as it is, locked; an error that it throws rolls back. The default stays
   * the default until another replaces it.
   */
  change(
    owner: Owner,
    id: number,
    revise: (schedule: Schedule) => ScheduleChange,
    actor: Actor,
  ): Promise<Schedule | 'stays_default' | undefined>;
  /** After the default comes the oldest of the others; the last schedule stays. Its event types follow the default. */
  remove(owner: Owner, id: number, actor: Actor): Promise<'removed' | 'last' | 'not_found'>;
}
