/* The question before calendars are disconnected. */
import type { Confirmation } from '../parts/confirmation.js';
import { counted } from '../parts/text/counted.js';

export interface Disconnecting {
  readonly title: string;
  readonly submit: string;
  readonly calendars: number;
  /** Bookings are written to one of them. */
  readonly isDestination: boolean;
}

export const confirmDisconnecting = (of: Disconnecting): Confirmation => ({
  title: `${of.title}?`,
  consequence: `${counted(of.calendars, 'calendar')} no longer ${of.calendars === 1 ? 'makes' : 'make'} you unavailable, so you may be booked while you are busy there.`,
  details: [
    'The busy times that were read are deleted. Events that were written stay, and no longer change with their bookings.',
    ...(of.isDestination ? ['New bookings are written nowhere until you choose another calendar.'] : []),
  ],
  submit: of.submit,
});
