/* The body of a delivery that was planned for an existing booking (existing-meetings.ts), written when it is due. */
import { bookingPayload } from '../../../src/scheduling/webhooks/booking-payload.js';
import { bodyOf, templatesOf } from '../jobs/webhook-deliveries.js';
import { selectBookings } from '../booking-rows/booking-reads.js';
import type { Database } from '../connection.js';
import { bookingContexts } from './webhook-contexts.js';

export interface DueMeeting {
  readonly id: string;
  readonly webhookId: string;
  readonly trigger: string;
  /** `meeting:12` */
  readonly lane: string;
  readonly createdAt: Date;
}

/** Kept, so that every attempt sends the same. Undefined for a booking that was cancelled or deleted meanwhile. */
export async function writeBody(
  db: Database,
  { id, webhookId, lane, trigger, createdAt }: DueMeeting,
): Promise<string | undefined> {
  const bookingId = Number(lane.split(':')[1]);
  const [booking] = await selectBookings(db, 'where booking.id = :bookingId', { bookingId });
  if (booking?.status !== 'accepted') {
    await db('webhook_delivery').where({ id }).delete();
    return undefined;
  }
  const context = (await bookingContexts(db, [{ booking }]))({ booking });
  const payload = bookingPayload(booking, context);
  const template = (await templatesOf(db, [webhookId])).get(webhookId);
  const body = bodyOf({ trigger, createdAt, payload }, template);
  await db('webhook_delivery').where({ id, body: '' }).update({ body });
  return body;
}
