/*
 * The port of what workflows send. A cause (a booking is made, a form is filled in) leaves one occasion for each workflow
 * that waits for it, and with it a job that falls due when its moment comes; then the occasion is spread into one
 * message for each step and receiver. Adapter: adapters/knex/workflows/workflow-runs.ts.
 */
import type { JobPayloads } from '../../jobs/kinds.js';
import type { NewJob } from '../../jobs/store.js';
import type { BookingTrigger, FormTrigger, Step } from './store.js';

/** An occasion whose time has come, or one of its messages. */
export type WorkflowJob = JobPayloads['workflow'];

/** Whom a message reaches: people of the booking by id, a guest by position, or what the step names. */
export type WorkflowReceiver = NonNullable<WorkflowJob['message']>['to'];

interface Waiting {
  readonly id: string;
  readonly steps: readonly Step[];
}

export interface BookingOccasion extends Waiting {
  readonly trigger: BookingTrigger;
  readonly bookingId: number;
  /** It is about this attendee alone: who took a seat. */
  readonly attendeeId: number | null;
}

export interface FormOccasion extends Waiting {
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
  /** Undefined when it was overtaken, or its workflow is gone. */
  find(occasionId: string): Promise<Occasion | undefined>;
  /** Undefined when it was deleted. */
  filledForm(responseId: number): Promise<FilledForm | undefined>;
  /** Once: whoever comes second, or after the occasion was overtaken, enqueues nothing. */
  spread(occasionId: string, messages: readonly NewJob[]): Promise<void>;
}
