/* `/settings/teams/:id`: what members see of a team; its settings and its deletion for owners. */
import { confirmTeamRemoval } from '../../../views/teams/confirmations.js';
import type { TeamValues } from '../../../views/teams/team-form.js';
import { TEAM_TEXT as TEXT, TeamPage } from '../../../views/teams/team.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { isolated } from '../../../views/parts/text/isolated.js';
import { checkValue } from '../../api/input.js';
import { invalidInput } from '../../errors.js';
import { present } from '../../present.js';
import { publicPath } from '../../scheduling/event-types/public-url.js';
import { teamChangeInput } from '../../scheduling/teams/schemas.js';
import type { Team } from '../../scheduling/teams/store.js';
import { teamChangedMeanwhile } from '../../scheduling/teams/use-cases.js';
import type { UserPost, UserRequest } from '../page.js';
import { refusedInput } from '../refused-input.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText } from '../request-values.js';
import type { GroupPages } from './deps.js';
import { type GroupMember, groupPath, memberOf, teamGroup } from './member-of.js';
import { teamsDone } from './my-teams-pages.js';
import {
  changeOf,
  choicesOf,
  typedIn,
  type Unsaved,
  unsavedBecause,
  valuesOf,
  versionOf,
} from './team-form.js';

interface Typed extends Unsaved {
  readonly values: TeamValues;
  readonly version: string;
}

const organizationOf = ({ teams }: GroupPages, { organizationId }: Team): Promise<Team | undefined> =>
  organizationId === undefined ? Promise.resolve(undefined) : teams.findOrganization(organizationId);

const publicUrlOf = ({ appUrl }: GroupPages, { slug }: Team, organization: Team | undefined): string =>
  appUrl + publicPath({ teamSlug: slug, ...present({ organizationSlug: organization?.slug }) });

/** Members of a team need not have accepted its organization. */
async function pathOfOrganization(
  { teams }: GroupPages,
  { user }: UserRequest,
  { id: orgId }: Team,
): Promise<string | undefined> {
  const membership = await teams.readMembership(user.account.id, { orgId, teamId: undefined });
  return membership?.role === undefined ? undefined : groupPath('org', orgId);
}

/** The user has read that the team was changed: the next time, these values replace the others. */
function formProps({ group, path }: GroupMember, typed: Typed | undefined) {
  const values = typed?.values ?? valuesOf(group);
  const version = typed === undefined || typed.outdated ? versionOf(group) : typed.version;
  return { action: path, version, values, faults: typed?.faults ?? {}, choices: choicesOf(values) };
}

export async function showTeam(deps: GroupPages, request: UserRequest, typed?: Typed): Promise<PageReply> {
  const member = await memberOf(deps, request, 'member');
  const { group, membership, path, has } = member;
  const [organization, size] = await Promise.all([
    organizationOf(deps, group),
    has('admin') ? deps.teams.size(group.id) : undefined,
  ]);
  const { bio, timeZone, isPrivate = false } = group.settings;
  const props = {
    ...{ user: request.user.account, csrf: request.csrf(), crumbs: [] },
    team: {
      ...{ name: group.name, role: membership.role, bio, timeZone, isPrivate },
      publicUrl: publicUrlOf(deps, group, organization),
      organization: organization && {
        name: organization.name,
        to: await pathOfOrganization(deps, request, organization),
      },
    },
    managed: size && { ...size, membersTo: `${path}/members`, eventTypesTo: `${path}/event-types` },
    form: has('owner') ? formProps(member, typed) : undefined,
    removeAction: has('owner') ? `${path}/removal` : undefined,
    done: doneText(request, {
      created: TEXT.created(isolated(group.name)),
      saved: TEXT.saved(isolated(group.name)),
    }),
    refusal: typed?.outdated ? TEXT.outdated : typed?.refusal,
  };
  return page(<TeamPage {...props} />, { status: typed?.status ?? 200, scripts: [] });
}

async function saved(
  { useCases }: GroupPages,
  member: GroupMember,
  { values, version }: Pick<Typed, 'values' | 'version'>,
  { actor }: UserPost,
): Promise<Team> {
  if (version !== versionOf(member.group)) throw teamChangedMeanwhile();
  const checked = checkValue(teamChangeInput, changeOf(member.group, values), 'form');
  if ('faults' in checked) throw invalidInput(checked.faults);
  return useCases.change(teamGroup(member), checked.data, actor, member.group);
}

export async function saveTeam(deps: GroupPages, post: UserPost): Promise<PageReply> {
  const member = await memberOf(deps, post, 'owner');
  const typed = { values: typedIn(post.form), version: post.form.text('version') };
  try {
    await saved(deps, member, typed, post);
  } catch (error) {
    return showTeam(deps, post, { ...typed, ...unsavedBecause(refusedInput(error).refused) });
  }
  return redirect(`${member.path}?done=saved`);
}

export async function askToRemoveTeam(deps: GroupPages, post: UserPost): Promise<Confirmation> {
  const { group } = await memberOf(deps, post, 'owner');
  const upcoming = {
    filter: { statuses: ['upcoming'] },
    sort: [],
    now: deps.clock(),
    take: 1,
    skip: 0,
  } as const;
  const [size, { total }, organization] = await Promise.all([
    deps.teams.size(group.id),
    deps.bookings.listIn({ group: { teamId: group.id }, ...upcoming }),
    organizationOf(deps, group),
  ]);
  const publicUrl = publicUrlOf(deps, group, organization);
  return confirmTeamRemoval({ ...size, name: group.name, publicUrl, upcoming: total });
}

export async function removeTeam(deps: GroupPages, post: UserPost): Promise<PageReply> {
  const member = await memberOf(deps, post, 'owner');
  const removed = await deps.useCases.remove(teamGroup(member), post.actor).catch(refusedInput);
  if (!('refused' in removed)) return teamsDone(post, 'removed', member.group.name);
  const typed = { values: valuesOf(member.group), version: versionOf(member.group) };
  return showTeam(deps, post, { ...typed, ...unsavedBecause(removed.refused) });
}
