/*
 * `/teams/join/...`: an invitation and its answer. A number is the id of an invitation of one user, visible only to them;
 * anything else is the token of an invite link. A GET changes nothing, since mail programs open links too.
 */
import {
  DECISION,
  type InvitationEnd,
  InvitationEndPage,
  InvitationPage,
} from '../../../views/teams/invitation.js';
import type { InviteHolder } from '../../scheduling/memberships/invite-store.js';
import { inviteVerdict } from '../../scheduling/memberships/invites.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { idOf } from '../request-values.js';
import { JOIN_PATH, type TeamPagesDeps } from './deps.js';
import { teamsDone } from './my-teams-pages.js';
import { type InvitationView, isLastOwner, lastOwnerText, presentInvitation } from './presenter.js';

const STATUS: Readonly<Record<InvitationEnd, number>> = {
  unknown: 404,
  expired: 410,
  used_up: 410,
  withdrawn: 410,
  outside: 403,
  member: 200,
};

const tokenOf = (request: UserRequest): string => request.param('token');

const endReply = ({ user }: UserRequest, end: InvitationEnd): PageReply =>
  page(<InvitationEndPage user={user.account} end={end} />, { status: STATUS[end] });

function invitationReply(request: UserRequest, invitation: InvitationView): PageReply {
  const action = `${JOIN_PATH}/${tokenOf(request)}`;
  const props = { ...invitation, user: request.user.account, csrf: request.csrf(), action };
  return page(<InvitationPage {...props} />, { status: invitation.refusal === undefined ? 200 : 409 });
}

const holderOf = ({ keys, clock }: TeamPagesDeps, request: UserRequest): InviteHolder => ({
  accountId: request.user.account.id,
  tokenHashes: keys.hashes('invite', tokenOf(request)),
  now: new Date(clock()),
});

export async function showInvitation(deps: TeamPagesDeps, request: UserRequest): Promise<PageReply> {
  const id = idOf(tokenOf(request));
  const own = id === 0 ? undefined : await deps.ownMemberships.find(request.user.account.id, id);
  if (own === undefined) return showLink(deps, request);
  return own.agreed ? endReply(request, 'member') : invitationReply(request, presentInvitation(own));
}

async function showLink(deps: TeamPagesDeps, request: UserRequest): Promise<PageReply> {
  const holder = holderOf(deps, request);
  const invite = await deps.invites.find(holder);
  if (invite === undefined) return endReply(request, 'unknown');
  const { group, inviter, facts } = invite;
  const verdict = inviteVerdict(facts, holder.now.getTime());
  if (verdict !== 'open') return endReply(request, verdict);
  return invitationReply(request, { group, inviter, role: 'member', accepted: false, declinable: false });
}

async function decline({ ownMemberships }: TeamPagesDeps, post: UserPost): Promise<PageReply> {
  const accountId = post.user.account.id;
  const id = idOf(tokenOf(post));
  const left = await ownMemberships.leave(accountId, id, post.actor);
  if (left === undefined) return endReply(post, 'unknown');
  if (!isLastOwner(left)) return teamsDone(post, left.accepted ? 'left' : 'declined', left.group.name);
  const own = await ownMemberships.find(accountId, id);
  if (own === undefined) return endReply(post, 'unknown');
  return invitationReply(post, { ...presentInvitation(own), refusal: lastOwnerText(left) });
}

async function acceptInvitation(deps: TeamPagesDeps, post: UserPost, id: number): Promise<PageReply> {
  const joined = await deps.ownMemberships.agree(post.user.account.id, id, post.actor);
  if (joined === undefined) return endReply(post, 'unknown');
  return joined === 'outside' ? endReply(post, 'outside') : teamsDone(post, 'joined', joined.group.name);
}

async function acceptLink(deps: TeamPagesDeps, post: UserPost): Promise<PageReply> {
  const holder = holderOf(deps, post);
  const invite = await deps.invites.join(holder, post.actor);
  if (invite === undefined) return endReply(post, 'unknown');
  const verdict = inviteVerdict(invite.facts, holder.now.getTime());
  return verdict === 'open' ? teamsDone(post, 'joined', invite.group.name) : endReply(post, verdict);
}

export async function answerInvitation(deps: TeamPagesDeps, post: UserPost): Promise<PageReply> {
  const decision = post.form.text(DECISION);
  if (decision === 'decline') return decline(deps, post);
  if (decision !== 'accept') return showInvitation(deps, post);
  const id = idOf(tokenOf(post));
  return id > 0 ? acceptInvitation(deps, post, id) : acceptLink(deps, post);
}
