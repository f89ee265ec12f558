/* The errors of event types: what does not exist, what cannot be written, and why. */
import type { AppError } from '../../errors.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import type { EventTypeTerms } from './event-type.js';
import { termFaults } from './rules.js';
import type { EventTypeRefusal } from './store.js';

export const noEventType = (): AppError => notFound('You have no event type with this id.');

export const noTeamEventType = (): AppError => notFound('This team has no event type with this id.');

/** `messages`: in the words for its owner. */
export function writeRefused(
  refusal: EventTypeRefusal,
  messages: Readonly<Record<EventTypeRefusal, string>>,
): AppError {
  const message = messages[refusal];
  if (refusal === 'too_many') return conflict(message);
  if (refusal === 'slug_taken') return conflict(message, { property: 'slug' });
  const property = refusal === 'unknown_schedule' ? 'scheduleId' : 'destinationCalendar';
  return invalidInput([{ property, message }]);
}

export function requireNoFaults(faults: Parameters<typeof invalidInput>[0]): void {
  if (faults.length > 0) throw invalidInput(faults);
}

/** Throws for terms that exclude each other. */
export function checked(terms: EventTypeTerms): EventTypeTerms {
  requireNoFaults(termFaults(terms));
  return terms;
}
