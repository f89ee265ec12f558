/*
 * `/v2/schedules`: when a person can be booked. Owns the rules of weekly hours and of the dates that differ from them;
 * what is free at a given time is computed in slots/. The schedules of members are reached in member-routes.ts.
 */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { createScheduleUseCases } from './use-cases.js';
import type { ScheduleUseCases } from './use-cases.js';
import {
  scheduleChangeInput,
  scheduleInput,
  scheduleListQuery,
  scheduleParams,
  scheduleReply,
} from './schemas.js';
import type { ScheduleStore } from './store.js';

const readRoutes = (useCases: ScheduleUseCases): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/schedules',
    summary: 'List the person’s schedules',
    access: 'SCHEDULE_READ',
    query: scheduleListQuery,
    reply: z.array(scheduleReply),
    handle: ({ principal, query }) => useCases.list(principal.accountId, query),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/schedules/default',
    summary: 'Read the schedule that event types follow when they name none',
    access: 'SCHEDULE_READ',
    reply: scheduleReply,
    handle: ({ principal }) => useCases.findDefault(principal.accountId),
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/schedules/:scheduleId',
    summary: 'Read a schedule',
    access: 'SCHEDULE_READ',
    params: scheduleParams,
    reply: scheduleReply,
    handle: ({ principal, params }) => useCases.find(principal.accountId, params.scheduleId),
  }),
];

const writeRoutes = (useCases: ScheduleUseCases): readonly Route[] => [
  defineRoute({
    method: 'POST',
    path: '/v2/schedules',
    summary: 'Add a schedule',
    access: 'SCHEDULE_WRITE',
    status: 201,
    body: scheduleInput,
    reply: scheduleReply,
    handle: ({ principal, body, clientIp }) =>
      useCases.add(principal.accountId, body, actorOf(principal, clientIp)),
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/schedules/:scheduleId',
    summary: 'Change a schedule; hours and overrides are replaced as a whole',
    access: 'SCHEDULE_WRITE',
    params: scheduleParams,
    body: scheduleChangeInput,
    reply: scheduleReply,
    handle: ({ principal, params, body, clientIp }) =>
      useCases.change(principal.accountId, params.scheduleId, body, actorOf(principal, clientIp)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/schedules/:scheduleId',
    summary: 'Delete a schedule; its event types follow the default',
    access: 'SCHEDULE_WRITE',
    params: scheduleParams,
    // The answer says that it was done, and carries no data.
    reply: z.undefined(),
    handle: ({ principal, params, clientIp }) =>
      useCases.remove(principal.accountId, params.scheduleId, actorOf(principal, clientIp)),
  }),
];

export function createScheduleRoutes(store: ScheduleStore): readonly Route[] {
  const useCases = createScheduleUseCases(store);
  return [...readRoutes(useCases), ...writeRoutes(useCases)];
}
