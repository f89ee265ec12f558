/* The questions before a schedule or an out-of-office time is deleted. */
import type { Confirmation } from '../parts/confirmation.js';
import { counted } from '../parts/text/counted.js';
import { isolated } from '../parts/text/isolated.js';
import { ABSENCE_TEXT, SCHEDULE_TEXT } from './messages.js';

interface ScheduleUse {
  readonly name: string;
  /** Titles of event types that name it. */
  readonly eventTypes: readonly string[];
  /** The schedule that is the default afterwards. */
  readonly nextDefault: string;
  readonly isDefault: boolean;
}

const MAX_NAMED = 10;

function usesText({ eventTypes, nextDefault }: ScheduleUse): string {
  const named = eventTypes.slice(0, MAX_NAMED).map(isolated).join(', ');
  const more = eventTypes.length > MAX_NAMED ? ', …' : '';
  const follow = eventTypes.length === 1 ? 'follows' : 'follow';
  return `${counted(eventTypes.length, 'event type')} then ${follow} ${isolated(nextDefault)}: ${named}${more}.`;
}

export const confirmScheduleRemoval = (use: ScheduleUse): Confirmation => ({
  title: `Delete ${isolated(use.name)}?`,
  consequence: 'Its hours and dates are deleted. Bookings stay.',
  details: [
    ...(use.eventTypes.length > 0 ? [usesText(use)] : ['No event type of yours names it.']),
    ...(use.isDefault ? [`${isolated(use.nextDefault)} becomes your default schedule.`] : []),
  ],
  submit: SCHEDULE_TEXT.remove,
});

export const confirmAbsenceRemoval = (times: string, standIn: string | undefined): Confirmation => ({
  title: `Delete the out-of-office time ${times}?`,
  consequence: ABSENCE_TEXT.dangerDetail,
  details: standIn === undefined ? [] : [`${isolated(standIn)} no longer takes over.`],
  submit: ABSENCE_TEXT.remove,
});
