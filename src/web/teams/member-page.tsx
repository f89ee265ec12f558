/* One member of a team or an organization: another role, or the removal with what happens to the bookings. */
import { confirmMemberRemoval } from '../../../views/teams/confirmations.js';
import { type LeavingValues, MEMBER_TEXT as TEXT, MemberPage } from '../../../views/teams/member.js';
import { MEMBERS_TEXT } from '../../../views/teams/members.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { checkValue } from '../../api/input.js';
import { invalidInput } from '../../errors.js';
import { bookingGroup } from '../../scheduling/bookings/groups/group-changes.js';
import { type Leaving, leavingQuery } from '../../scheduling/memberships/leaving.js';
import { mayAssign } from '../../scheduling/memberships/rules.js';
import type { Membership } from '../../scheduling/memberships/store.js';
import type { UserPost, UserRequest } from '../page.js';
import { refusedInput, type RefusedInput } from '../refused-input.js';
import { doneReply, page, type PageReply } from '../reply.js';
import { faultSentences, idOf, textOf } from '../request-values.js';
import { callOf, type GroupPages } from './deps.js';
import { groupCrumbs, type GroupMember, memberOf } from './member-of.js';
import { assignableRoles, isRole, presentMember } from './member-presenter.js';

const MAX_HOSTS = 250;

const idIn = ({ param }: UserRequest): number => idOf(param('membershipId'));

interface Found {
  readonly member: GroupMember;
  readonly one: Membership;
}

async function find(deps: GroupPages, request: UserRequest): Promise<Found> {
  const member = await memberOf(deps, request, 'admin');
  return { member, one: await deps.members.find(callOf(member, request), idIn(request)) };
}

async function countHosted({ bookings, clock }: GroupPages, { member, one }: Found): Promise<number> {
  const { total } = await bookings.listIn({
    ...{ group: bookingGroup(member.membership), hostIds: [one.accountId] },
    ...{ filter: { statuses: ['upcoming'] }, sort: [], now: clock(), take: 1, skip: 0 },
  });
  return total;
}

const KEEP: LeavingValues = { bookings: 'keep', reassignTo: '', reason: '' };

interface Unsaved {
  readonly refused: RefusedInput;
  readonly leaving?: LeavingValues;
}

async function removalOf(deps: GroupPages, request: UserRequest, { member, one }: Found, unsaved?: Unsaved) {
  const isOwn = one.accountId === request.user.account.id;
  if (isOwn || !mayAssign(member.membership.role, one.role)) return undefined;
  const all = await deps.members.list(callOf(member, request), { take: MAX_HOSTS, skip: 0 });
  const others = all.filter(({ id, agreed }) => agreed && id !== one.id);
  const hosts = others.map(({ accountId, user }) => ({ value: String(accountId), label: user.name }));
  return {
    action: `${member.path}/members/${one.id}/removal`,
    values: unsaved?.leaving ?? KEEP,
    hosts: [{ value: '', label: TEXT.anyone }, ...hosts],
  };
}

const SUBJECTS = {
  bookings: 'This choice',
  reassignTo: 'The new host',
  reason: 'The reason',
  role: 'The role',
};

async function memberReply(
  deps: GroupPages,
  request: UserRequest,
  found: Found,
  unsaved?: Unsaved,
): Promise<PageReply> {
  const { member, one } = found;
  const { path, membership } = member;
  const mayChange = mayAssign(membership.role, one.role);
  const props = {
    ...{ user: request.user.account, csrf: request.csrf() },
    crumbs: [...groupCrumbs(member), { label: 'Members', to: `${path}/members` }],
    member: presentMember(one, request.user.account.id),
    hosted: one.agreed ? await countHosted(deps, found) : 0,
    action: `${path}/members/${one.id}`,
    roles: mayChange ? assignableRoles(membership.role) : undefined,
    removal: await removalOf(deps, request, found, unsaved),
    faults: faultSentences(unsaved?.refused.faults ?? [], SUBJECTS),
    refusal: unsaved?.refused.reason,
  };
  return page(<MemberPage {...props} />, { status: unsaved?.refused.status ?? 200 });
}

export const showMember = async (deps: GroupPages, request: UserRequest): Promise<PageReply> =>
  memberReply(deps, request, await find(deps, request));

const nameOf = ({ one }: Found, { user }: UserPost): string => presentMember(one, user.account.id).name;

export async function changeRole(deps: GroupPages, post: UserPost): Promise<PageReply> {
  const found = await find(deps, post);
  const role = post.form.text('role');
  const change = async (): Promise<Membership> => {
    if (!isRole(role)) throw invalidInput([{ property: 'role', message: 'must be one of the list' }]);
    return deps.members.change(callOf(found.member, post), found.one.id, { role });
  };
  const changed = await change().catch(refusedInput);
  if ('refused' in changed) return memberReply(deps, post, found, changed);
  return doneReply(post, `${found.member.path}/members`, MEMBERS_TEXT.done.role(nameOf(found, post)));
}

const typedIn = ({ form }: UserPost): LeavingValues => ({
  bookings: form.text('bookings') || KEEP.bookings,
  reassignTo: form.text('reassignTo'),
  reason: textOf(form, 'reason'),
});

/** A host or a reason beside another choice is left out. Throws what is wrong with them. */
function leavingOf({ bookings, reassignTo, reason }: LeavingValues): Leaving {
  const draft = {
    bookings,
    ...(bookings === 'reassign' && reassignTo !== '' && { reassignTo }),
    ...(bookings === 'cancel' && reason !== '' && { reason }),
  };
  const checked = checkValue(leavingQuery, draft, 'form');
  if ('faults' in checked) throw invalidInput(checked.faults);
  return checked.data;
}

/** Undefined for what the use case refuses anyway. */
export async function askToRemoveMember(deps: GroupPages, post: UserPost): Promise<Confirmation | undefined> {
  const found = await find(deps, post);
  const { member, one } = found;
  const typed = typedIn(post);
  if (!leavingQuery.safeParse({ bookings: typed.bookings }).success) return undefined;
  const { name, state } = presentMember(one, post.user.account.id);
  return confirmMemberRemoval({
    ...{ name, state, group: member.group.name, bookings: typed.bookings },
    isOrganization: member.kind === 'org',
    hosted: state === 'member' ? await countHosted(deps, found) : 0,
  });
}

export async function removeMember(deps: GroupPages, post: UserPost): Promise<PageReply> {
  const found = await find(deps, post);
  const leaving = typedIn(post);
  const remove = async (): Promise<Membership> =>
    deps.members.remove(callOf(found.member, post), found.one.id, leavingOf(leaving));
  const removed = await remove().catch(refusedInput);
  if ('refused' in removed) return memberReply(deps, post, found, { ...removed, leaving });
  const message = MEMBERS_TEXT.done[found.one.agreed ? 'removed' : 'withdrawn'](nameOf(found, post));
  return doneReply(post, `${found.member.path}/members`, message);
}
