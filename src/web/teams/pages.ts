/*
 * Pages with which people join and leave teams and organizations, and look after the applications of an organization.
 * What a membership gives is decided in scheduling/memberships/; this room asks the person, and passes their word on.
 */
import Router from 'koa-router';
import { TEAMS_TEXT } from '../../../views/teams/my-teams.js';
import { addJoining } from './join-pages.js';
import { addMyTeams, TEAMS_PATH } from './my-teams-pages.js';
import { addOrganizationApps } from './organization-apps-pages.js';
import type { TeamPagesDeps } from './deps.js';

export const TEAMS_LINK = { to: TEAMS_PATH, label: TEAMS_TEXT.title, detail: TEAMS_TEXT.detail };

export function createTeamPages(deps: TeamPagesDeps): Router {
  const router = new Router();
  addJoining(router, deps);
  addMyTeams(router, deps);
  addOrganizationApps(router, deps);
  return router;
}
