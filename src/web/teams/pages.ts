/*
 * Pages to join and leave teams and organizations, to manage a team, and the applications of an organization.
 * scheduling/memberships/ decides what a membership allows.
 */
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page } from '../page.js';
import { idOf } from '../request-values.js';
import { createMembershipUseCases } from '../../scheduling/memberships/use-cases.js';
import { createTeamUseCases } from '../../scheduling/teams/use-cases.js';
import { askToRemoveMember, changeRole, removeMember, showMember } from './member-page.js';
import { listMembers } from './members-page.js';
import { inviteByLink, inviteByMail, showInvite } from './invite-pages.js';
import {
  type GroupPages,
  type GroupPagesDeps,
  JOIN_PATH,
  LEAVE_PATH,
  NEW_TEAM_PATH,
  ORGANIZATION_APPS_PATH,
  organizationAppsPath,
  ORGANIZATIONS_PATH,
  TEAMS_PATH,
  type TeamPagesDeps,
} from './deps.js';
import { answerInvitation, showInvitation } from './join-pages.js';
import { pathBelow } from './member-of.js';
import { askToLeave, leave, showMyTeams } from './my-teams-pages.js';
import { createTeam, showNewTeam } from './new-team-page.js';
import { admit, askToEnd, dismiss, end, setPolicy, showOrganizationApps } from './organization-apps-pages.js';
import { showOrganization } from './organization-page.js';
import { askToRemoveTeam, removeTeam, saveTeam, showTeam } from './team-page.js';

const ONE = { team: `${TEAMS_PATH}/:id`, org: `${ORGANIZATIONS_PATH}/:id` };

/** The members of a team or an organization. */
function createMemberPages(deps: GroupPages): readonly Page[] {
  const by = handlerWith(deps);
  const [group, who] = [ONE[deps.kind], 'user'] as const;
  const one = `${group}/members/:membershipId`;
  return [
    definePage({ method: 'GET', path: `${group}/members`, who, handle: by(listMembers) }),
    definePage({ method: 'GET', path: one, who, handle: by(showMember) }),
    definePage({ method: 'POST', path: one, who, handle: by(changeRole) }),
    ...defineConfirmedForm({
      ...{ path: `${one}/removal`, who },
      confirm: {
        ask: (post) => askToRemoveMember(deps, post),
        backTo: (of) => pathBelow(deps.kind, `/members/${idOf(of.param('membershipId'))}`)(of),
      },
      handle: by(removeMember),
    }),
    definePage({ method: 'GET', path: `${group}/invitations/new`, who, handle: by(showInvite) }),
    definePage({ method: 'POST', path: `${group}/invitations`, who, handle: by(inviteByMail) }),
  ];
}

function createTeamGroupPages(deps: GroupPages): readonly Page[] {
  const by = handlerWith(deps);
  const [one, who] = [ONE.team, 'user'] as const;
  return [
    definePage({ method: 'GET', path: NEW_TEAM_PATH, who, handle: by(showNewTeam) }),
    definePage({ method: 'POST', path: TEAMS_PATH, who, handle: by(createTeam) }),
    definePage({ method: 'GET', path: one, who, handle: (of) => showTeam(deps, of) }),
    definePage({ method: 'POST', path: one, who, handle: by(saveTeam) }),
    definePage({ method: 'POST', path: `${one}/links`, who, handle: by(inviteByLink) }),
    ...defineConfirmedForm({
      ...{ path: `${one}/removal`, who, recentSignIn: true },
      confirm: { ask: (post) => askToRemoveTeam(deps, post), backTo: pathBelow('team') },
      handle: by(removeTeam),
    }),
    ...createMemberPages(deps),
  ];
}

function createOrganizationPages(deps: GroupPages): readonly Page[] {
  const by = handlerWith(deps);
  const [one, who] = [ONE.org, 'user'] as const;
  return [
    definePage({ method: 'GET', path: one, who, handle: by(showOrganization) }),
    definePage({ method: 'GET', path: `${one}/teams/new`, who, handle: by(showNewTeam) }),
    definePage({ method: 'POST', path: `${one}/teams`, who, handle: by(createTeam) }),
    ...createMemberPages(deps),
  ];
}

function createGroupPages(pagesDeps: GroupPagesDeps): readonly Page[] {
  const useCases = createTeamUseCases(pagesDeps);
  const deps = { ...pagesDeps, useCases, members: createMembershipUseCases(pagesDeps) };
  return [
    ...createTeamGroupPages({ ...deps, kind: 'team' }),
    ...createOrganizationPages({ ...deps, kind: 'org' }),
  ];
}

export function createTeamPages(deps: TeamPagesDeps): readonly Page[] {
  const by = handlerWith(deps);
  const invitation = `${JOIN_PATH}/:token`;
  const apps = ORGANIZATION_APPS_PATH;
  return [
    definePage({ method: 'GET', path: TEAMS_PATH, who: 'user', handle: by(showMyTeams) }),
    ...defineConfirmedForm({
      path: LEAVE_PATH,
      who: 'user',
      confirm: { ask: (post) => askToLeave(deps, post), backTo: () => TEAMS_PATH },
      handle: by(leave),
    }),

    definePage({ method: 'GET', path: invitation, who: 'user', handle: by(showInvitation) }),
    definePage({ method: 'POST', path: invitation, who: 'user', handle: by(answerInvitation) }),

    definePage({ method: 'GET', path: apps, who: 'user', handle: by(showOrganizationApps) }),
    definePage({ method: 'POST', path: `${apps}/policy`, who: 'user', handle: by(setPolicy) }),
    definePage({ method: 'POST', path: `${apps}/admissions`, who: 'user', handle: by(admit) }),
    definePage({ method: 'POST', path: `${apps}/dismissals`, who: 'user', handle: by(dismiss) }),
    ...defineConfirmedForm({
      path: `${apps}/removals`,
      who: 'user',
      confirm: {
        ask: (post) => askToEnd(deps, post),
        backTo: ({ param }) => organizationAppsPath(idOf(param('id'))),
      },
      handle: by(end),
    }),
    ...createGroupPages(deps),
  ];
}
