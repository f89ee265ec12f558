/* Use cases of event types, and those of a user's or a member's own. */
import type { z } from 'zod';
import { invalidToken } from '../../api/guard.js';
import type { AppError } from '../../errors.js';
import { conflict, forbidden, invalidInput } from '../../errors.js';
import type { Actor } from '../../events/audit-log.js';
import type { Owner } from '../owner.js';
import type { EventTypeTerms } from './event-type.js';
import { lockedFaults } from './managed.js';
import { presentEventType, presentRemoved } from './presenter.js';
import type { EventTypeView, RemovedView } from './presenter.js';
import { checked, noEventType, requireNoFaults, writeRefused } from './refusals.js';
import { EVENT_TYPES_PER_USER, newTerms, revised } from './rules.js';
import type { eventTypeChangeInput, eventTypeInput } from './schemas.js';
import type { EventTypeRefusal, EventTypeStore, PersonalEventType } from './store.js';
import { copiesOf, termsOf, versionOf } from './terms.js';

/** The same for each kind of owner `O`; a write is replied with `W`. */
export interface EventTypeUseCases<O, Input, Change, Reply, W = Reply> {
  find(owner: O, id: number): Promise<Reply>;
  create(owner: O, input: Input, actor: Actor): Promise<W>;
  /** `version`: of the settings that the change was made from, where the caller knows it (terms.ts). */
  change(owner: O, id: number, change: Change, actor: Actor, version?: string): Promise<W>;
  remove(owner: O, id: number, actor: Actor): Promise<RemovedView>;
}

export type PersonalUseCases = EventTypeUseCases<
  Owner,
  z.output<typeof eventTypeInput>,
  z.output<typeof eventTypeChangeInput>,
  EventTypeView
>;

export interface EventTypeDeps {
  readonly eventTypes: EventTypeStore;
  /** Origin of the booking pages. */
  readonly appUrl: string;
}

const messagesFor = (subject: string): Readonly<Record<EventTypeRefusal, string>> => ({
  slug_taken: `${subject} an event type with this slug already. Choose another slug.`,
  unknown_schedule: 'must be the id of a schedule of the same person',
  unknown_calendar: 'must be a calendar that the same person has connected and that can be written',
  too_many: `${subject} ${EVENT_TYPES_PER_USER} event types, the maximum. Remove one first.`,
});

const OWN_MESSAGES = messagesFor('You have');
const MEMBER_MESSAGES = messagesFor('This person has');

const managedByTeam = (): AppError =>
  forbidden('A team manages this event type: only its administrators can remove it.');

export const changedMeanwhile = (): AppError =>
  conflict('The event type was changed in the meantime. Read it again.', { property: 'version' });

const noMember = (): AppError =>
  invalidInput([
    { property: 'userId', message: 'must be the number of a person who has joined the organization' },
  ]);

function orThrow(
  answer: PersonalEventType | EventTypeRefusal | undefined,
  owner: Owner,
  missing = noEventType,
): PersonalEventType {
  if (answer === undefined) throw missing();
  if (typeof answer !== 'string') return answer;
  throw writeRefused(answer, typeof owner === 'number' ? OWN_MESSAGES : MEMBER_MESSAGES);
}

export function createEventTypeUseCases({ eventTypes: store, appUrl }: EventTypeDeps): PersonalUseCases {
  return {
    find: async (owner, id) => presentEventType(orThrow(await store.find(owner, id), owner), appUrl),
    async create(owner, input, actor) {
      const order = { terms: checked(newTerms(input)), most: EVENT_TYPES_PER_USER };
      const missing = typeof owner === 'number' ? invalidToken : noMember;
      return presentEventType(orThrow(await store.create(owner, order, actor), owner, missing), appUrl);
    },
    async change(owner, id, change, actor, version) {
      // A team keeps most settings of an event type that it manages.
      const revise = (current: EventTypeTerms, managed: boolean) => {
        if (version !== undefined && version !== versionOf(current)) throw changedMeanwhile();
        const terms = revised(current, change);
        if (managed) requireNoFaults(lockedFaults(current, terms));
        return checked(terms);
      };
      return presentEventType(orThrow(await store.change(owner, id, revise, actor), owner), appUrl);
    },
    async remove(owner, id, actor) {
      const removed = await store.remove(owner, id, actor);
      if (removed === 'managed') throw managedByTeam();
      return presentRemoved(orThrow(removed, owner).eventType);
    },
  };
}

/** A hidden copy with the same settings, another title and another slug. */
export async function duplicate(
  { eventTypes }: Pick<EventTypeDeps, 'eventTypes'>,
  { owner, id }: { readonly owner: number; readonly id: number },
  actor: Actor,
): Promise<PersonalEventType> {
  const source = orThrow(await eventTypes.find(owner, id), owner);
  for (const terms of copiesOf(termsOf(source.eventType))) {
    const made = await eventTypes.create(owner, { terms, most: EVENT_TYPES_PER_USER }, actor);
    if (made !== 'slug_taken') return orThrow(made, owner, invalidToken);
  }
  throw writeRefused('slug_taken', OWN_MESSAGES);
}
