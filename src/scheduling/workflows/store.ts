/*
 * The port of workflows: what a team writes to people when something happens to its bookings or to its routing forms.
 * The team and the kind are conditions of every statement. Adapter: adapters/knex/workflows/workflows.ts. What is sent when is in
 * run-store.ts.
 */
import type { Actor } from '../../events/audit-log.js';

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
  /** Null for what is sent at once. */
  readonly offset: { readonly value: number; readonly unit: (typeof OFFSET_UNITS)[number] } | null;
}

export const FORM_ACTIONS = ['email_attendee', 'email_address', 'sms_attendee', 'sms_number'] as const;
export const BOOKING_ACTIONS = ['email_host', ...FORM_ACTIONS] as const;
export type StepAction = (typeof BOOKING_ACTIONS)[number];

export const TEMPLATES = ['reminder', 'custom', 'rescheduled', 'completed', 'rating', 'cancelled'] as const;

/** What one step says, and whom it reaches. */
export interface StepTerms {
  /** Its place among the steps. */
  readonly number: number;
  readonly action: StepAction;
  /** What the message was made from; the words are its own. */
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
  /** Nobody books without leaving the number that it writes to. */
  readonly phoneRequired: boolean;
}

export interface Step extends StepTerms {
  readonly id: number;
  /** Behind the verified ids, for as long as whoever verified them has to do with the team. */
  readonly email: string | null;
  /** E.164 */
  readonly phone: string | null;
}

/** With the id of one that stands, it takes its place. */
export type WrittenStep = StepTerms & { readonly id?: number };

export interface Activation {
  /** On all that the team has, now and later. */
  readonly everywhere: boolean;
  readonly eventTypeIds: readonly number[];
  readonly formIds: readonly string[];
}

export interface WorkflowTerms {
  readonly name: string;
  readonly trigger: Trigger;
  readonly activation: Activation;
  readonly steps: readonly WrittenStep[];
}

export interface Workflow extends WorkflowTerms {
  readonly id: number;
  readonly teamId: number;
  /** Who made it; null when they are gone. */
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

/** Who writes: what they have verified for themselves they may use. */
export interface Writing {
  readonly authorId: number;
  readonly actor: Actor;
}

/** What is named and is not the team's: event types, forms, steps of this workflow, verified addresses and numbers. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly what: 'eventTypeIds' | 'formIds' | 'stepIds' | 'verifiedEmailIds' | 'verifiedPhoneIds';
  readonly ids: readonly (number | string)[];
}

export interface WorkflowStore {
  /** Oldest first. */
  list(
    group: WorkflowGroup,
    page: { readonly take: number; readonly skip: number },
  ): Promise<readonly Workflow[]>;
  find(group: WorkflowGroup, id: number): Promise<Workflow | undefined>;
  /** `most`: how many workflows a team may have with it. Undefined when the team is gone. */
  create(
    group: WorkflowGroup,
    input: WorkflowTerms & { readonly most: number },
    writing: Writing,
  ): Promise<Workflow | Unknown | 'too_many' | undefined>;
  /** `revise` makes the new from what stands, which nobody else changes meanwhile. */
  change(
    group: WorkflowGroup,
    id: number,
    revise: (current: Workflow) => WorkflowTerms,
    writing: Writing,
  ): Promise<Workflow | Unknown | undefined>;
  /** With all that it was still to send. */
  remove(group: WorkflowGroup, id: number, actor: Actor): Promise<'removed' | undefined>;
}
