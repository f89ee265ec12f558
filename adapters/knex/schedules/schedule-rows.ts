/* Schedules between their rows and the domain. */
import { present } from '../../../src/present.js';
import type { Hours, Schedule } from '../../../src/scheduling/schedules/schedule.js';
import type { ScheduleChange } from '../../../src/scheduling/schedules/store.js';
import { WORKING_HOURS } from '../../../src/scheduling/schedules/working-hours.js';
import type { Database } from '../connection.js';

export interface ScheduleRow {
  readonly id: number;
  readonly owner_id: number;
  readonly name: string;
  readonly time_zone: string;
  readonly availability: Hours['availability'];
  readonly overrides: Hours['overrides'];
  readonly is_default: boolean;
}

export const toSchedule = (row: ScheduleRow): Schedule => ({
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  timeZone: row.time_zone,
  availability: row.availability,
  isDefault: row.is_default,
  overrides: row.overrides,
});

type Columns = Readonly<Record<string, string>>;

/** Only of properties that are there. The account names its default schedule. */
export const scheduleColumns = ({ name, timeZone, availability, overrides }: ScheduleChange): Columns => ({
  ...present({
    name,
    time_zone: timeZone,
    availability: availability && JSON.stringify(availability),
    overrides: overrides && JSON.stringify(overrides),
  }),
});

export async function insertSchedule(trx: Database, ownerId: number, columns: Columns): Promise<number> {
  const [row] = (await trx('schedule')
    .insert({ owner_id: ownerId, ...columns })
    .returning('id')) as [Pick<ScheduleRow, 'id'>];
  return row.id;
}

export async function makeDefault(trx: Database, ownerId: number, id: number): Promise<void> {
  await trx('account').where({ id: ownerId }).update({ default_schedule_id: id });
}

/** In the transaction that creates the account, so that every account has a default. */
export async function addFirstSchedule(trx: Database, ownerId: number, timeZone: string): Promise<void> {
  const first = { name: 'Working hours', timeZone, availability: WORKING_HOURS };
  await makeDefault(trx, ownerId, await insertSchedule(trx, ownerId, scheduleColumns(first)));
}
