/* A recording or a transcript of a booking that came in, as webhooks hear it. Pure. */
import type { Booking } from '../bookings/booking.js';
import type { RecordFacts, RecordKind } from '../bookings/record-store.js';
import { bookingLane } from './booking-events.js';
import type { WebhookEvent } from './webhook-event.js';
import { bookingPayload } from './booking-payload.js';
import type { BookingContext } from './booking-payload.js';

export type AddedRecord = {
  readonly [K in RecordKind]: { readonly kind: K; readonly facts: RecordFacts[K] };
}[RecordKind];

/** A recording that still runs, or failed, is not ready; references and sessions are nobody's news. */
function toldOf(added: AddedRecord): Pick<WebhookEvent, 'trigger' | 'payload'> | undefined {
  if (added.kind === 'transcript') {
    const downloadLinks = { transcription: [{ link: added.facts.link }] };
    return { trigger: 'RECORDING_TRANSCRIPTION_GENERATED', payload: { downloadLinks } };
  }
  if (added.kind !== 'recording') return undefined;
  const { error, status, downloadLink = null } = added.facts;
  if ((error ?? null) !== null || status === 'in-progress') return undefined;
  return { trigger: 'RECORDING_READY', payload: { downloadLink, recording: added.facts } };
}

export const isWebhookEvent = (added: AddedRecord): boolean => toldOf(added) !== undefined;

export function recordWebhookEvents(
  added: AddedRecord,
  {
    booking,
    context,
    at,
  }: { readonly booking: Booking; readonly context: BookingContext; readonly at: Date },
): readonly WebhookEvent[] {
  const told = toldOf(added);
  if (told === undefined) return [];
  const payload = { ...bookingPayload(booking, context), ...told.payload };
  return [{ trigger: told.trigger, payload, lane: bookingLane(booking), createdAt: at }];
}
