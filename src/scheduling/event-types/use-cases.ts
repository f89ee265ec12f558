/* What the routes of people and of organizations do with event types of people: the store's answers, or refusals. */
import type { z } from 'zod';
import { invalidToken } from '../../api/guard.js';
import type { Principal } from '../../api/principal.js';
import type { AppError } from '../../errors.js';
import { conflict, forbidden, invalidInput, notFound } from '../../errors.js';
import { actorOf } from '../actor.js';
import type { Owner } from '../owner.js';
import type { EventTypeTerms } from './event-type.js';
import { lockedFaults } from './managed.js';
import { EVENT_TYPES_PER_PERSON, newTerms, revised, termFaults } from './rules.js';
import type { eventTypeChangeInput, eventTypeInput } from './schemas.js';
import type { EventTypeRefusal, EventTypeStore, PersonalEventType } from './store.js';

export interface EventTypeCall {
  readonly principal: Principal;
  readonly clientIp: string;
}

interface Target {
  readonly owner: Owner;
  readonly id: number;
}

export interface EventTypeUseCases {
  find(target: Target): Promise<PersonalEventType>;
  create(
    call: EventTypeCall,
    owner: Owner,
    input: z.output<typeof eventTypeInput>,
  ): Promise<PersonalEventType>;
  change(
    call: EventTypeCall,
    target: Target,
    change: z.output<typeof eventTypeChangeInput>,
  ): Promise<PersonalEventType>;
  remove(call: EventTypeCall, target: Target): Promise<PersonalEventType>;
}

export const noEventType = (): AppError => notFound('You have no event type with this id.');

const REFUSALS: Readonly<Record<EventTypeRefusal, (who: string) => AppError>> = {
  slug_taken: (who) =>
    conflict(`${who} an event type with this slug already. Choose another slug.`, { property: 'slug' }),
  unknown_schedule: () =>
    invalidInput([{ property: 'scheduleId', message: 'must be the id of a schedule of the same person' }]),
  unknown_calendar: () =>
    invalidInput([
      {
        property: 'destinationCalendar',
        message: 'must be a calendar that the same person has connected and that can be written',
      },
    ]),
  too_many: (who) => conflict(`${who} ${EVENT_TYPES_PER_PERSON} event types, the maximum. Remove one first.`),
};

const managedByTeam = (): AppError =>
  forbidden('A team manages this event type: only its administrators can remove it.');

function written(
  answer: PersonalEventType | EventTypeRefusal | undefined,
  owner: Owner,
  missing: () => AppError,
): PersonalEventType {
  if (answer === undefined) throw missing();
  if (typeof answer === 'string')
    throw REFUSALS[answer](typeof owner === 'number' ? 'You have' : 'This person has');
  return answer;
}

export function checked(terms: EventTypeTerms): EventTypeTerms {
  const faults = termFaults(terms);
  if (faults.length > 0) throw invalidInput(faults);
  return terms;
}

/** `managed`: of a team, which keeps most of it to itself. */
function unlocked(current: EventTypeTerms, asked: EventTypeTerms, managed: boolean): EventTypeTerms {
  const faults = managed ? lockedFaults(current, asked) : [];
  if (faults.length > 0) throw invalidInput(faults);
  return asked;
}

const noMember = (): AppError =>
  invalidInput([
    { property: 'userId', message: 'must be the number of a person who has joined the organization' },
  ]);

export const createEventTypeUseCases = (store: EventTypeStore): EventTypeUseCases => ({
  find: async ({ owner, id }) => written(await store.find(owner, id), owner, noEventType),
  async create({ principal, clientIp }, owner, input) {
    const made = { terms: checked(newTerms(input)), most: EVENT_TYPES_PER_PERSON };
    const missing = typeof owner === 'number' ? invalidToken : noMember;
    return written(await store.create(owner, made, actorOf(principal, clientIp)), owner, missing);
  },
  async change({ principal, clientIp }, { owner, id }, change) {
    const revise = (current: EventTypeTerms, managed: boolean) =>
      checked(unlocked(current, revised(current, change), managed));
    return written(await store.change(owner, id, revise, actorOf(principal, clientIp)), owner, noEventType);
  },
  async remove({ principal, clientIp }, { owner, id }) {
    const removed = await store.remove(owner, id, actorOf(principal, clientIp));
    if (removed === 'managed') throw managedByTeam();
    return written(removed, owner, noEventType);
  },
});
