/* Use cases of teams, for the API and for pages: answers of the store become teams or errors. */
import type { z } from 'zod';
import { invalidToken } from '../../api/guard.js';
import type { AppError } from '../../errors.js';
import { conflict, notFound } from '../../errors.js';
import type { Actor } from '../../events/audit-log.js';
import { newTeam, teamChange } from './presenter.js';
import { TEAMS_PER_ORGANIZATION, TEAMS_PER_USER } from './rules.js';
import type { teamChangeInput, teamInput } from './schemas.js';
import type { NewTeam, OwningClients, Team, TeamGroup, TeamStore } from './store.js';

export interface TeamDeps {
  readonly teams: TeamStore;
  readonly random: (bytes: number) => Buffer;
}

type Input = Omit<z.output<typeof teamInput>, 'autoAcceptCreator'>;

export interface TeamUseCases {
  find(group: TeamGroup): Promise<Team>;
  /** A team on its own, owned by the account. */
  create(ownerId: number, input: Input, actor: Actor): Promise<Team>;
  /** `accepted`: whether its creator is a member at once. */
  createIn(
    organization: { readonly id: number; readonly by: number; readonly accepted: boolean },
    input: Input,
    actor: Actor,
  ): Promise<Team>;
  /** `from`: what the change was made from, where the caller knows it; 409 if the team is different now. */
  change(
    group: TeamGroup,
    change: z.output<typeof teamChangeInput>,
    actor: Actor,
    from?: Team,
  ): Promise<Team>;
  remove(group: TeamGroup, actor: Actor): Promise<Team>;
}

const SUFFIX_BYTES = 4;

export const teamChangedMeanwhile = (): AppError =>
  conflict('The team was changed in the meantime. Read it again.', { property: 'version' });

type Written = Awaited<ReturnType<TeamStore['change']>>;

/** Throws unless the team was written; it may have been deleted since the guard saw it. */
function written(answer: Written, missing: () => AppError = notFound): Team {
  if (answer === undefined) throw missing();
  if (answer === 'outdated') throw teamChangedMeanwhile();
  if (answer === 'slug_taken')
    throw conflict('There is a team with this slug already. Choose another slug.', { property: 'slug' });
  return answer;
}

function removed(answer: Team | OwningClients | undefined): Team {
  if (answer === undefined || !('clients' in answer)) return written(answer);
  const { clients } = answer;
  const message = `The team owns clients: ${clients.join(', ')}. Delete them or transfer them to a user first.`;
  throw conflict(message, { clients });
}

export function createTeamUseCases({ teams, random }: TeamDeps): TeamUseCases {
  const order = (input: Input, terms: Pick<NewTeam, 'organizationId' | 'accepted' | 'most'>): NewTeam => ({
    ...newTeam(input, random(SUFFIX_BYTES).toString('hex')),
    ...terms,
  });
  return {
    find: async (group) => written(await teams.find(group)),
    async create(ownerId, input, actor) {
      const terms = { organizationId: undefined, accepted: true, most: TEAMS_PER_USER };
      const team = await teams.create(ownerId, order(input, terms), actor);
      if (team === 'too_many')
        throw conflict(`You own ${TEAMS_PER_USER} teams, the maximum. Delete one first.`);
      return written(team, invalidToken);
    },
    async createIn({ id: organizationId, by, accepted }, input, actor) {
      const terms = { organizationId, accepted, most: TEAMS_PER_ORGANIZATION };
      const team = await teams.create(by, order(input, terms), actor);
      if (team === 'too_many')
        throw conflict(`The organization has ${TEAMS_PER_ORGANIZATION} teams, the maximum.`);
      return written(team);
    },
    change: async (group, input, actor, from) =>
      written(await teams.change(group, teamChange(input), actor, from)),
    remove: async (group, actor) => removed(await teams.remove(group, actor)),
  };
}
