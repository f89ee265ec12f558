/* The team or organization of an address, and the role of the user in it, as the routes of the API decide it. */
import { requireMembership, outranks, type CallerMembership, type Role } from '../../api/role.js';
import { notFound } from '../../errors.js';
import type { Team, TeamGroup } from '../../scheduling/teams/store.js';
import type { UserRequest } from '../page.js';
import { idOf } from '../request-values.js';
import { type GroupKind, type GroupPages, ORGANIZATIONS_PATH, TEAMS_PATH } from './deps.js';

export interface GroupMember {
  readonly kind: GroupKind;
  /** A team or an organization. */
  readonly group: Team;
  readonly membership: CallerMembership;
  /** Of its page. */
  readonly path: string;
  readonly has: (least: Role) => boolean;
}

export const groupPath = (kind: GroupKind, id: number): string =>
  `${kind === 'team' ? TEAMS_PATH : ORGANIZATIONS_PATH}/${id}`;

/** A page below it; for `backTo` of a form. */
export const pathBelow =
  (kind: GroupKind, rest = '') =>
  ({ param }: Pick<UserRequest, 'param'>): string =>
    `${groupPath(kind, idOf(param('id')))}${rest}`;

/** Throws 404 to users who are not in it, and 403 to members with a lower role than `least`. */
export async function memberOf(
  { teams, kind }: Pick<GroupPages, 'teams' | 'kind'>,
  { user, param }: UserRequest,
  least: Role,
): Promise<GroupMember> {
  const id = idOf(param('id'));
  if (id === 0) throw notFound();
  const named = kind === 'team' ? { orgId: undefined, teamId: id } : { orgId: id, teamId: undefined };
  const needed = `${kind} ${least}` as const;
  const membership = await requireMembership(teams.readMembership, needed, user.account.id, named);
  const group = await (kind === 'team' ? teams.find({ teamId: id }) : teams.findOrganization(id));
  if (group === undefined) throw notFound();
  const has = (role: Role): boolean => outranks(membership.role, role);
  return { kind, group, membership, path: groupPath(kind, id), has };
}

/** For use cases of teams. */
export const teamGroup = ({ group }: GroupMember): TeamGroup => ({ teamId: group.id });

/** The page of the team below others. */
export const groupCrumbs = ({ group, path }: GroupMember) => [{ label: group.name, to: path }];
