/*
 * Whose team or organization it is: a role beside the scope. Both count, always; what somebody is not a member of is
 * not found. Who is what is asked of the store at each call, so that a removed member is out at once.
 */
import { AppError, notFound } from '../errors.js';
import type { Principal } from './principal.js';

const ROLES = ['member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** In the words of the endpoint list. `anyone`: whoever has the scope; the handler looks for the team itself. */
export type RoleNeeded = `team ${Role}` | `org ${Role}` | 'anyone';

/** As what the caller stands in the place that the path names. */
export interface Standing {
  /** Absent when the path names an organization alone. */
  readonly teamId: number | undefined;
  /** The organization of the path, or the one that the team belongs to; absent for a team on its own. */
  readonly organizationId: number | undefined;
  /** An owner or admin of the organization is the owner of each of its teams. */
  readonly role: Role;
}

/** What a path names: an organization, a team, or a team of one organization. */
export interface PlaceNamed {
  readonly orgId: number | undefined;
  readonly teamId: number | undefined;
}

/** Undefined when there is no such place or the account has no accepted membership that reaches it. */
export type ReadStanding = (accountId: number, place: PlaceNamed) => Promise<Standing | undefined>;

export const outranks = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

const MOST = 2 ** 31 - 1;

/** Ids are positive integers of the database; anything else names nothing. */
function idOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity;
  if (id > MOST) throw notFound();
  return id;
}

const insufficientRole = (needed: RoleNeeded): AppError =>
  new AppError(403, 'INSUFFICIENT_ROLE', `This needs the role ${needed}, which the account does not have.`, {
    details: { role: needed },
  });

/** Throws 404 for a place the principal has no part in, and 403 for too low a role in it. */
export async function requireRole(
  readStanding: ReadStanding,
  needed: RoleNeeded,
  principal: Principal,
  params: Readonly<Record<string, string>>,
): Promise<Standing | undefined> {
  const place = { orgId: idOf(params['orgId']), teamId: idOf(params['teamId']) };
  if (needed === 'anyone') return undefined;
  const [of, role] = needed.split(' ') as [string, Role];
  const asked = of === 'org' ? { ...place, teamId: undefined } : place;
  const standing = await readStanding(principal.accountId, asked);
  if (standing === undefined) throw notFound();
  if (!outranks(standing.role, role)) throw insufficientRole(needed);
  return standing;
}
