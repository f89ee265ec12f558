/*
 * The port of messages of workflows. An event (a booking is made, a form is filled in) creates one occasion for each
 * matching workflow, with a job that falls due at its time; then the occasion is expanded into one message for each step
 * and receiver. Adapter: adapters/knex/workflows/workflow-runs.ts.
 */
import type { JobPayloads } from '../../jobs/kinds.js';
import type { NewJob } from '../../jobs/store.js';
import type { BookingTrigger, FormTrigger, Step } from './store.js';

/** An occasion that is due, or one of its messages. */
export type WorkflowJob = JobPayloads['workflow'];

/** People of the booking by id, a guest by position, or the address that the step names. */
export type WorkflowReceiver = NonNullable<WorkflowJob['message']>['to'];

interface CommonOccasion {
  readonly id: string;
  readonly steps: readonly Step[];
}

export interface BookingOccasion extends CommonOccasion {
  readonly trigger: BookingTrigger;
  readonly bookingId: number;
  /** Only about this attendee, who took a seat. */
  readonly attendeeId: number | null;
}

export interface FormOccasion extends CommonOccasion {
  readonly trigger: FormTrigger;
  readonly responseId: number;
}

export type Occasion = BookingOccasion | FormOccasion;

export interface FilledForm {
  readonly name: string;
  readonly answers: readonly {
    readonly identifier: string;
    readonly type: string;
    readonly value: unknown;
  }[];
  readonly hasBooking: boolean;
}

export interface WorkflowRunStore {
  /** Plans reminders for existing bookings, those after the id `after`, and enqueues the next part. */
  planMore(workflowId: number, after: number): Promise<void>;
  /** Undefined when it is obsolete, or its workflow is deleted. */
  find(occasionId: string): Promise<Occasion | undefined>;
  /** Undefined when it was deleted. */
  filledForm(responseId: number): Promise<FilledForm | undefined>;
  /** Enqueues the messages once; nothing when the occasion is obsolete. */
  expand(occasionId: string, messages: readonly NewJob[]): Promise<void>;
}
