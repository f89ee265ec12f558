/*
 * `/v2/me/ooo`: when a person is away, and who takes over. Start and end are instants and taken at their word: a client
 * that means whole days sends the first and last moment of them. What being away means for slots is decided in slots/;
 * the absences of members are reached in member-routes.ts.
 */
import { z } from 'zod';
import { defineRoute } from '../../api/route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { createAbsenceUseCases } from './use-cases.js';
import type { AbsenceUseCases, OutOfOffice } from './use-cases.js';
import { absenceChangeInput, absenceInput, absenceParams, absenceQuery, absenceReply } from './schemas.js';

const entryRoutes = (useCases: AbsenceUseCases): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/v2/me/ooo',
    summary: 'List the times when the person is out of office',
    access: 'SCHEDULE_READ',
    query: absenceQuery,
    reply: z.array(absenceReply),
    handle: ({ principal, query }) => useCases.list(principal.accountId, query),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/me/ooo',
    summary: 'Add a time out of office, in which nobody can book the person',
    access: 'SCHEDULE_WRITE',
    status: 201,
    body: absenceInput,
    reply: absenceReply,
    handle: ({ principal, body, clientIp }) =>
      useCases.add(principal.accountId, body, actorOf(principal, clientIp)),
  }),
];

const changeRoutes = (useCases: AbsenceUseCases): readonly Route[] => [
  defineRoute({
    method: 'PATCH',
    path: '/v2/me/ooo/:oooId',
    summary: 'Change a time out of office',
    access: 'SCHEDULE_WRITE',
    params: absenceParams,
    body: absenceChangeInput,
    reply: absenceReply,
    handle: ({ principal, params, body, clientIp }) =>
      useCases.change(principal.accountId, params.oooId, body, actorOf(principal, clientIp)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v2/me/ooo/:oooId',
    summary: 'Delete a time out of office',
    access: 'SCHEDULE_WRITE',
    params: absenceParams,
    reply: absenceReply,
    handle: ({ principal, params, clientIp }) =>
      useCases.remove(principal.accountId, params.oooId, actorOf(principal, clientIp)),
  }),
];

export function createOutOfOfficeRoutes(parts: OutOfOffice): readonly Route[] {
  const useCases = createAbsenceUseCases(parts);
  return [...entryRoutes(useCases), ...changeRoutes(useCases)];
}
