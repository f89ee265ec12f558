/* `/settings/teams`: where a person is a member, and the way out. */
import type { Context } from 'koa';
import type Router from 'koa-router';
import { MEMBERSHIP, MyTeamsPage, TEAMS_TEXT } from '../../../views/teams/my-teams.js';
import type { MyTeamsProps, MembershipView } from '../../../views/teams/my-teams.js';
import type { SignedInUser } from '../session/user.js';
import { notFound } from '../../errors.js';
import { readForm } from '../../http/forms.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import type { OwnMembership } from '../../scheduling/memberships/own-store.js';
import type { LastOwner } from '../../scheduling/memberships/store.js';
import { organizationAppsPath } from './organization-apps-pages.js';
import { actorOf, idIn, signedIn } from './deps.js';
import type { TeamPagesDeps } from './deps.js';

export const TEAMS_PATH = '/settings/teams';
const DEPARTURES_PATH = `${TEAMS_PATH}/departures`;
export const JOIN_PATH = '/teams/join';

const DONE = { joined: TEAMS_TEXT.joined, declined: TEAMS_TEXT.declined, left: TEAMS_TEXT.left } as const;
type Done = keyof typeof DONE;

export const done = (what: Done): string => `${TEAMS_PATH}?done=${what}`;

const isDone = (what: string): what is Done => Object.hasOwn(DONE, what);

export const isLastOwner = (left: OwnMembership | LastOwner): left is LastOwner =>
  typeof left === 'string' || 'lastOwnerOf' in left;

export const refusalText = (left: LastOwner): string =>
  typeof left === 'string' ? TEAMS_TEXT.lastOwner : TEAMS_TEXT.lastOwnerOf(left.lastOwnerOf);

/** Whoever manages an organization comes from here to its applications. */
function presentMembership(own: OwnMembership): MembershipView {
  const { groupId, place, role, agreed } = own;
  const manages = place.organization && agreed && role !== 'member';
  return {
    ...own,
    to: `${JOIN_PATH}/${own.id}`,
    ...(manages && { apps: organizationAppsPath(groupId) }),
  };
}

async function showTeams(
  ctx: Context,
  { ownMemberships, csrf }: TeamPagesDeps,
  { account }: SignedInUser,
  said: Pick<MyTeamsProps, 'done' | 'refusal'>,
): Promise<void> {
  const memberships = await ownMemberships.list(account.id);
  const props: MyTeamsProps = {
    user: account,
    memberships: memberships.map(presentMembership),
    csrf: csrf.csrfField(ctx),
    action: DEPARTURES_PATH,
    ...said,
  };
  sendPage(ctx, said.refusal === undefined ? 200 : 409, <MyTeamsPage {...props} />);
}

export function addMyTeams(router: Router, deps: TeamPagesDeps): void {
  router.get(TEAMS_PATH, async (ctx) => {
    const user = await signedIn(ctx, deps);
    if (user === undefined) return;
    const what = String(ctx.query.done);
    await showTeams(ctx, deps, user, { done: isDone(what) ? DONE[what] : undefined });
  });
  router.post(DEPARTURES_PATH, async (ctx) => {
    const form = await readForm(ctx);
    const user = await deps.requireUser(ctx, form);
    if (user === undefined) return;
    const left = await deps.ownMemberships.leave(
      user.account.id,
      idIn(form.text(MEMBERSHIP)),
      actorOf(ctx, user),
    );
    if (left === undefined) throw notFound('You have already left this team or organization.');
    if (isLastOwner(left)) await showTeams(ctx, deps, user, { refusal: refusalText(left) });
    else redirectAfterPost(ctx, done('left'));
  });
}
