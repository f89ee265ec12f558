/*
 * `/v2/schedules`: when a person can be booked. Owns the rules of weekly hours and of the dates that differ from them;
 * what is free at a given time is computed in slots/.
 */
import { z } from 'zod';
import { invalidToken } from '../../api/guard.js';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { conflict, notFound } from '../../errors.js';
import { causeOf } from '../cause.js';
import { overridesWithoutOverlaps, withoutOverlaps } from './rules.js';
import type { Schedule } from './schedule.js';
import {
  scheduleChangeInput,
  scheduleInput,
  scheduleListQuery,
  scheduleParams,
  scheduleReply,
} from './schemas.js';
import type { NewSchedule, ScheduleChange, ScheduleStore } from './store.js';
import { WORKING_HOURS } from './working-hours.js';

const shown = (schedule: Schedule): z.input<typeof scheduleReply> => ({
  id: schedule.id,
  ownerId: schedule.ownerId,
  name: schedule.name,
  timeZone: schedule.timeZone,
  availability: schedule.availability,
  isDefault: schedule.isDefault,
  overrides: schedule.overrides,
});

const noSchedule = () => notFound('You have no schedule with this id.');
const staysDefault = () =>
  conflict('This is your default schedule. It stays the default until you make another one the default.');
const lastStays = () =>
  conflict('This is your only schedule. Add another one before you delete it: event types need a default.');

/** The token outlived its account by a moment. */
function ofPerson(schedule: Schedule | undefined): Schedule {
  if (schedule === undefined) throw invalidToken();
  return schedule;
}

function found(schedule: Schedule | undefined): Schedule {
  if (schedule === undefined) throw noSchedule();
  return schedule;
}

const newSchedule = ({
  availability,
  overrides = [],
  ...named
}: z.output<typeof scheduleInput>): NewSchedule => ({
  ...named,
  availability: withoutOverlaps(availability ?? WORKING_HOURS),
  overrides: overridesWithoutOverlaps(overrides),
});

const changeOf = ({
  availability,
  overrides,
  ...named
}: z.output<typeof scheduleChangeInput>): ScheduleChange => ({
  ...named,
  ...(availability === undefined ? {} : { availability: withoutOverlaps(availability) }),
  ...(overrides === undefined ? {} : { overrides: overridesWithoutOverlaps(overrides) }),
});

const readRoutes = (store: ScheduleStore): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/schedules',
    summary: 'List the person’s schedules',
    access: 'SCHEDULE_READ',
    query: scheduleListQuery,
    reply: z.array(scheduleReply),
    handle: async ({ principal, query }) => (await store.list(principal.accountId, query)).map(shown),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/schedules/default',
    summary: 'Read the schedule that event types follow when they name none',
    access: 'SCHEDULE_READ',
    reply: scheduleReply,
    handle: async ({ principal }) => shown(ofPerson(await store.findDefault(principal.accountId))),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/schedules/:scheduleId',
    summary: 'Read a schedule',
    access: 'SCHEDULE_READ',
    params: scheduleParams,
    reply: scheduleReply,
    handle: async ({ principal, params }) =>
      shown(found(await store.find(principal.accountId, params.scheduleId))),
  }),
];

const writeRoutes = (store: ScheduleStore): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/schedules',
    summary: 'Add a schedule',
    access: 'SCHEDULE_WRITE',
    status: 201,
    body: scheduleInput,
    reply: scheduleReply,
    handle: async ({ principal, body, network }) =>
      shown(
        ofPerson(await store.create(principal.accountId, newSchedule(body), causeOf(principal, network))),
      ),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/schedules/:scheduleId',
    summary: 'Change a schedule; hours and overrides are replaced as a whole',
    access: 'SCHEDULE_WRITE',
    params: scheduleParams,
    body: scheduleChangeInput,
    reply: scheduleReply,
    handle: async ({ principal, params, body, network }) => {
      const cause = causeOf(principal, network);
      const changed = await store.change(principal.accountId, params.scheduleId, changeOf(body), cause);
      if (changed === 'stays_default') throw staysDefault();
      return shown(found(changed));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/schedules/:scheduleId',
    summary: 'Delete a schedule; its event types follow the default',
    access: 'SCHEDULE_WRITE',
    params: scheduleParams,
    // The answer says that it was done, and carries no data.
    reply: z.undefined(),
    handle: async ({ principal, params, network }) => {
      const cause = causeOf(principal, network);
      const answer = await store.remove(principal.accountId, params.scheduleId, cause);
      if (answer === 'not_found') throw noSchedule();
      if (answer === 'last') throw lastStays();
      return undefined;
    },
  }),
];

export const createScheduleRoutes = (store: ScheduleStore): readonly Route[] => [
  ...readRoutes(store),
  ...writeRoutes(store),
];
