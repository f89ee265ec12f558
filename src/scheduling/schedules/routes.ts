/*
 * `/schedules` of a user, and of the members of a team or organization for its admins: when a person can be booked. Owns
 * the rules of weekly hours and of the dates that differ from them; free slots are computed in slots/.
 */
import { z } from 'zod';
import { defineMountedRoute, mount, singular } from '../../api/mount.js';
import type { Mount } from '../../api/mount.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import type { MemberOf, Owner } from '../owner.js';
import { GROUP_MOUNTS, MEMBER_MOUNTS, ORGANIZATION_MEMBER_MOUNT, OWN_MOUNT } from '../mounts.js';
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

const WRITE_MOUNTS: readonly Mount<Owner, CallerMembership | undefined>[] = [OWN_MOUNT, ...MEMBER_MOUNTS];
const READ_MOUNTS: readonly Mount<Owner, CallerMembership | undefined>[] = [
  OWN_MOUNT,
  ORGANIZATION_MEMBER_MOUNT,
];

const ownRoutes = (useCases: ScheduleUseCases): readonly Route[] => [
  defineMountedRoute(OWN_MOUNT, {
    method: 'GET',
    path: '/schedules',
    summary: 'List schedules',
    access: 'SCHEDULE_READ',
    role: 'admin',
    query: scheduleListQuery,
    reply: z.array(scheduleReply),
    handle: ({ principal, query }) => useCases.list(principal.accountId, query),
  }),
  defineMountedRoute(OWN_MOUNT, {
    method: 'GET',
    path: '/schedules/default',
    summary: 'Read the default schedule of event types',
    access: 'SCHEDULE_READ',
    role: 'admin',
    reply: scheduleReply,
    handle: ({ principal }) => useCases.findDefault(principal.accountId),
  }),
];

/** Those that one event type follows are listed for teams alone. */
const listQueryOf = ({ level }: Mount<unknown>) =>
  level === 'team' ? memberScheduleQuery : scheduleListQuery;

const groupListRoute = (useCases: ScheduleUseCases, group: Mount<{ readonly teamId: number }>): Route =>
  defineMountedRoute(group, {
    method: 'GET',
    path: '/schedules',
    summary: `List schedules of ${group.adjective}members`,
    access: 'SCHEDULE_READ',
    role: 'admin',
    query: listQueryOf(group),
    reply: z.array(scheduleReply),
    handle: ({ owner, query }) => useCases.listIn(owner.teamId, query),
  });

const memberListRoute = (useCases: ScheduleUseCases, member: Mount<MemberOf>): Route =>
  defineMountedRoute(member, {
    method: 'GET',
    path: '/schedules',
    summary: `List ${singular(member, 'schedules')}`,
    access: 'SCHEDULE_READ',
    role: 'admin',
    query: listQueryOf(member),
    reply: z.array(scheduleReply),
    handle: ({ owner, query }) => useCases.listIn(owner.groupId, { ...query, memberId: owner.accountId }),
  });

const readRoute = (useCases: ScheduleUseCases, mounted: (typeof READ_MOUNTS)[number]): Route =>
  defineMountedRoute(mounted, {
    method: 'GET',
    path: '/schedules/:scheduleId',
    summary: `Read ${singular(mounted, 'schedule')}`,
    access: 'SCHEDULE_READ',
    role: 'admin',
    params: scheduleParams,
    reply: scheduleReply,
    handle: ({ owner, params: { scheduleId } }) => useCases.find(owner, scheduleId),
  });

const writeRoutes = (
  useCases: ScheduleUseCases,
  mounted: (typeof WRITE_MOUNTS)[number],
): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'POST',
    path: '/schedules',
    summary: `Add ${singular(mounted, 'schedule')}`,
    access: 'SCHEDULE_WRITE',
    role: 'admin',
    status: 201,
    body: scheduleInput,
    reply: scheduleReply,
    handle: ({ owner, principal, body, clientIp }) => useCases.add(owner, body, actorOf(principal, clientIp)),
  }),
  defineMountedRoute(mounted, {
    method: 'PATCH',
    path: '/schedules/:scheduleId',
    summary: `Change ${singular(mounted, 'schedule')}`,
    access: 'SCHEDULE_WRITE',
    role: 'admin',
    params: scheduleParams,
    body: scheduleChangeInput,
    reply: scheduleReply,
    handle: ({ owner, principal, params: { scheduleId }, body, clientIp }) =>
      useCases.change(owner, scheduleId, body, actorOf(principal, clientIp)),
  }),
  defineMountedRoute(mounted, {
    method: 'DELETE',
    path: '/schedules/:scheduleId',
    summary: `Delete ${singular(mounted, 'schedule')}`,
    access: 'SCHEDULE_WRITE',
    role: 'admin',
    params: scheduleParams,
    // The answer says that it was done, and carries no data.
    reply: z.undefined(),
    handle: ({ owner, principal, params: { scheduleId }, clientIp }) =>
      useCases.remove(owner, scheduleId, actorOf(principal, clientIp)),
  }),
];

export interface ScheduleDeps {
  readonly schedules: ScheduleStore;
}

export function createScheduleRoutes({ schedules }: ScheduleDeps): readonly Route[] {
  const useCases = createScheduleUseCases(schedules);
  return [
    ...ownRoutes(useCases),
    ...mount(GROUP_MOUNTS, (group) => [groupListRoute(useCases, group)]),
    ...mount(MEMBER_MOUNTS, (member) => [memberListRoute(useCases, member)]),
    ...mount(READ_MOUNTS, (owner) => [readRoute(useCases, owner)]),
    ...mount(WRITE_MOUNTS, (owner) => writeRoutes(useCases, owner)),
  ];
}
