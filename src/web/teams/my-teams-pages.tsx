/* `/settings/teams`: the teams and organizations of a user, and leaving them. */
import { confirmLeaving } from '../../../views/teams/confirmations.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { MEMBERSHIP, MyTeamsPage, TEAMS_DONE } from '../../../views/teams/my-teams.js';
import { notFound } from '../../errors.js';
import type { OwnMembership } from '../../scheduling/memberships/own-store.js';
import type { UserPost, UserRequest } from '../page.js';
import { doneReply, page, type PageReply } from '../reply.js';
import { idOf } from '../request-values.js';
import { LEAVE_PATH, NEW_TEAM_PATH, type TeamPagesDeps, TEAMS_PATH } from './deps.js';
import { isLastOwner, lastOwnerText, presentMembership } from './presenter.js';

/** `group`: its name. */
export const teamsDone = (post: UserPost, done: keyof typeof TEAMS_DONE, group: string): PageReply =>
  doneReply(post, TEAMS_PATH, TEAMS_DONE[done](group));

async function teamsReply(
  { ownMemberships }: TeamPagesDeps,
  request: UserRequest,
  refusal?: string,
): Promise<PageReply> {
  const { account } = request.user;
  const memberships = await ownMemberships.list(account.id);
  const props = {
    user: account,
    memberships: memberships.map(presentMembership),
    csrf: request.csrf(),
    action: LEAVE_PATH,
    createTo: NEW_TEAM_PATH,
    done: request.session.takeMessage(),
    refusal,
  };
  return page(<MyTeamsPage {...props} />, { status: refusal === undefined ? 200 : 409 });
}

export const showMyTeams = (deps: TeamPagesDeps, request: UserRequest): Promise<PageReply> =>
  teamsReply(deps, request);

/** Undefined for a membership that has ended. */
export async function askToLeave(
  { ownMemberships }: TeamPagesDeps,
  { user, form }: UserPost,
): Promise<Confirmation | undefined> {
  const all = await ownMemberships.list(user.account.id);
  const own = all.find(({ id, agreed }) => agreed && id === idOf(form.text(MEMBERSHIP)));
  if (own === undefined) return undefined;
  const isTeamOfIt = (other: OwnMembership): boolean =>
    own.group.organization && other.agreed && other.group.organizationName === own.group.name;
  return confirmLeaving(
    own.group,
    all.filter(isTeamOfIt).map(({ group }) => group.name),
  );
}

export async function leave(deps: TeamPagesDeps, post: UserPost): Promise<PageReply> {
  const id = idOf(post.form.text(MEMBERSHIP));
  const left = await deps.ownMemberships.leave(post.user.account.id, id, post.actor);
  if (left === undefined) throw notFound('You have already left this team or organization.');
  if (isLastOwner(left)) return teamsReply(deps, post, lastOwnerText(left));
  return teamsDone(post, 'left', left.group.name);
}
