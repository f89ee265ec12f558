/* An offer as the consent page shows it, with the person's last answer ticked. Pure. */
import type { ConsentReach, ReachChoice } from '../../../views/consent/resource-choice.js';
import { SCOPES } from '../../scopes/catalogue.js';
import type { OfferedPlace, ReachForm, ReachOffer } from './resource-choice.js';

const UNANSWERED: ReachForm = { reach: '', team: [], organization: '' };

const choice = (offered: readonly OfferedPlace[], all: boolean, ticked: readonly string[]): ReachChoice => ({
  all,
  places: offered.map((place) => ({ ...place, checked: ticked.includes(String(place.id)) })),
});

export function shownOffer(
  offer: ReachOffer,
  asked: { readonly teams: boolean },
  { reach, team, organization }: ReachForm = UNANSWERED,
): ConsentReach {
  const { teams, unlisted, organizations, closed, withheld } = offer;
  const isOne = organizations.some(({ id }) => String(id) === organization);
  return {
    ...(asked.teams && { teams: { ...choice(teams, reach !== 'chosen', team), unlisted } }),
    ...(organizations.length > 0 && { organizations: choice(organizations, !isOne, [organization]) }),
    closed,
    withheld: SCOPES.filter(({ name }) => withheld.includes(name)).map(({ words }) => words),
  };
}
