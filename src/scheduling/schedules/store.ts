/*
 * The port of schedules. Each belongs to one person; what the owner that a method is given does not reach is not found.
 * A person always has exactly one default.
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
  /** Those that this event type follows: the members' own, or one of the place in which they are hosts. */
  readonly eventTypeId?: number;
}

export interface ScheduleStore {
  /** Oldest first. */
  list(ownerId: number, page: Page): Promise<readonly Schedule[]>;
  /** Of the members of a place, oldest first. Undefined when the one who is asked for is none. */
  listIn(groupId: number, query: MemberScheduleQuery): Promise<readonly Schedule[] | undefined>;
  find(owner: Owner, id: number): Promise<Schedule | undefined>;
  /** Undefined only when there is no such person. */
  findDefault(ownerId: number): Promise<Schedule | undefined>;
  /** A new default takes the place of the old one. Undefined when there is no such person. */
  create(owner: Owner, input: NewSchedule, actor: Actor): Promise<Schedule | undefined>;
  /** The default stays one until another takes its place. */
  change(
    owner: Owner,
    id: number,
    change: ScheduleChange,
    actor: Actor,
  ): Promise<Schedule | 'stays_default' | undefined>;
  /** After the default comes the oldest of the others; the last schedule stays. Its event types follow the default. */
  remove(owner: Owner, id: number, actor: Actor): Promise<'removed' | 'last' | 'not_found'>;
}
