/* `/settings/bookings`: the bookings of a signed-in user. What may be done is decided in scheduling/bookings. */
import { ACTION_FIELDS } from '../../../views/my-bookings/action-fields.js';
import { sharedFile } from '../../scheduling/bookings/calendar-files/calendar-links.js';
import { definePage, handlerWith, type Page, type UserRequest } from '../page.js';
import { download, type PageReply } from '../reply.js';
import { ACTION_NAMES } from './action-forms.js';
import { askFor, submitFor } from './action-page.js';
import { showBooking } from './booking-page.js';
import { CALENDAR_STEP, MY_BOOKINGS_PATH, type MyBookingsDeps, RESCHEDULE_STEP } from './deps.js';
import { listBookings } from './list-page.js';
import { ownBooking } from './own-booking.js';
import { askForTime, reschedule } from './reschedule-page.js';

const BOOKING = `${MY_BOOKINGS_PATH}/:uid`;
const RESCHEDULE = `${BOOKING}${RESCHEDULE_STEP}`;

async function downloadFile(deps: MyBookingsDeps, request: UserRequest): Promise<PageReply> {
  const { booking } = await ownBooking(deps, request);
  return download('booking.ics', 'text/calendar; charset=utf-8', sharedFile(booking, deps.clock()));
}

export function createMyBookingsPages(deps: MyBookingsDeps): readonly Page[] {
  const by = handlerWith(deps);
  const who = 'user';
  const form = { lists: [ACTION_FIELDS.attendees] };
  return [
    definePage({ method: 'GET', path: MY_BOOKINGS_PATH, who, handle: by(listBookings) }),
    definePage({ method: 'GET', path: BOOKING, who, handle: by(showBooking) }),
    definePage({ method: 'GET', path: `${BOOKING}${CALENDAR_STEP}`, who, handle: by(downloadFile) }),
    definePage({ method: 'GET', path: RESCHEDULE, who, handle: by(askForTime) }),
    definePage({ method: 'POST', path: RESCHEDULE, who, handle: by(reschedule) }),
    ...ACTION_NAMES.flatMap((name) => {
      const path = `${BOOKING}/${name}`;
      return [
        definePage({ method: 'GET', path, who, handle: by(askFor(name)) }),
        definePage({ method: 'POST', path, who, form, handle: by(submitFor(name)) }),
      ];
    }),
  ];
}
