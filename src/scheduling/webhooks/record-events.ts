/* Webhook events of a recording or transcript that another system added to a booking. Pure. */
import { effectsOf } from '../../events/catalogue.js';
import type { Booking } from '../bookings/booking.js';
import { recordEventOf } from '../bookings/notifications/booking-event.js';
import type { AddedRecord } from '../bookings/records/record-store.js';
import { bookingLane } from './booking-events.js';
import { bookingPayload } from './booking-payload.js';
import type { BookingContext } from './booking-payload.js';
import type { WebhookEvent } from './webhook-event.js';

function recordPayload(added: AddedRecord): object {
  if (added.kind === 'transcript') return { downloadLinks: { transcription: [{ link: added.facts.link }] } };
  if (added.kind !== 'recording') return {};
  const { downloadLink = null } = added.facts;
  return { downloadLink, recording: added.facts };
}

const triggersOf = (bookingId: number, added: AddedRecord) =>
  effectsOf(recordEventOf(bookingId, added)).triggers ?? [];

export const firesTrigger = (bookingId: number, added: AddedRecord): boolean =>
  triggersOf(bookingId, added).length > 0;

export function recordWebhookEvents(
  added: AddedRecord,
  {
    booking,
    context,
    at,
  }: { readonly booking: Booking; readonly context: BookingContext; readonly at: Date },
): readonly WebhookEvent[] {
  return triggersOf(booking.id, added).map((trigger) => ({
    trigger,
    payload: { ...bookingPayload(booking, context), ...recordPayload(added) },
    lane: bookingLane(booking),
    createdAt: at,
  }));
}
