/*
 * Granted resources: the teams and organizations that the user granted the application, and whether the organization
 * admits the application. Checked after membership, so that errors reveal no group to outsiders.
 */
import { AppError } from '../errors.js';
import type { ScopeName } from '../scopes/catalogue.js';
import { boundsOf, includesGroup } from '../scopes/granted-resources.js';
import type { Bounds, GroupQuery } from '../scopes/granted-resources.js';
import type { Principal } from './principal.js';

const outsideGrant = ({ teams, organizations }: Bounds): AppError =>
  new AppError(
    403,
    'OUTSIDE_GRANT',
    'The user did not grant the application this team or organization. The details name what was granted.',
    { details: { teams, organizations } },
  );

export const clientNotAdmitted = (organizationId: number | undefined): AppError =>
  new AppError(
    403,
    'CLIENT_NOT_ADMITTED',
    'The organization admits only the applications on its list, and this one is not on it.',
    { details: { organizationId } },
  );

/** Throws 403 for a group that the grant does not include through the scopes that satisfy `needed`. */
export function requireGrantedResource(
  { scope, resources }: Principal,
  needed: ScopeName,
  group: GroupQuery,
): void {
  const bounds = boundsOf(scope, resources, needed);
  if (bounds !== 'all' && !includesGroup(bounds, group)) throw outsideGrant(bounds);
}
