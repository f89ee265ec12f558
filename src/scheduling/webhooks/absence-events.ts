/* The deliveries that follow from an absence that was entered. Pure. */
import { effectsOf } from '../../events/catalogue.js';
import { absenceEvent } from '../out-of-office/absence-event.js';
import type { Absence } from '../out-of-office/store.js';
import type { WebhookEvent } from './webhook-event.js';

export interface AbsentPerson {
  readonly id: number;
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly timeZone: string;
}

export interface AbsenceEvent {
  readonly absence: Absence;
  readonly person: AbsentPerson;
  /** Who takes over. */
  readonly standIn?: AbsentPerson | undefined;
  readonly at: Date;
}

const EMOJI: Readonly<Record<Absence['reason'], string>> = {
  unspecified: '🕰️',
  vacation: '🏝️',
  travel: '✈️',
  sick: '🤒',
  public_holiday: '🏛️',
};

export function absenceWebhookEvents({
  absence,
  person,
  standIn,
  at,
}: AbsenceEvent): readonly WebhookEvent[] {
  const { id, uuid, start, end, reason, notes } = absence;
  const oooEntry = {
    ...{ id, uuid, notes },
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    reason: { reason, emoji: EMOJI[reason] },
    user: person,
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
