/* Webhook events of a new absence. Pure. */
import { effectsOf } from '../../events/catalogue.js';
import { absenceEvent } from '../out-of-office/absence-event.js';
import type { BookingHost } from '../bookings/booking.js';
import type { Absence } from '../out-of-office/store.js';
import type { WebhookEvent } from './webhook-event.js';

export interface AbsenceEvent {
  readonly absence: Absence;
  /** The absent user. */
  readonly user: BookingHost;
  readonly standIn?: BookingHost | undefined;
  readonly at: Date;
}

const EMOJI: Readonly<Record<Absence['reason'], string>> = {
  unspecified: '🕰️',
  vacation: '🏝️',
  travel: '✈️',
  sick: '🤒',
  public_holiday: '🏛️',
};

export function absenceWebhookEvents({ absence, user, standIn, at }: AbsenceEvent): readonly WebhookEvent[] {
  const { id, uuid, start, end, reason, notes } = absence;
  const oooEntry = {
    ...{ id, uuid, notes, user },
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    reason: { reason, emoji: EMOJI[reason] },
    toUser: standIn ?? null,
  };
  const { triggers = [] } = effectsOf(absenceEvent('created', absence));
  return triggers.map((trigger) => ({
    trigger,
    lane: `absence:${id}`,
    payload: { oooEntry },
    createdAt: at,
  }));
}
