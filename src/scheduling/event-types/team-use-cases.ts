/* Use cases of event types of teams. A managed one is written together with those of its members. */
import type { z } from 'zod';
import type { AppError } from '../../errors.js';
import { invalidInput, notFound } from '../../errors.js';
import type { TeamGroup } from '../teams/store.js';
import { presentRemoved } from './presenter.js';
import { checked, noTeamEventType, writeRefused } from './refusals.js';
import { newTerms, revised } from './rules.js';
import { presentTeamEventType, presentWritten } from './team-presenter.js';
import type { TeamEventTypeView, WrittenTeamEventTypeView } from './team-presenter.js';
import { EVENT_TYPES_PER_TEAM, newAssignment, revisedAssignment } from './team-rules.js';
import type { teamEventTypeInput, TeamEventTypeChangeInput } from './team-schemas.js';
import type { TeamEventType, TeamEventTypeRefusal, TeamEventTypeStore } from './team-store.js';
import { versionOf } from './terms.js';
import { changedMeanwhile } from './use-cases.js';
import type { EventTypeUseCases } from './use-cases.js';

export type TeamUseCases = EventTypeUseCases<
  TeamGroup,
  z.output<typeof teamEventTypeInput>,
  TeamEventTypeChangeInput,
  TeamEventTypeView,
  WrittenTeamEventTypeView
>;

const MESSAGES = {
  slug_taken:
    'The team, or a member who would get this event type, has one with this slug already. Choose another slug.',
  unknown_schedule: 'must be the id of a schedule of a member of the team',
  unknown_calendar:
    'must be a calendar that a member of the team has connected and that can be written; of a managed event type each member names their own',
  too_many: `The team has ${EVENT_TYPES_PER_TEAM} event types, the maximum. Remove one first.`,
};

interface Sent {
  readonly hosts?: readonly { readonly accountId: number }[];
}

function notMembers(accountIds: readonly number[], { hosts = [] }: Sent): AppError {
  const message =
    'must be the id of a member of the team who has accepted: a membership with "accepted": false waits for its user';
  const faults = hosts.flatMap(({ accountId }, at) =>
    accountIds.includes(accountId) ? [{ property: `hosts.${at}.userId`, message }] : [],
  );
  return invalidInput(faults);
}

function orThrow(
  answer: TeamEventType | TeamEventTypeRefusal | undefined,
  sent: Sent = {},
  missing = noTeamEventType,
): TeamEventType {
  if (answer === undefined) throw missing();
  if (typeof answer === 'string') throw writeRefused(answer, MESSAGES);
  if ('kind' in answer) throw notMembers(answer.accountIds, sent);
  return answer;
}

export const createTeamEventTypeUseCases = (store: TeamEventTypeStore): TeamUseCases => ({
  find: async (team, id) => presentTeamEventType(orThrow(await store.find(team, id))),
  async create(team, input, actor) {
    const { schedulingType: _type, hosts: _hosts, assignAllTeamMembers: _all, ...terms } = input;
    const order = { ...newAssignment(input), terms: checked(newTerms(terms)), most: EVENT_TYPES_PER_TEAM };
    return presentWritten(orThrow(await store.create(team, order, actor), input, notFound));
  },
  async change(team, id, change, actor, version) {
    const { schedulingType: _type, hosts: _hosts, assignAllTeamMembers: _all, ...terms } = change;
    const revise: Parameters<typeof store.change>[2] = (current) => {
      if (version !== undefined && version !== versionOf(current.terms)) throw changedMeanwhile();
      return { ...revisedAssignment(current, change), terms: checked(revised(current.terms, terms)) };
    };
    return presentWritten(orThrow(await store.change(team, id, revise, actor), change));
  },
  remove: async (team, id, actor) => presentRemoved(orThrow(await store.remove(team, id, actor)).eventType),
});
