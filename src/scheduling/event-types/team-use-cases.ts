/* What the doors of teams and organizations do with event types of teams: the store's answers, or refusals. */
import { present } from '../../present.js';
import type { Principal } from '../../api/principal.js';
import type { z } from 'zod';
import type { AppError } from '../../errors.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import { actorOf } from '../actor.js';
import type { TeamGroup } from '../teams/store.js';
import { checked } from './use-cases.js';
import { newTerms, revised } from './rules.js';
import { EVENT_TYPES_PER_TEAM, newAssignment, revisedAssignment } from './team-rules.js';
import type { teamEventTypeInput, TeamEventTypeChangeInput } from './team-schemas.js';
import type { TeamEventType, TeamEventTypeRefusal, TeamEventTypeStore } from './team-store.js';
import type { EventTypeRefusal } from './store.js';

export interface TeamCall {
  readonly principal: Principal;
  readonly clientIp: string;
}

export interface TeamEventTypeUseCases {
  find(group: TeamGroup, id: number): Promise<TeamEventType>;
  create(
    call: TeamCall,
    group: TeamGroup,
    input: z.output<typeof teamEventTypeInput>,
  ): Promise<TeamEventType>;
  change(
    call: TeamCall,
    group: TeamGroup,
    target: { readonly id: number; readonly change: TeamEventTypeChangeInput },
  ): Promise<TeamEventType>;
  remove(call: TeamCall, group: TeamGroup, id: number): Promise<TeamEventType>;
}

export const noTeamEventType = (): AppError => notFound('This team has no event type with this id.');

const REFUSALS: Readonly<Record<EventTypeRefusal, () => AppError>> = {
  slug_taken: () =>
    conflict(
      'The team, or a member who would get this event type, has one with this slug already. Choose another slug.',
      { property: 'slug' },
    ),
  unknown_schedule: () =>
    invalidInput([
      { property: 'scheduleId', message: 'must be the id of a schedule of a member of the team' },
    ]),
  unknown_calendar: () =>
    invalidInput([
      {
        property: 'destinationCalendar',
        message:
          'must be a calendar that a member of the team has connected and that can be written; of a managed event type each member names their own',
      },
    ]),
  too_many: () =>
    conflict(`The team has ${EVENT_TYPES_PER_TEAM} event types, the maximum. Remove one first.`),
};

interface Sent {
  readonly hosts?: readonly { readonly accountId: number }[];
}

function notMembers(accountIds: readonly number[], { hosts = [] }: Sent): AppError {
  const message = 'must be the number of a person who has joined the team';
  const faults = hosts.flatMap(({ accountId }, at) =>
    accountIds.includes(accountId) ? [{ property: `hosts.${at}.userId`, message }] : [],
  );
  return invalidInput(faults);
}

function written(
  answer: TeamEventType | TeamEventTypeRefusal | undefined,
  sent: Sent,
  missing: () => AppError,
): TeamEventType {
  if (answer === undefined) throw missing();
  if (typeof answer === 'string') throw REFUSALS[answer]();
  if ('kind' in answer) throw notMembers(answer.accountIds, sent);
  return answer;
}

export const createTeamEventTypeUseCases = (store: TeamEventTypeStore): TeamEventTypeUseCases => ({
  find: async (group, id) => written(await store.find(group, id), {}, noTeamEventType),
  async create({ principal, clientIp }, group, input) {
    const { schedulingType, hosts, assignAllTeamMembers, ...terms } = input;
    const sent = {
      schedulingType,
      ...present({ hosts, assignAllTeamMembers }),
    };
    const made = { ...newAssignment(sent), terms: checked(newTerms(terms)), most: EVENT_TYPES_PER_TEAM };
    return written(await store.create(group, made, actorOf(principal, clientIp)), sent, notFound);
  },
  async change({ principal, clientIp }, group, { id, change }) {
    const { schedulingType: _type, hosts: _hosts, assignAllTeamMembers: _all, ...terms } = change;
    const changed = await store.change(
      group,
      id,
      (current) => ({
        ...revisedAssignment(current, change),
        terms: checked(revised(current.terms, terms)),
      }),
      actorOf(principal, clientIp),
    );
    return written(changed, change, noTeamEventType);
  },
  remove: async ({ principal, clientIp }, group, id) =>
    written(await store.remove(group, id, actorOf(principal, clientIp)), {}, noTeamEventType),
});
