/*
 * The catalogue of domain events, one table in parts: facts schema, wording in the audit log, recipients of mails,
 * webhooks that fire. It only decides; adapters/knex/events/emit.ts writes, in the transaction of the change.
 */
import { ACCOUNT_EVENTS } from './account-events.js';
import { AUDIT_EVENTS } from './audit-events.js';
import { BOOKING_EVENTS } from './booking-events.js';
import { CLIENT_EVENTS } from './client-events.js';
import type { Effects, EventDefinition, EventInput } from './definition.js';
import { JOB_EVENTS } from './job-events.js';
import { SCHEDULING_EVENTS } from './scheduling-events.js';

export const EVENTS = {
  ...ACCOUNT_EVENTS,
  ...AUDIT_EVENTS,
  ...CLIENT_EVENTS,
  ...BOOKING_EVENTS,
  ...SCHEDULING_EVENTS,
  ...JOB_EVENTS,
};

export type EventName = keyof typeof EVENTS;

type Inputs = {
  readonly [Name in EventName]: (typeof EVENTS)[Name] extends EventDefinition<infer Facts, infer Details>
    ? EventInput<Facts, Details>
    : never;
};

/** Mails that announce an event to come: no event has happened yet, so the audit log has no entry. */
export const REMINDERS = ['grant.ending'] as const;

/** `action` is the name of the event in the audit log: noun and verb. */
export type EventOf<Name extends EventName> = {
  readonly [Key in Name]: { readonly action: Key } & Inputs[Key];
}[Name];

export type DomainEvent = EventOf<EventName>;

const EFFECTS: { readonly [Name in EventName]: { readonly effects: (event: Inputs[Name]) => Effects } } =
  EVENTS;

/** The sentence of the audit log; undefined for the events of other versions of the service. */
export const wordingOf = (action: string): string | undefined =>
  Object.hasOwn(EVENTS, action) ? EVENTS[action as EventName].wording : undefined;

/** The effects of an event besides its row in the audit log. Pure. */
export const effectsOf = <Name extends EventName>(event: EventOf<Name>): Effects =>
  EFFECTS[event.action].effects(event);
