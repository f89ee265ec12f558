/*
 * Which teams and organizations a user can grant, which requested scopes they cannot grant, and how their choice is read.
 * Pure. Organization scopes are granted by whose role in an organization that admits the application can use them.
 */
import { present } from '../../present.js';
import type { ScopeName } from '../../scopes/catalogue.js';
import { type GrantedScope, namesIn } from '../../scopes/policy.js';
import { hasLevel, levelOf, MEMBER_SCOPES } from '../../scopes/granted-resources.js';
import type { GrantedResources, GrantedIds } from '../../scopes/granted-resources.js';
import type { GrantableGroup } from '../grants/granted-resources-store.js';

export interface OfferedGroup {
  readonly id: number;
  readonly name: string;
  readonly organizationName?: string;
}

export interface ResourceOptions {
  /** To choose from, where team scopes are requested. */
  readonly teams: readonly OfferedGroup[];
  /** How many more teams "all teams" would cover. */
  readonly furtherTeams: number;
  /** To choose from, where organization scopes are requested and can be granted. */
  readonly organizations: readonly OfferedGroup[];
  /** Names of organizations that do not admit the application. */
  readonly closed: readonly string[];
  /** Requested scopes that the user cannot grant. */
  readonly notGrantable: readonly ScopeName[];
}

/** With every scope they fit into what a form may carry (http/forms.ts). */
export const MAX_TEAMS_OFFERED = 150;

/** Ward 2 before Ward 10. */
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const toOffer = ({ id, name, organizationName }: GrantableGroup): OfferedGroup => ({
  id,
  name,
  ...present({ organizationName }),
});

/** `requested`: the scope of the authorization request; unrestricted for one of a legacy client without. */
export function resourceOptions(requested: GrantedScope, groups: readonly GrantableGroup[]): ResourceOptions {
  const names = namesIn(requested);
  const [asksTeams, asksOrganizations] = [hasLevel(names, 'team'), hasLevel(names, 'organization')];
  const isEverything = requested.kind === 'unrestricted';
  const open = groups.filter(({ closed }) => !closed);
  const ownOrganizations = open.filter(({ organization }) => organization);
  const isUsable = (name: ScopeName, { manages }: GrantableGroup) => manages || MEMBER_SCOPES.has(name);
  const ofOrganizations = [...names].filter((name) => levelOf(name) === 'organization');
  const teams = (asksTeams ? open : [])
    .filter(({ organization }) => !organization)
    .toSorted((a, b) => byName.compare(a.name, b.name));
  const closedNames = groups
    .filter(({ organization, closed }) => organization && closed)
    .map(({ name }) => name);
  return {
    teams: teams.slice(0, MAX_TEAMS_OFFERED).map(toOffer),
    furtherTeams: Math.max(0, teams.length - MAX_TEAMS_OFFERED),
    organizations: ownOrganizations
      .filter((group) => ofOrganizations.some((name) => isUsable(name, group)))
      .map(toOffer),
    closed: asksTeams || asksOrganizations || isEverything ? closedNames : [],
    notGrantable: ofOrganizations.filter((name) => !ownOrganizations.some((group) => isUsable(name, group))),
  };
}

/** `teamChoice`: `all` or `chosen`, with the ids of the boxes in `team`; `organization`: `all` or one id. */
export interface ResourceForm {
  readonly teamChoice: string;
  readonly team: readonly string[];
  readonly organization: string;
}

export type ResourceFault = 'no_team' | 'unknown_group';

/** A form without the field means what the page selects at first. */
const isAll = (value: string): boolean => value === '' || value === 'all';

function chosenIn(offer: readonly OfferedGroup[], values: readonly string[]): readonly number[] | undefined {
  const ids = offer.filter(({ id }) => values.includes(String(id))).map(({ id }) => id);
  return ids.length === new Set(values).size ? ids : undefined;
}

function chosenTeams(
  { teamChoice, team }: ResourceForm,
  { teams }: ResourceOptions,
): GrantedIds | ResourceFault {
  if (isAll(teamChoice)) return 'all';
  if (teamChoice !== 'chosen') return 'unknown_group';
  return team.length === 0 ? 'no_team' : (chosenIn(teams, team) ?? 'unknown_group');
}

const chosenOrganization = (
  { organization }: ResourceForm,
  { organizations }: ResourceOptions,
): GrantedIds | ResourceFault =>
  isAll(organization) ? 'all' : (chosenIn(organizations, [organization]) ?? 'unknown_group');

const isFault = (answer: GrantedIds | ResourceFault): answer is ResourceFault =>
  answer === 'no_team' || answer === 'unknown_group';

/** Choices for scopes that are not granted are ignored. */
export function readResources(
  granted: readonly ScopeName[],
  form: ResourceForm,
  offer: ResourceOptions,
): GrantedResources | ResourceFault {
  const teams = hasLevel(granted, 'team') ? chosenTeams(form, offer) : 'all';
  if (isFault(teams)) return teams;
  const organizations = hasLevel(granted, 'organization') ? chosenOrganization(form, offer) : 'all';
  return isFault(organizations) ? organizations : { teams, organizations };
}
