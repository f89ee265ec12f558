/*
 * The port of workflows: messages of a team about its bookings or its routing forms. Every statement filters by team and
 * kind. Adapter: adapters/knex/workflows/workflows.ts. run-store.ts is the port of the messages.
 */
import type { Actor } from '../../events/audit-log.js';
import type { ListPage } from '../list-page.js';

export const BOOKING_TRIGGERS = [
  'beforeEvent',
  'afterEvent',
  'newEvent',
  'eventCancelled',
  'rescheduleEvent',
  'bookingRequested',
  'bookingRejected',
  'bookingNoShowUpdated',
  'afterHostsCalVideoNoShow',
  'afterGuestsCalVideoNoShow',
] as const;
export type BookingTrigger = (typeof BOOKING_TRIGGERS)[number];

export const FORM_TRIGGERS = ['formSubmitted', 'formSubmittedNoEvent'] as const;
export type FormTrigger = (typeof FORM_TRIGGERS)[number];

export const OFFSET_UNITS = ['minute', 'hour', 'day'] as const;

export interface Trigger<T = BookingTrigger | FormTrigger> {
  readonly type: T;
  /** Null: sent at once. */
  readonly offset: { readonly value: number; readonly unit: (typeof OFFSET_UNITS)[number] } | null;
}

export const FORM_ACTIONS = ['email_attendee', 'email_address', 'sms_attendee', 'sms_number'] as const;
export const BOOKING_ACTIONS = ['email_host', ...FORM_ACTIONS] as const;
export type StepAction = (typeof BOOKING_ACTIONS)[number];

export const TEMPLATES = ['reminder', 'custom', 'rescheduled', 'completed', 'rating', 'cancelled'] as const;

/** The message of one step, and its receivers. */
export interface StepTerms {
  /** Position among the steps. */
  readonly number: number;
  readonly action: StepAction;
  /** Where the message came from; its text is its own. */
  readonly template: (typeof TEMPLATES)[number];
  readonly sender: string;
  readonly subject: string;
  /** Of a mail. */
  readonly html: string | null;
  /** Of a text message. */
  readonly text: string | null;
  readonly includeCalendarEvent: boolean;
  readonly verifiedEmailId: number | null;
  readonly verifiedPhoneId: number | null;
  /** Attendees must leave a phone number when they book. */
  readonly phoneRequired: boolean;
}

export interface Step extends StepTerms {
  readonly id: number;
  /** Of the verified ids, while the user who verified them has a part in the team. */
  readonly email: string | null;
  /** E.164 */
  readonly phone: string | null;
}

/** With the id of an existing step it replaces that one. */
export type StepInput = StepTerms & { readonly id?: number };

export interface Activation {
  /** On all event types or forms of the team, now and later. */
  readonly everywhere: boolean;
  readonly eventTypeIds: readonly number[];
  readonly formIds: readonly string[];
}

export interface WorkflowTerms {
  readonly name: string;
  readonly trigger: Trigger;
  readonly activation: Activation;
  readonly steps: readonly StepInput[];
}

export interface Workflow extends WorkflowTerms {
  readonly id: number;
  readonly teamId: number;
  /** Null when the account is deleted. */
  readonly authorId: number | null;
  readonly steps: readonly Step[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface WorkflowGroup {
  readonly teamId: number;
  readonly kind: 'event-type' | 'routing-form';
}

/** The author may use their own verified addresses. */
export interface Authorship {
  readonly authorId: number;
  readonly actor: Actor;
}

/** Ids that are not the team's: of event types, forms, steps of this workflow, verified addresses and numbers. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly member: 'eventTypeIds' | 'formIds' | 'stepIds' | 'verifiedEmailIds' | 'verifiedPhoneIds';
  readonly ids: readonly (number | string)[];
}

export interface WorkflowStore {
  /** Oldest first. */
  list(group: WorkflowGroup, page: ListPage): Promise<readonly Workflow[]>;
  find(group: WorkflowGroup, id: number): Promise<Workflow | undefined>;
  /** `most`: how many workflows a team may have, including this one. Undefined when the team does not exist. */
  create(
    group: WorkflowGroup,
    input: WorkflowTerms & { readonly most: number },
    authorship: Authorship,
  ): Promise<Workflow | Unknown | 'too_many' | undefined>;
  /** `revise` makes the new terms from the current ones, which are locked. */
  change(
    group: WorkflowGroup,
    id: number,
    revise: (current: Workflow) => WorkflowTerms,
    authorship: Authorship,
  ): Promise<Workflow | Unknown | undefined>;
  /** With its pending messages. False when there is none. */
  remove(group: WorkflowGroup, id: number, actor: Actor): Promise<boolean>;
}
