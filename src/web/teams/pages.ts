/*
 * Pages to join and leave teams and organizations, and to manage the applications of an organization.
 * scheduling/memberships/ decides what a membership allows.
 */
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page } from '../page.js';
import { idOf } from '../request-values.js';
import {
  JOIN_PATH,
  LEAVE_PATH,
  ORGANIZATION_APPS_PATH,
  organizationAppsPath,
  TEAMS_PATH,
  type TeamPagesDeps,
} from './deps.js';
import { answerInvitation, showInvitation } from './join-pages.js';
import { askToLeave, leave, showMyTeams } from './my-teams-pages.js';
import { admit, askToEnd, dismiss, end, setPolicy, showOrganizationApps } from './organization-apps-pages.js';

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
  ];
}
