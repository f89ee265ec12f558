/*
 * `/teams/join/...`: an invitation and its answer. Behind a number stands an invitation by name, which only that person
 * sees; anything else is the token of a link. Looking at it changes nothing: mail programs open links too.
 */
import type { Context } from 'koa';
import type Router from 'koa-router';
import {
  DECISION,
  type InvitationEnd,
  InvitationEndPage,
  InvitationPage,
  type InvitationProps,
} from '../../../views/teams/invitation.js';
import type { SignedInUser } from '../session/user.js';
import { readForm } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import type { InviteHolder } from '../../scheduling/memberships/invite-store.js';
import { inviteVerdict } from '../../scheduling/memberships/invites.js';
import type { OwnMembership } from '../../scheduling/memberships/own-store.js';
import { done, isLastOwner, JOIN_PATH, refusalText } from './my-teams-pages.js';
import { actorOf, idIn, signedIn } from './deps.js';
import type { TeamPagesDeps } from './deps.js';

const STATUS: Readonly<Record<InvitationEnd, number>> = {
  unknown: 404,
  expired: 410,
  used_up: 410,
  withdrawn: 410,
  outside: 403,
  member: 200,
};

interface Visit {
  readonly ctx: Context;
  readonly user: SignedInUser;
  readonly token: string;
}

function showEnd({ ctx, user }: Visit, end: InvitationEnd): void {
  sendPage(ctx, STATUS[end], <InvitationEndPage user={user.account} end={end} />);
}

type Shown = Omit<InvitationProps, 'user' | 'csrf' | 'action'>;

function show({ ctx, user, token }: Visit, { csrf }: TeamPagesDeps, status: number, shown: Shown): void {
  const action = `${JOIN_PATH}/${token}`;
  const props = { ...shown, user: user.account, csrf: csrf.csrfField(ctx), action };
  sendPage(ctx, status, <InvitationPage {...props} />);
}

const byName = ({ place, inviter, role, accepted }: OwnMembership): Shown => ({
  place,
  inviter,
  role,
  accepted,
  declinable: true,
});

const holderOf = ({ user, token }: Visit, { keys, clock }: TeamPagesDeps): InviteHolder => ({
  accountId: user.account.id,
  tokenHashes: keys.hashes('invite', token),
  now: new Date(clock()),
});

async function showInvitation(visit: Visit, deps: TeamPagesDeps): Promise<void> {
  const id = idIn(visit.token);
  const own = id === 0 ? undefined : await deps.ownMemberships.find(visit.user.account.id, id);
  if (own?.agreed) showEnd(visit, 'member');
  else if (own !== undefined) show(visit, deps, 200, byName(own));
  else await showLink(visit, deps);
}

async function showLink(visit: Visit, deps: TeamPagesDeps): Promise<void> {
  const holder = holderOf(visit, deps);
  const invite = await deps.invites.find(holder);
  if (invite === undefined) {
    showEnd(visit, 'unknown');
    return;
  }
  const { place, inviter, facts } = invite;
  const verdict = inviteVerdict(facts, holder.now.getTime());
  if (verdict !== 'open') showEnd(visit, verdict);
  else show(visit, deps, 200, { place, inviter, role: 'member', accepted: false, declinable: false });
}

async function decline(visit: Visit, deps: TeamPagesDeps): Promise<void> {
  const { ctx, user, token } = visit;
  const left = await deps.ownMemberships.leave(user.account.id, idIn(token), actorOf(ctx, user));
  if (left === undefined) showEnd(visit, 'unknown');
  else if (isLastOwner(left)) await refuse(visit, deps, refusalText(left));
  else redirectAfterPost(ctx, done(left.accepted ? 'left' : 'declined'));
}

async function refuse(visit: Visit, deps: TeamPagesDeps, refusal: string): Promise<void> {
  const own = await deps.ownMemberships.find(visit.user.account.id, idIn(visit.token));
  if (own === undefined) showEnd(visit, 'unknown');
  else show(visit, deps, 409, { ...byName(own), refusal });
}

async function acceptByName(visit: Visit, deps: TeamPagesDeps, id: number): Promise<void> {
  const { ctx, user } = visit;
  const joined = await deps.ownMemberships.agree(user.account.id, id, actorOf(ctx, user));
  if (joined === undefined) showEnd(visit, 'unknown');
  else if (joined === 'outside') showEnd(visit, 'outside');
  else redirectAfterPost(ctx, done('joined'));
}

async function acceptLink(visit: Visit, deps: TeamPagesDeps): Promise<void> {
  const { ctx, user } = visit;
  const holder = holderOf(visit, deps);
  const invite = await deps.invites.join(holder, actorOf(ctx, user));
  const verdict = invite === undefined ? 'unknown' : inviteVerdict(invite.facts, holder.now.getTime());
  if (verdict === 'open') redirectAfterPost(ctx, done('joined'));
  else showEnd(visit, verdict);
}

async function answer(visit: Visit, deps: TeamPagesDeps, decision: string): Promise<void> {
  const id = idIn(visit.token);
  if (decision === 'decline') await decline(visit, deps);
  else if (decision !== 'accept') await showInvitation(visit, deps);
  else if (id > 0) await acceptByName(visit, deps, id);
  else await acceptLink(visit, deps);
}

const tokenIn = ({ params }: Context): string => {
  const { token } = params as Readonly<Record<string, unknown>>;
  return typeof token === 'string' ? token : '';
};

export function addJoining(router: Router, deps: TeamPagesDeps): void {
  router.get(`${JOIN_PATH}/:token`, async (ctx) => {
    const user = await signedIn(ctx, deps);
    if (user) await showInvitation({ ctx, user, token: tokenIn(ctx) }, deps);
  });
  router.post(`${JOIN_PATH}/:token`, async (ctx) => {
    const form = await readForm(ctx);
    const user = await deps.requireUser(ctx, form);
    if (user) await answer({ ctx, user, token: tokenIn(ctx) }, deps, form.text(DECISION));
  });
}
