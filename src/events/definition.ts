/*
 * The definition of one event: its facts, its wording in the audit log, and its effects, which are data. The adapter
 * (adapters/knex/events/emit.ts) looks up recipients and writes the rows.
 */
import { z } from 'zod';
import type { Trigger } from './triggers.js';

/** Recipients of the mail that has the name of the event. */
export type Recipients =
  | { readonly account: number }
  | { readonly managersOfClient: string }
  | { readonly managersOfWebhook: string }
  | { readonly administratorsOfTeam: number }
  /** Every enabled administrator of the service. */
  | 'administrators';

/** Recipients of mails about one booking. */
export type BookingParty =
  | 'hosts'
  | 'attendees'
  | 'guests'
  /** The attendee in the seat that was taken. */
  | 'seat'
  /** The attendee who gave up a seat. */
  | 'leaver'
  | 'added attendee'
  | 'added guests'
  /** Hosts of another time of the booking. */
  | 'released hosts'
  /** The host who no longer has the booking. */
  | 'former host';

export type BookingMailTo = readonly [mail: BookingMailName, to: readonly BookingParty[]];

export const BOOKING_MAILS = [
  /** Not confirmed by its host yet. */
  'requested',
  'accepted',
  /** To an attendee or guest who was added to an accepted booking. */
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
  /** To the former host. */
  'handed_over',
] as const;

export type BookingMailName = (typeof BOOKING_MAILS)[number];

/** Sent to the webhook of a client, with the time of the event. The payload has ids and no personal data. */
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
  /** Triggers of the webhooks of users, teams and organizations. */
  readonly triggers?: readonly Trigger[];
  readonly clientWebhook?: ClientWebhookEvent;
  /** A job narrows every grant of this client to what the client has left them. */
  readonly narrowGrants?: string | undefined;
  /** A job checks later whether the grant has ended, since its expiry is no event of its own. */
  readonly watchGrant?: WatchedGrant;
}

/** `details` decide on effects and are not logged. */
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
