/*
 * `/me/ooo`, and `/ooo` of the members of a team or organization for its admins: when an account is away, and who takes
 * over. Start and end are instants, or dates: then the absence is whole days in the time zone of the person. What an
 * absence means for slots is decided in slots/.
 */
import { z } from 'zod';
import { defineMountedRoute, mount, singular } from '../../api/mount.js';
import type { Mount } from '../../api/mount.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { actorOf } from '../actor.js';
import type { MemberOf, Owner } from '../owner.js';
import { MEMBER_MOUNTS, ORGANIZATION_MOUNT, OWN_MOUNT } from '../mounts.js';
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

const ME = { ...OWN_MOUNT, path: '/v2/me' as const };

type AbsenceOwner = Mount<Owner, CallerMembership | undefined>;
const WRITE_MOUNTS: readonly AbsenceOwner[] = [ME, ...MEMBER_MOUNTS];

const NOUN = 'out-of-office time';

const listRoutes = (useCases: AbsenceUseCases): readonly Route[] => [
  defineMountedRoute(ME, {
    method: 'GET',
    path: '/ooo',
    summary: 'List out-of-office times',
    access: 'SCHEDULE_READ',
    role: 'admin',
    query: absenceQuery,
    reply: z.array(absenceReply),
    handle: ({ principal, query }) => useCases.list(principal.accountId, query),
  }),
  defineMountedRoute(ORGANIZATION_MOUNT, {
    method: 'GET',
    path: '/ooo',
    summary: 'List out-of-office times of organization members',
    access: 'SCHEDULE_READ',
    role: 'admin',
    query: memberAbsenceQuery,
    reply: z.array(absenceReply),
    handle: ({ owner, query }) => useCases.listIn(owner.teamId, query),
  }),
];

const memberListRoute = (useCases: AbsenceUseCases, member: Mount<MemberOf>): Route =>
  defineMountedRoute(member, {
    method: 'GET',
    path: '/ooo',
    summary: `List ${singular(member, 'out-of-office times')}`,
    access: 'SCHEDULE_READ',
    role: 'admin',
    query: absenceQuery,
    reply: z.array(absenceReply),
    handle: ({ owner, query }) => useCases.listIn(owner.groupId, { ...query, memberId: owner.accountId }),
  });

const writeRoutes = (useCases: AbsenceUseCases, mounted: AbsenceOwner): readonly Route[] => [
  defineMountedRoute(mounted, {
    method: 'POST',
    path: '/ooo',
    summary: `Add ${singular(mounted, NOUN)}`,
    access: 'SCHEDULE_WRITE',
    role: 'admin',
    status: 201,
    body: absenceInput,
    reply: absenceReply,
    handle: ({ owner, principal, body, clientIp }) => useCases.add(owner, body, actorOf(principal, clientIp)),
  }),
  defineMountedRoute(mounted, {
    method: 'PATCH',
    path: '/ooo/:oooId',
    summary: `Change ${singular(mounted, NOUN)}`,
    access: 'SCHEDULE_WRITE',
    role: 'admin',
    params: absenceParams,
    body: absenceChangeInput,
    reply: absenceReply,
    handle: ({ owner, principal, params: { oooId }, body, clientIp }) =>
      useCases.change(owner, oooId, body, actorOf(principal, clientIp)),
  }),
  defineMountedRoute(mounted, {
    method: 'DELETE',
    path: '/ooo/:oooId',
    summary: `Delete ${singular(mounted, NOUN)}`,
    access: 'SCHEDULE_WRITE',
    role: 'admin',
    params: absenceParams,
    reply: absenceReply,
    handle: ({ owner, principal, params: { oooId }, clientIp }) =>
      useCases.remove(owner, oooId, actorOf(principal, clientIp)),
  }),
];

export function createOutOfOfficeRoutes(deps: OutOfOffice): readonly Route[] {
  const useCases = createAbsenceUseCases(deps);
  return [
    ...listRoutes(useCases),
    ...mount(MEMBER_MOUNTS, (member) => [memberListRoute(useCases, member)]),
    ...mount(WRITE_MOUNTS, (owner) => writeRoutes(useCases, owner)),
  ];
}
