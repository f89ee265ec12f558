/* The dependencies and paths of the pages about availability. */
import type { EventTypeStore } from '../../scheduling/event-types/store.js';
import type { AbsenceUseCases } from '../../scheduling/out-of-office/use-cases.js';
import type { AbsenceStore } from '../../scheduling/out-of-office/store.js';
import type { Schedule } from '../../scheduling/schedules/schedule.js';
import type { ScheduleUseCases } from '../../scheduling/schedules/use-cases.js';
import type { UserRequest } from '../page.js';
import { idOf } from '../request-values.js';

export interface AvailabilityDeps {
  readonly schedules: ScheduleUseCases;
  readonly outOfOffice: AbsenceUseCases;
  readonly absences: Pick<AbsenceStore, 'find' | 'list' | 'standIns' | 'timeZoneOf'>;
  readonly eventTypes: Pick<EventTypeStore, 'list'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export const AVAILABILITY_PATH = '/settings/availability';
export const SCHEDULES_PATH = `${AVAILABILITY_PATH}/schedules`;
export const ABSENCES_PATH = `${AVAILABILITY_PATH}/out-of-office`;

export const schedulePath = (id: number): string => `${SCHEDULES_PATH}/${id}`;
export const datesPath = (id: number): string => `${schedulePath(id)}/dates`;
export const absencePath = (id: number): string => `${ABSENCES_PATH}/${id}`;

/** Throws 404 for a schedule of somebody else. */
export const findSchedule = ({ schedules }: AvailabilityDeps, request: UserRequest): Promise<Schedule> =>
  schedules.find(request.user.account.id, idOf(request.param('id')));
