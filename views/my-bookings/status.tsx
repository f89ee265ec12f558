/* The status of a booking in two words. */
import type { VNode } from 'preact';
import type { BookingState } from '../bookings/booking.js';
import { Badge } from '../parts/badge.js';

const LABELS: Readonly<Record<BookingState, Parameters<typeof Badge>[0]>> = {
  confirmed: { kind: 'good', text: 'Confirmed' },
  waiting: { kind: 'warning', text: 'Waiting for confirmation' },
  past: { kind: 'info', text: 'Over' },
  cancelled: { kind: 'danger', text: 'Cancelled' },
  time_requested: { kind: 'danger', text: 'Another time requested' },
  declined: { kind: 'danger', text: 'Declined' },
  moved: { kind: 'info', text: 'Moved to another time' },
};

export const BookingStatus = ({ of }: { of: BookingState }): VNode => <Badge {...LABELS[of]} />;
