/* Presents the teams and organizations to choose from, with the user's last answer ticked. Pure. */
import type { ConsentResources, ResourceChoice } from '../../../views/consent/resource-choice.js';
import { SCOPES } from '../../scopes/catalogue.js';
import type {
  OfferedGroup,
  ResourceForm,
  ResourceOptions,
} from '../../authorization/consent/resource-choice.js';

const UNANSWERED: ResourceForm = { teamChoice: '', team: [], organization: '' };

const choice = (
  offered: readonly OfferedGroup[],
  all: boolean,
  ticked: readonly string[],
): ResourceChoice => ({
  all,
  groups: offered.map((group) => ({ ...group, checked: ticked.includes(String(group.id)) })),
});

export function presentOptions(
  offer: ResourceOptions,
  requested: { readonly teams: boolean },
  { teamChoice, team, organization }: ResourceForm = UNANSWERED,
): ConsentResources {
  const { teams, furtherTeams, organizations, closed, notGrantable } = offer;
  const isOne = organizations.some(({ id }) => String(id) === organization);
  return {
    ...(requested.teams && { teams: { ...choice(teams, teamChoice !== 'chosen', team), furtherTeams } }),
    ...(organizations.length > 0 && { organizations: choice(organizations, !isOne, [organization]) }),
    closed,
    notGrantable: SCOPES.filter(({ name }) => notGrantable.includes(name)).map(({ label }) => label),
  };
}
