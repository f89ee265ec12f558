/* `/settings/organizations/:id`: an organization with its teams, for its members. */
import { OrganizationPage } from '../../../views/teams/organization.js';
import { present } from '../../present.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { idOf } from '../request-values.js';
import { type GroupPages, organizationAppsPath } from './deps.js';
import { type GroupMember, groupPath, memberOf } from './member-of.js';

const PAGE_LENGTH = 25;

async function managedBy({ teams }: GroupPages, { group, path, has }: GroupMember) {
  if (!has('admin')) return undefined;
  return {
    ...(await teams.size(group.id)),
    membersTo: `${path}/members`,
    appsTo: organizationAppsPath(group.id),
    createTo: `${path}/teams/new`,
  };
}

export async function showOrganization(deps: GroupPages, request: UserRequest): Promise<PageReply> {
  const member = await memberOf(deps, request, 'member');
  const { group, path, membership } = member;
  const { account } = request.user;
  const skip = idOf(request.query('skip'));
  const mine = present({ memberId: member.has('admin') ? undefined : account.id });
  const [found, managed] = await Promise.all([
    deps.teams.list({ organizationId: group.id, ...mine, take: PAGE_LENGTH + 1, skip }),
    managedBy(deps, member),
  ]);
  const props = {
    ...{ user: account, crumbs: [], name: group.name, slug: group.slug, role: membership.role },
    teams: found
      .slice(0, PAGE_LENGTH)
      .map(({ id, name, slug }) => ({ name, slug, to: groupPath('team', id) })),
    managed,
    first: skip > 0 ? path : undefined,
    next: found.length > PAGE_LENGTH ? `${path}?skip=${skip + PAGE_LENGTH}` : undefined,
  };
  return page(<OrganizationPage {...props} />);
}
