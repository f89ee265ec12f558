/*
 * When people are away, for those who manage the team or organization that the people are members of. The absence is
 * the member's; the audit log names who entered it.
 */
import { z } from 'zod';
import { defineRoleRoute } from '../../api/role-route.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import { placeIn } from '../memberships/use-cases.js';
import { memberOf, MEMBER_MOUNTS, memberParams, groupParams } from '../member-mounts.js';
import type { MemberMount } from '../member-mounts.js';
import { createAbsenceUseCases } from './use-cases.js';
import type { AbsenceUseCases, OutOfOffice } from './use-cases.js';
import {
  absenceChangeInput,
  absenceInput,
  absenceParams,
  absenceQuery,
  absenceReply,
  memberAbsenceQuery,
} from './schemas.js';

const memberAbsenceParams = memberParams.extend(absenceParams.shape);

const organizationList = (useCases: AbsenceUseCases): Route =>
  defineRoleRoute({
    method: 'GET',
    path: '/v2/organizations/:orgId/ooo',
    summary: 'List the times when users of an organization are out of office',
    access: 'ORG_SCHEDULE_READ',
    role: 'org admin',
    params: groupParams,
    query: memberAbsenceQuery,
    reply: z.array(absenceReply),
    handle: ({ membership, query }) => useCases.listIn(placeIn(membership), query),
  });

const entryRoutes = (
  useCases: AbsenceUseCases,
  { member, role, read, write, person }: MemberMount,
): readonly Route[] => [
  defineRoleRoute({
    method: 'GET',
    path: `${member}/ooo`,
    summary: `List the times when ${person} is out of office`,
    access: read,
    role,
    params: memberParams,
    query: absenceQuery,
    reply: z.array(absenceReply),
    handle: ({ membership, params, query }) =>
      useCases.listIn(placeIn(membership), { ...query, memberId: params.userId }),
  }),
  defineRoleRoute({
    method: 'POST',
    path: `${member}/ooo`,
    summary: `Add a time out of office for ${person}, in which nobody can book them`,
    access: write,
    role,
    status: 201,
    params: memberParams,
    body: absenceInput,
    reply: absenceReply,
    handle: (call) => useCases.add(memberOf(call), call.body, actorOf(call.principal, call.clientIp)),
  }),
];

const changeRoutes = (
  useCases: AbsenceUseCases,
  { member, role, write, person }: MemberMount,
): readonly Route[] => [
  defineRoleRoute({
    method: 'PATCH',
    path: `${member}/ooo/:oooId`,
    summary: `Change a time out of office of ${person}`,
    access: write,
    role,
    params: memberAbsenceParams,
    body: absenceChangeInput,
    reply: absenceReply,
    handle: (call) =>
      useCases.change(memberOf(call), call.params.oooId, call.body, actorOf(call.principal, call.clientIp)),
  }),
  defineRoleRoute({
    method: 'DELETE',
    path: `${member}/ooo/:oooId`,
    summary: `Delete a time out of office of ${person}`,
    access: write,
    role,
    params: memberAbsenceParams,
    reply: absenceReply,
    handle: (call) =>
      useCases.remove(memberOf(call), call.params.oooId, actorOf(call.principal, call.clientIp)),
  }),
];

export function createMemberAbsenceRoutes(parts: OutOfOffice): readonly Route[] {
  const useCases = createAbsenceUseCases(parts);
  const behind = (door: MemberMount) => [...entryRoutes(useCases, door), ...changeRoutes(useCases, door)];
  return [organizationList(useCases), ...MEMBER_MOUNTS.flatMap(behind)];
}
