/* Invites people to a team or an organization: by an e-mail address, or to a team by a link. */
import {
  INVITE_TEXT as TEXT,
  InvitePage,
  type InviteProps,
  type InviteValues,
  NewLinkPage,
} from '../../../views/teams/invite.js';
import { MEMBER_TEXT } from '../../../views/teams/member.js';
import { MEMBERS_TEXT } from '../../../views/teams/members.js';
import { counted } from '../../../views/parts/text/counted.js';
import { Time } from '../../../views/parts/text/time.js';
import { checkValue } from '../../api/input.js';
import { DAY } from '../../durations.js';
import { tidyEmailAddress } from '../../email-address.js';
import { invalidInput } from '../../errors.js';
import { DEFAULT_USES } from '../../scheduling/memberships/invites.js';
import { openInvite } from '../../scheduling/memberships/open-invite.js';
import { inviteInput } from '../../scheduling/memberships/schemas.js';
import type { UserPost, UserRequest } from '../page.js';
import { refusedInput, type RefusedInput } from '../refused-input.js';
import { doneReply, page, type PageReply } from '../reply.js';
import { groupByField, textOf } from '../request-values.js';
import { callOf, type GroupPages } from './deps.js';
import { groupCrumbs, type GroupMember, memberOf } from './member-of.js';
import { assignableRoles, isRole } from './member-presenter.js';

const DAYS = [1, 7, 30, 90];

const BLANK: InviteValues = { email: '', role: 'member', uses: String(DEFAULT_USES), days: '7' };

type Unsaved = Pick<InviteProps, 'faults' | 'refusal'> & {
  readonly values: InviteValues;
  readonly status: number;
};

function inviteReply(request: UserRequest, member: GroupMember, unsaved?: Unsaved): PageReply {
  const { path, kind, group, membership } = member;
  const props = {
    ...{ user: request.user.account, csrf: request.csrf(), group: group.name },
    crumbs: [...groupCrumbs(member), { label: 'Members', to: `${path}/members` }],
    ...{ action: `${path}/invitations`, backTo: `${path}/members` },
    linkAction: kind === 'team' ? `${path}/links` : undefined,
    values: unsaved?.values ?? BLANK,
    faults: unsaved?.faults ?? {},
    refusal: unsaved?.refusal,
    roles: assignableRoles(membership.role),
    days: DAYS.map((days) => ({ value: String(days), label: counted(days, 'day') })),
  };
  return page(<InvitePage {...props} />, { status: unsaved?.status ?? 200 });
}

export const showInvite = async (deps: GroupPages, request: UserRequest): Promise<PageReply> =>
  inviteReply(request, await memberOf(deps, request, 'admin'));

/** What the use cases call the account, the form calls an address. */
const FIELDS: Readonly<Record<string, string>> = {
  userId: 'email',
  maxUsageCount: 'uses',
  expiresAt: 'days',
};
const SUBJECTS: Readonly<Record<string, string>> = { uses: 'The number of people', days: 'The end' };

function unsavedBecause(values: InviteValues, { status, faults, reason, property }: RefusedInput): Unsaved {
  const field = property === undefined ? undefined : FIELDS[property];
  if (reason !== undefined && field !== undefined) return { values, status, faults: { [field]: [reason] } };
  const sentences = faults.map((fault) => {
    const name = FIELDS[fault.property] ?? fault.property;
    const subject = SUBJECTS[name];
    return [name, subject === undefined ? fault.message : `${subject} ${fault.message}.`] as const;
  });
  return { values, status, faults: groupByField(sentences), refusal: reason };
}

/** The reply discloses whether an address has an account: a search for one counts as an addition. */
async function confirmedAccount(
  { accounts, admitAddition }: GroupPages,
  by: number,
  kind: GroupMember['kind'],
  email: string,
) {
  const account = await accounts.findByEmail(email);
  if (account?.emailVerifiedAt !== undefined && account.disabledAt === undefined) return account;
  await admitAddition(String(by));
  const message = kind === 'team' ? TEXT.unknownInTeam : TEXT.unknown;
  throw invalidInput([{ property: 'email', message }]);
}

async function invite(deps: GroupPages, post: UserPost, member: GroupMember, values: InviteValues) {
  const { role } = values;
  if (!isRole(role)) throw invalidInput([{ property: 'role', message: MEMBER_TEXT.unknownRole }]);
  const email = tidyEmailAddress(values.email);
  const { id: userId } = await confirmedAccount(deps, post.user.account.id, member.kind, email);
  const input = { userId, role, accepted: false, disableImpersonation: false, invitedAs: email };
  return deps.members.add(callOf(member, post), input);
}

export async function inviteByMail(deps: GroupPages, post: UserPost): Promise<PageReply> {
  const member = await memberOf(deps, post, 'admin');
  const { form } = post;
  const values = { ...BLANK, email: textOf(form, 'email'), role: form.text('role') };
  const invited = await invite(deps, post, member, values).catch(refusedInput);
  if ('refused' in invited) return inviteReply(post, member, unsavedBecause(values, invited.refused));
  return doneReply(post, `${member.path}/members`, MEMBERS_TEXT.done.invited(values.email));
}

/** An unknown choice is no moment, which the schema says. */
const endOf = (days: string, now: number): string =>
  DAYS.includes(Number(days)) ? new Date(now + Number(days) * DAY).toISOString() : days;

async function open(deps: GroupPages, post: UserPost, member: GroupMember, { uses, days }: InviteValues) {
  const now = deps.clock();
  const maxUsageCount = /^\d{1,9}$/.test(uses) ? Number(uses) : uses;
  const checked = checkValue(inviteInput, { maxUsageCount, expiresAt: endOf(days, now) }, 'form');
  if ('faults' in checked) throw invalidInput(checked.faults);
  const { expiresAt, maxUsageCount: maxUses } = checked.data;
  const terms = { teamId: member.group.id, by: post.user.account.id, expiresAt, maxUses };
  const { inviteLink } = await openInvite(deps, terms, post.actor);
  return { link: inviteLink, until: new Date(expiresAt ?? now), now: new Date(now) };
}

/** The link is shown in the reply to its own form, so that it is never stored for a second request. */
export async function inviteByLink(deps: GroupPages, post: UserPost): Promise<PageReply> {
  const member = await memberOf(deps, post, 'admin');
  const values = { ...BLANK, uses: textOf(post.form, 'uses'), days: post.form.text('days') };
  const opened = await open(deps, post, member, values).catch(refusedInput);
  if ('refused' in opened) return inviteReply(post, member, unsavedBecause(values, opened.refused));
  const props = {
    user: post.user.account,
    crumbs: groupCrumbs(member),
    link: opened.link,
    until: <Time at={opened.until} now={opened.now} />,
    backTo: `${member.path}/members`,
  };
  return page(<NewLinkPage {...props} />, { status: 201, scripts: [] });
}
