/* Creates a team: on its own, or in an organization. */
import { NewTeamPage, type TeamValues } from '../../../views/teams/team-form.js';
import { checkValue } from '../../api/input.js';
import { invalidInput } from '../../errors.js';
import { teamInput } from '../../scheduling/teams/schemas.js';
import type { Team } from '../../scheduling/teams/store.js';
import type { UserPost, UserRequest } from '../page.js';
import { refusedInput } from '../refused-input.js';
import { page, type PageReply, redirect } from '../reply.js';
import { type GroupPages, TEAMS_PATH } from './deps.js';
import { groupCrumbs, type GroupMember, groupPath, memberOf } from './member-of.js';
import { EMPTY, newTeamOf, typedIn, type Unsaved, unsavedBecause } from './team-form.js';

/** Of an organization only its administrators create teams. Undefined: a team on its own. */
const organizationOf = async (deps: GroupPages, request: UserRequest): Promise<GroupMember | undefined> =>
  deps.kind === 'org' ? memberOf(deps, request, 'admin') : undefined;

interface Typed extends Unsaved {
  readonly values: TeamValues;
}

const BLANK = { values: EMPTY, faults: {}, refusal: undefined };

const pathsOf = (organization: GroupMember | undefined) =>
  organization === undefined
    ? { action: TEAMS_PATH, backTo: TEAMS_PATH }
    : { action: `${organization.path}/teams`, backTo: organization.path };

function formReply(
  { user, csrf }: UserRequest,
  organization: GroupMember | undefined,
  typed?: Typed,
): PageReply {
  const { values, faults, refusal } = typed ?? BLANK;
  const props = {
    ...{ user: user.account, csrf: csrf(), values, faults, refusal, ...pathsOf(organization) },
    crumbs: organization ? groupCrumbs(organization) : [],
    organization: organization?.group.name,
  };
  return page(<NewTeamPage {...props} />, { status: typed?.status ?? 200 });
}

export const showNewTeam = async (deps: GroupPages, request: UserRequest): Promise<PageReply> =>
  formReply(request, await organizationOf(deps, request));

async function created(
  { useCases }: GroupPages,
  { user, actor }: UserPost,
  organization: GroupMember | undefined,
  values: TeamValues,
): Promise<Team> {
  const checked = checkValue(teamInput, newTeamOf(values), 'form');
  if ('faults' in checked) throw invalidInput(checked.faults);
  const { id: by } = user.account;
  if (organization === undefined) return useCases.create(by, checked.data, actor);
  return useCases.createIn({ id: organization.group.id, by, accepted: true }, checked.data, actor);
}

export async function createTeam(deps: GroupPages, post: UserPost): Promise<PageReply> {
  const organization = await organizationOf(deps, post);
  const values = typedIn(post.form);
  const team = await created(deps, post, organization, values).catch(refusedInput);
  if ('refused' in team) return formReply(post, organization, { values, ...unsavedBecause(team.refused) });
  return redirect(`${groupPath('team', team.id)}?done=created`);
}
