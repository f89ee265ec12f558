/*
 * What the catalogue says of one event: its facts, its wording in the audit log, and its effects, which are data. The
 * adapter (adapters/knex/events/emit.ts) resolves recipients and writes the rows.
 */
import { z } from 'zod';
import type { Trigger } from './triggers.js';

/** Whose accounts get the mail that is named like the event. */
export type Recipients =
  | { readonly account: number }
  | { readonly managersOfClient: string }
  | { readonly managersOfWebhook: string }
  | { readonly administratorsOfTeam: number }
  /** Every enabled administrator of the service. */
  | 'administrators';

/** People of one booking. */
export type BookingParty =
  | 'hosts'
  | 'attendees'
  | 'guests'
  /** The attendee in the seat that was taken. */
  | 'seat'
  /** Who gave up a seat. */
  | 'leaver'
  | 'added attendee'
  | 'added guests'
  /** Hosts of another time of the booking. */
  | 'released hosts'
  /** The host who no longer has the booking. */
  | 'former host';

/** One mail about a booking. */
export type BookingMailTo = readonly [mail: BookingMailName, to: readonly BookingParty[]];

export const BOOKING_MAILS = [
  /** It waits for its host. */
  'requested',
  'accepted',
  /** Somebody who was added to an accepted booking. */
  'invited',
  'rejected',
  'cancelled',
  'rescheduled',
  'reschedule_requested',
  'location_changed',
  /** The link of a meeting that was created after the first mail, or again. */
  'meeting_ready',
  'seat_taken',
  'seat_cancelled',
  'reassigned',
  /** To the host who no longer has it. */
  'handed_over',
] as const;

export type BookingMailName = (typeof BOOKING_MAILS)[number];

/** What the webhook of a client receives, with the time of the event: ids, and nobody's personal data. */
export interface ClientWebhookEvent {
  readonly clientId: string;
  /** Deliveries of one lane arrive in order. */
  readonly lane: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface WatchedGrant {
  readonly grantId: string;
  readonly clientId: string;
  readonly accountId: number;
}

export interface Effects {
  readonly mail?: Recipients | undefined;
  readonly bookingMails?: readonly BookingMailTo[];
  /** Triggers of the webhooks of people, teams and organizations. */
  readonly triggers?: readonly Trigger[];
  readonly clientWebhook?: ClientWebhookEvent;
  /** A grant whose end nobody reports: a job looks whether it has ended. */
  readonly watchGrant?: WatchedGrant;
}

/** An event as its effects see it. `details` decide on effects and are not logged. */
export type EventInput<Facts, Details = undefined> = {
  /** What it happened to: `client:ab12...`, `account:12`. */
  readonly subject: string;
  /** Never secrets: the audit log keeps them. */
  readonly facts: Facts;
} & ([Details] extends [undefined] ? { readonly details?: undefined } : { readonly details: Details });

export interface EventDefinition<Facts = unknown, Details = undefined> {
  /** One sentence in the audit log. */
  readonly wording: string;
  readonly facts: z.ZodType<Facts>;
  readonly effects: (event: EventInput<Facts, Details>) => Effects;
}

type Output<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

export const defineEvent = <const Shape extends z.ZodRawShape>(
  wording: string,
  shape: Shape,
  effects: (event: EventInput<Output<Shape>>) => Effects = () => ({}),
): EventDefinition<Output<Shape>> => ({ wording, facts: z.strictObject(shape), effects });

/** The id in `client:ab12`. */
export const idIn = ({ subject }: { readonly subject: string }): string =>
  subject.slice(subject.indexOf(':') + 1);
