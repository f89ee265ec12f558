/*
 * The port of schedules. Each belongs to one person, whose id every method takes: another's schedule is not found. A
 * person always has exactly one default.
 */
import type { Cause } from '../../audit.js';
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

export interface ScheduleStore {
  /** Oldest first. */
  list(ownerId: number, page: Page): Promise<readonly Schedule[]>;
  find(ownerId: number, id: number): Promise<Schedule | undefined>;
  /** Undefined only when there is no such person. */
  findDefault(ownerId: number): Promise<Schedule | undefined>;
  /** A new default takes the place of the old one. Undefined when there is no such person. */
  create(ownerId: number, input: NewSchedule, cause: Cause): Promise<Schedule | undefined>;
  /** The default stays one until another takes its place. */
  change(
    ownerId: number,
    id: number,
    change: ScheduleChange,
    cause: Cause,
  ): Promise<Schedule | 'stays_default' | undefined>;
  /** After the default comes the oldest of the others; the last schedule stays. Its event types follow the default. */
  remove(ownerId: number, id: number, cause: Cause): Promise<'removed' | 'last' | 'not_found'>;
}
