/*
 * The role of the caller in a team or organization. Scope and role are both required; a group without the caller is not
 * found. Each call reads the membership from the store, so that a removed member loses access at once.
 */
import { AppError, notFound } from '../errors.js';
import type { ScopeName } from '../scopes/catalogue.js';
import type { Principal } from './principal.js';
import { clientNotAdmitted, requireGrantedResource } from './granted-resources.js';

const ROLES = ['member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** As the list of endpoints writes it. `anyone`: every caller with the scope; the handler finds the team itself. */
export type RoleNeeded = `team ${Role}` | `org ${Role}` | 'anyone';

/** The caller's membership of the group that the path names. */
export interface CallerMembership {
  /** Absent when the path names an organization alone. */
  readonly teamId: number | undefined;
  /** The organization of the path, or the one that the team belongs to; absent for a team on its own. */
  readonly organizationId: number | undefined;
  /** An owner or admin of the organization is the owner of each of its teams. */
  readonly role: Role;
  /** The organization admits only the applications on its list, and the one that calls is not on it. */
  readonly closed?: true;
  /** The user has not accepted: the role is that of a member until then. */
  readonly waiting?: true;
}

/** An invitation, which allows nothing. */
export interface Invitation {
  readonly role?: undefined;
}

/** What a path names: an organization, a team, or a team of one organization. */
export interface GroupNamed {
  readonly orgId: number | undefined;
  readonly teamId: number | undefined;
}

/**
 * Undefined when there is no such group or the account is not in it. `clientId`: the calling application, where the
 * organization may not admit it.
 */
export type ReadMembership = (
  accountId: number,
  group: GroupNamed,
  clientId?: string,
) => Promise<CallerMembership | Invitation | undefined>;

export const outranks = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

const MAX = 2 ** 31 - 1;

/** Ids are positive integers of the database; anything else names nothing. */
function idOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity;
  if (id > MAX) throw notFound();
  return id;
}

const WAITING = { membership: 'waiting' } as const;

const insufficientRole = (needed: RoleNeeded, waiting = false): AppError => {
  const why = waiting
    ? ': its membership waits for the user to accept, and until then the role is member'
    : '';
  const message = `This needs the role ${needed}, which the account does not have${why}.`;
  const details = { role: needed, ...(waiting && WAITING) };
  return new AppError(403, 'INSUFFICIENT_ROLE', message, { details });
};

const notAccepted = (): AppError =>
  new AppError(
    404,
    'NOT_FOUND',
    'The user is invited to this team or organization and has not accepted yet. Until then there is nothing here.',
    { details: WAITING },
  );

/** What the path names, as far as the role is looked for there. */
function groupOf(needed: RoleNeeded, params: Readonly<Record<string, string>>): GroupNamed {
  const group = { orgId: idOf(params['orgId']), teamId: idOf(params['teamId']) };
  return needed.startsWith('org ') ? { ...group, teamId: undefined } : group;
}

function requireRank(needed: RoleNeeded, { role, waiting }: CallerMembership): void {
  if (needed === 'anyone') return;
  const [, least] = needed.split(' ') as [string, Role];
  if (!outranks(role, least)) throw insufficientRole(needed, waiting);
}

/** Throws 404 without one where the route needs one. */
async function membershipIn(
  read: () => ReturnType<ReadMembership>,
  needed: RoleNeeded,
): Promise<CallerMembership | undefined> {
  const membership = await read();
  if (membership?.role !== undefined) return membership;
  if (needed === 'anyone') return undefined;
  throw membership === undefined ? notFound() : notAccepted();
}

/** For a caller without an application, such as a page. Throws 404 and 403 as `requireRole` does. */
export async function requireMembership(
  readMembership: ReadMembership,
  needed: Exclude<RoleNeeded, 'anyone'>,
  accountId: number,
  group: GroupNamed,
): Promise<CallerMembership> {
  const membership = await membershipIn(() => readMembership(accountId, group), needed);
  if (membership === undefined) throw notFound();
  requireRank(needed, membership);
  return membership;
}

interface Needed {
  readonly role: RoleNeeded;
  readonly access: ScopeName | 'public';
}

/**
 * Throws 404 for a group without the principal, and 403 for too low a role, for a group that the grant does not include,
 * and for one whose organization does not admit the client.
 */
export async function requireRole(
  readMembership: ReadMembership,
  { role, access }: Needed,
  principal: Principal,
  params: Readonly<Record<string, string>>,
): Promise<CallerMembership | undefined> {
  const group = groupOf(role, params);
  const read = () => readMembership(principal.accountId, group, principal.clientId);
  const membership = await membershipIn(read, role);
  if (membership?.closed) throw clientNotAdmitted(membership.organizationId);
  if (access !== 'public') {
    const organizationId = membership?.organizationId ?? group.orgId;
    requireGrantedResource(principal, access, { teamId: idOf(params['teamId']), organizationId });
  }
  if (membership !== undefined) requireRank(role, membership);
  return membership;
}
