/* Use cases of all event types in an organization: each call goes on to those of its team or of its member. */
import type { z } from 'zod';
import { present } from '../../present.js';
import { invalidInput, notFound } from '../../errors.js';
import type { EventTypeView } from './presenter.js';
import { requireNoFaults } from './refusals.js';
import type { TeamEventTypeView, WrittenTeamEventTypeView } from './team-presenter.js';
import { personalFaults } from './team-schemas.js';
import type { organizationEventTypeInput, TeamEventTypeChangeInput } from './team-schemas.js';
import type { TeamEventTypeStore } from './team-store.js';
import type { TeamUseCases } from './team-use-cases.js';
import type { EventTypeUseCases, PersonalUseCases } from './use-cases.js';

export type OrganizationUseCases = EventTypeUseCases<
  { readonly teamId: number },
  z.output<typeof organizationEventTypeInput>,
  TeamEventTypeChangeInput,
  TeamEventTypeView | EventTypeView,
  WrittenTeamEventTypeView | EventTypeView
>;

interface Deps {
  readonly store: TeamEventTypeStore;
  readonly members: PersonalUseCases;
  readonly teams: TeamUseCases;
}

const OWNER_RULE = 'must be given, or else userId: a team or a member of the organization';

/** The team or the member of the organization that owns it. */
async function ownerOf({ store }: Deps, organizationId: number, eventTypeId: number) {
  const owner = await store.ownerOf(organizationId, eventTypeId);
  if (owner === undefined) throw notFound('This organization has no event type with this id.');
  return owner;
}

export const createOrganizationUseCases = (deps: Deps): OrganizationUseCases => ({
  async find({ teamId: organizationId }, id) {
    const owner = await ownerOf(deps, organizationId, id);
    return 'teamId' in owner ? deps.teams.find(owner, id) : deps.members.find(owner, id);
  },
  async create({ teamId: groupId }, { teamId, userId, schedulingType, ...body }, actor) {
    if ((teamId === undefined) === (userId === undefined))
      throw invalidInput([{ property: 'teamId', message: OWNER_RULE }]);
    if (teamId === undefined) {
      requireNoFaults(personalFaults({ ...body, ...present({ schedulingType }) }));
      return deps.members.create({ groupId, accountId: userId ?? 0 }, body, actor);
    }
    if (schedulingType === undefined)
      throw invalidInput([{ property: 'schedulingType', message: 'must be given for a team' }]);
    return deps.teams.create({ teamId, organizationId: groupId }, { ...body, schedulingType }, actor);
  },
  async change({ teamId: organizationId }, id, change, actor) {
    const owner = await ownerOf(deps, organizationId, id);
    if ('teamId' in owner) return deps.teams.change(owner, id, change, actor);
    requireNoFaults(personalFaults(change));
    return deps.members.change(owner, id, change, actor);
  },
  async remove({ teamId: organizationId }, id, actor) {
    const owner = await ownerOf(deps, organizationId, id);
    return 'teamId' in owner ? deps.teams.remove(owner, id, actor) : deps.members.remove(owner, id, actor);
  },
});
