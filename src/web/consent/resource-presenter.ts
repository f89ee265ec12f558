/* An offer as the consent page shows it, with the user's last answer ticked. Pure. */
import type { ConsentResources, ResourceChoice } from '../../../views/consent/resource-choice.js';
import { SCOPES } from '../../scopes/catalogue.js';
import type {
  OfferedGroup,
  ResourceForm,
  ResourceOptions,
} from '../../authorization/consent/resource-choice.js';

const UNANSWERED: ResourceForm = { reach: '', team: [], organization: '' };

const choice = (
  offered: readonly OfferedGroup[],
  all: boolean,
  ticked: readonly string[],
): ResourceChoice => ({
  all,
  groups: offered.map((place) => ({ ...place, checked: ticked.includes(String(place.id)) })),
});

export function presentOptions(
  offer: ResourceOptions,
  asked: { readonly teams: boolean },
  { reach, team, organization }: ResourceForm = UNANSWERED,
): ConsentResources {
  const { teams, furtherTeams, organizations, closed, notGrantable } = offer;
  const isOne = organizations.some(({ id }) => String(id) === organization);
  return {
    ...(asked.teams && { teams: { ...choice(teams, reach !== 'chosen', team), furtherTeams } }),
    ...(organizations.length > 0 && { organizations: choice(organizations, !isOne, [organization]) }),
    closed,
    notGrantable: SCOPES.filter(({ name }) => notGrantable.includes(name)).map(({ label }) => label),
  };
}
