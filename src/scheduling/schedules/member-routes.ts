/*
 * The schedules of people, for those who manage the team or organization that the people are members of. The member is
 * the owner of what is made here; the audit log names who made it.
 */
import { z } from 'zod';
import { defineRoleRoute, defineTeamRoutes } from '../../api/role-route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { placeIn } from '../memberships/use-cases.js';
import { memberOf, MEMBER_MOUNTS, memberParams, groupParams } from '../member-mounts.js';
import type { MemberMount } from '../member-mounts.js';
import { createScheduleUseCases } from './use-cases.js';
import type { ScheduleUseCases } from './use-cases.js';
import {
  memberScheduleQuery,
  scheduleChangeInput,
  scheduleInput,
  scheduleListQuery,
  scheduleParams,
  scheduleReply,
} from './schemas.js';
import type { ScheduleStore } from './store.js';

const memberScheduleParams = memberParams.extend(scheduleParams.shape);

const teamLists = (useCases: ScheduleUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: '/schedules',
    summary: 'List the schedules of the members of a team',
    access: 'TEAM_SCHEDULE_READ',
    role: 'team admin',
    params: groupParams,
    query: memberScheduleQuery,
    reply: z.array(scheduleReply),
    handle: ({ membership, query }) => useCases.listIn(placeIn(membership), query),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: '/users/:userId/schedules',
    summary: 'List the schedules of a member of a team',
    access: 'TEAM_SCHEDULE_READ',
    role: 'team admin',
    params: memberParams,
    query: memberScheduleQuery,
    reply: z.array(scheduleReply),
    handle: ({ membership, params, query }) =>
      useCases.listIn(placeIn(membership), { ...query, memberId: params.userId }),
  }),
];

const organizationReads = (useCases: ScheduleUseCases): readonly Route[] => [
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/schedules',
    summary: 'List the schedules of the users of an organization',
    access: 'ORG_SCHEDULE_READ',
    role: 'org admin',
    params: groupParams,
    query: scheduleListQuery,
    reply: z.array(scheduleReply),
    handle: ({ membership, query }) => useCases.listIn(placeIn(membership), query),
  }),
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/users/:userId/schedules',
    summary: 'List the schedules of a user of an organization',
    access: 'ORG_SCHEDULE_READ',
    role: 'org admin',
    params: memberParams,
    query: scheduleListQuery,
    reply: z.array(scheduleReply),
    handle: ({ membership, params, query }) =>
      useCases.listIn(placeIn(membership), { ...query, memberId: params.userId }),
  }),
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/users/:userId/schedules/:scheduleId',
    summary: 'Read a schedule of a user of an organization',
    access: 'ORG_SCHEDULE_READ',
    role: 'org admin',
    params: memberScheduleParams,
    reply: scheduleReply,
    handle: (call) => useCases.find(memberOf(call), call.params.scheduleId),
  }),
];

const writeRoutes = (
  useCases: ScheduleUseCases,
  { member, role, write, person }: MemberMount,
): readonly Route[] => [
  defineRoleRoute({
    method: 'POST',
    path: `${member}/schedules`,
    summary: `Add a schedule for ${person}`,
    access: write,
    role,
    status: 201,
    params: memberParams,
    body: scheduleInput,
    reply: scheduleReply,
    handle: (call) => useCases.add(memberOf(call), call.body, actorOf(call.principal, call.clientIp)),
  }),
  defineRoleRoute({
    method: 'PATCH',
    path: `${member}/schedules/:scheduleId`,
    summary: `Change a schedule of ${person}; hours and overrides are replaced as a whole`,
    access: write,
    role,
    params: memberScheduleParams,
    body: scheduleChangeInput,
    reply: scheduleReply,
    handle: (call) =>
      useCases.change(
        memberOf(call),
        call.params.scheduleId,
        call.body,
        actorOf(call.principal, call.clientIp),
      ),
  }),
  defineRoleRoute({
    method: 'DELETE',
    path: `${member}/schedules/:scheduleId`,
    summary: `Delete a schedule of ${person}; its event types follow the default`,
    access: write,
    role,
    params: memberScheduleParams,
    reply: z.undefined(),
    handle: (call) =>
      useCases.remove(memberOf(call), call.params.scheduleId, actorOf(call.principal, call.clientIp)),
  }),
];

export function createMemberScheduleRoutes(store: ScheduleStore): readonly Route[] {
  const useCases = createScheduleUseCases(store);
  return [
    ...teamLists(useCases),
    ...organizationReads(useCases),
    ...MEMBER_MOUNTS.flatMap((door) => writeRoutes(useCases, door)),
  ];
}
