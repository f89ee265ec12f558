/*
 * The pages of one attendee's booking, opened with the signed link of their mails instead of an account. A GET changes
 * nothing, since mail programs open links too.
 */
import { CANCEL_STEP, RESCHEDULE_STEP } from '../../scheduling/bookings/attendees/attendee-links.js';
import { definePage, handlerWith, type Page } from '../page.js';
import { showBooking } from './booking-page.js';
import { askToCancel, cancel } from './cancel-page.js';
import { type AttendeeDeps, PAGE_PATH } from './deps.js';
import { askForTime, reschedule } from './reschedule-page.js';

const CANCEL_PATH = `${PAGE_PATH}${CANCEL_STEP}`;
const RESCHEDULE_PATH = `${PAGE_PATH}${RESCHEDULE_STEP}`;

export function createBookingPages(deps: AttendeeDeps): readonly Page[] {
  const by = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: PAGE_PATH, who: 'anyone', handle: by(showBooking) }),
    definePage({ method: 'GET', path: CANCEL_PATH, who: 'anyone', handle: by(askToCancel) }),
    definePage({ method: 'POST', path: CANCEL_PATH, who: 'anyone', handle: by(cancel) }),
    definePage({ method: 'GET', path: RESCHEDULE_PATH, who: 'anyone', handle: by(askForTime) }),
    definePage({ method: 'POST', path: RESCHEDULE_PATH, who: 'anyone', handle: by(reschedule) }),
  ];
}
