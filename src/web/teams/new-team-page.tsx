/* Creates a team: on its own, or in an organization. */
import { NewTeamPage, type TeamValues } from '../../../views/teams/team-form.js';
import { checkValue } from '../../api/input.js';
import { invalidInput } from '../../errors.js';
import type { Team } from '../../scheduling/teams/store.js';
import { teamInput } from '../../scheduling/teams/schemas.js';
import type { UserPost, UserRequest } from '../page.js';
import { refusedInput } from '../refused-input.js';
import { page, type PageReply, redirect } from '../reply.js';
import { type GroupPages, TEAMS_PATH } from './deps.js';
import { groupPath } from './member-of.js';
import { EMPTY, newTeamOf, typedIn, type Unsaved, unsavedBecause } from './team-form.js';

interface Typed extends Unsaved {
  readonly values: TeamValues;
}

const BLANK = { values: EMPTY, faults: {}, refusal: undefined };

function formReply({ user, csrf }: UserRequest, typed?: Typed): PageReply {
  const { values, faults, refusal } = typed ?? BLANK;
  const paths = { action: TEAMS_PATH, backTo: TEAMS_PATH };
  const props = { user: user.account, csrf: csrf(), crumbs: [], values, faults, refusal, ...paths };
  return page(<NewTeamPage {...props} />, { status: typed?.status ?? 200 });
}

export const showNewTeam = (_deps: GroupPages, request: UserRequest): PageReply => formReply(request);

async function created({ useCases }: GroupPages, post: UserPost, values: TeamValues): Promise<Team> {
  const checked = checkValue(teamInput, newTeamOf(values), 'form');
  if ('faults' in checked) throw invalidInput(checked.faults);
  return useCases.create(post.user.account.id, checked.data, post.actor);
}

export async function createTeam(deps: GroupPages, post: UserPost): Promise<PageReply> {
  const values = typedIn(post.form);
  const team = await created(deps, post, values).catch(refusedInput);
  if ('refused' in team) return formReply(post, { values, ...unsavedBecause(team.refused) });
  return redirect(`${groupPath('team', team.id)}?done=created`);
}
