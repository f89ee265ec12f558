/* `…/members` of a team or an organization: its members and those who are invited, for its administrators. */
import { MembersPage } from '../../../views/teams/members.js';
import { present } from '../../present.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { idOf } from '../request-values.js';
import { callOf, type GroupPages } from './deps.js';
import { groupCrumbs, memberOf } from './member-of.js';
import { presentMember } from './member-presenter.js';

const PAGE_LENGTH = 25;
const MAX_SEARCH = 200;

function pathAt(path: string, search: string, skip = 0): string {
  const query = new URLSearchParams({
    ...(search !== '' && { q: search }),
    ...(skip > 0 && { skip: String(skip) }),
  });
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

export async function listMembers(deps: GroupPages, request: UserRequest): Promise<PageReply> {
  const member = await memberOf(deps, request, 'admin');
  const search = request.query('q').trim().slice(0, MAX_SEARCH);
  const [path, skip] = [`${member.path}/members`, idOf(request.query('skip'))];
  // One more than a page shows whether there is a next page.
  const query = { take: PAGE_LENGTH + 1, skip, ...present({ search: search === '' ? undefined : search }) };
  const found = await deps.members.list(callOf(member, request), query);
  const { id: viewerId } = request.user.account;
  const hasNext = found.length > PAGE_LENGTH;
  const props = {
    ...{ user: request.user.account, crumbs: groupCrumbs(member), group: member.group.name },
    members: found.slice(0, PAGE_LENGTH).map((one) => ({
      ...presentMember(one, viewerId),
      ...{ id: one.id, to: `${path}/${one.id}` },
    })),
    inviteTo: `${member.path}/invitations/new`,
    search: hasNext || skip > 0 || search !== '' ? { action: path, text: search } : undefined,
    first: skip > 0 ? pathAt(path, search) : undefined,
    next: hasNext ? pathAt(path, search, skip + PAGE_LENGTH) : undefined,
    done: request.session.takeMessage(),
  };
  return page(<MembersPage {...props} />);
}
