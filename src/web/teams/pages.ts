/*
 * Pages to join and leave teams and organizations, to manage a team, and the applications of an organization.
 * scheduling/memberships/ decides what a membership allows.
 */
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page } from '../page.js';
import { idOf } from '../request-values.js';
import { createTeamUseCases } from '../../scheduling/teams/use-cases.js';
import {
  type GroupPagesDeps,
  JOIN_PATH,
  LEAVE_PATH,
  NEW_TEAM_PATH,
  ORGANIZATION_APPS_PATH,
  organizationAppsPath,
  TEAMS_PATH,
  type TeamPagesDeps,
} from './deps.js';
import { answerInvitation, showInvitation } from './join-pages.js';
import { pathBelow } from './member-of.js';
import { askToLeave, leave, showMyTeams } from './my-teams-pages.js';
import { createTeam, showNewTeam } from './new-team-page.js';
import { admit, askToEnd, dismiss, end, setPolicy, showOrganizationApps } from './organization-apps-pages.js';
import { askToRemoveTeam, removeTeam, saveTeam, showTeam } from './team-page.js';

const ONE_TEAM = `${TEAMS_PATH}/:id`;

/** The pages of one team. `new` is no id. */
function createGroupPages(pagesDeps: GroupPagesDeps): readonly Page[] {
  const deps = { ...pagesDeps, kind: 'team', useCases: createTeamUseCases(pagesDeps) } as const;
  const by = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: NEW_TEAM_PATH, who: 'user', handle: by(showNewTeam) }),
    definePage({ method: 'POST', path: TEAMS_PATH, who: 'user', handle: by(createTeam) }),
    definePage({ method: 'GET', path: ONE_TEAM, who: 'user', handle: (of) => showTeam(deps, of) }),
    definePage({ method: 'POST', path: ONE_TEAM, who: 'user', handle: by(saveTeam) }),
    ...defineConfirmedForm({
      ...{ path: `${ONE_TEAM}/removal`, who: 'user', recentSignIn: true },
      confirm: { ask: (post) => askToRemoveTeam(deps, post), backTo: pathBelow('team') },
      handle: by(removeTeam),
    }),
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
