/*
 * Jobs of workflows. A due occasion becomes one job for each message, so that a message that fails is retried without
 * sending the others twice; the job of a message writes and sends it.
 */
import { formReceivers, receiversOf } from '../scheduling/workflows/receivers.js';
import type { Occasion, WorkflowJob, WorkflowReceiver } from '../scheduling/workflows/run-store.js';
import type { Step } from '../scheduling/workflows/store.js';
import type { Job, NewJob } from '../jobs/store.js';
import type { MailSender, SmsSender } from './message-ports.js';
import type { JobHandler } from '../jobs/worker.js';
import { bookingOf, formOf, writeForBooking, writeForForm } from './workflow-messages.js';
import type { WorkflowMessageDeps } from './workflow-messages.js';

export interface Senders {
  readonly sendMail: MailSender;
  readonly sendSms: SmsSender;
}

type Message = NonNullable<WorkflowJob['message']>;

/** None when the booking or the form no longer applies. */
async function receiversIn(
  deps: WorkflowMessageDeps,
  occasion: Occasion,
): Promise<(step: Step) => readonly WorkflowReceiver[]> {
  if ('responseId' in occasion) {
    const form = await formOf(deps, occasion);
    return (step) => (form === undefined ? [] : formReceivers(step, form));
  }
  const booking = await bookingOf(deps, occasion);
  return (step) => (booking === undefined ? [] : receiversOf(step, booking, occasion));
}

async function spread(deps: WorkflowMessageDeps, occasion: Occasion): Promise<void> {
  const receivers = await receiversIn(deps, occasion);
  const jobs = occasion.steps.flatMap((step) =>
    receivers(step).map((to): NewJob => {
      const message = { step: step.id, to };
      return { kind: 'workflow', payload: { occasion: occasion.id, message } };
    }),
  );
  await deps.workflowRuns.expand(occasion.id, jobs);
}

async function write(
  deps: WorkflowMessageDeps,
  { id }: Job,
  occasion: Occasion,
  { step: stepId, to }: Message,
) {
  const step = occasion.steps.find((one) => one.id === stepId);
  if (step === undefined) return undefined;
  if ('responseId' in occasion) {
    const form = await formOf(deps, occasion);
    return form && writeForForm(form, { id, occasion, step, to });
  }
  const booking = await bookingOf(deps, occasion);
  return booking && writeForBooking(deps, booking, { id, occasion, step, to });
}

export const createWorkflowHandler =
  (deps: WorkflowMessageDeps, { sendMail, sendSms }: Senders): JobHandler<'workflow'> =>
  async (job) => {
    const { occasion: occasionId, message } = job.payload;
    const occasion = await deps.workflowRuns.find(occasionId);
    if (occasion === undefined) return;
    if (message === undefined) return spread(deps, occasion);
    const written = await write(deps, job, occasion, message);
    if (written === undefined) return;
    const { dueAt: date } = job;
    await ('mail' in written ? sendMail({ ...written.mail, date }) : sendSms({ ...written.sms, date }));
  };
