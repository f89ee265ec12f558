/*
 * Jobs of workflows. One whose moment has come becomes a job for each message, so that what cannot be delivered is tried
 * again without anybody getting theirs twice; a message is written and handed on.
 */
import { formReceivers, receiversOf } from '../scheduling/workflows/receivers.js';
import type { Occasion, WorkflowJob, WorkflowReceiver } from '../scheduling/workflows/run-store.js';
import type { Job, NewJob } from '../jobs/store.js';
import type { MailSender, SmsSender } from './message-ports.js';
import type { JobHandler } from '../jobs/worker.js';
import { bookingOf, formOf, writeForBooking, writeForForm } from './workflow-messages.js';
import type { WorkflowMessageDeps } from './workflow-messages.js';

export interface Senders {
  readonly carry: MailSender;
  readonly carrySms: SmsSender;
}

/** Nobody, when what it is about is gone or over. */
async function receivers(
  deps: WorkflowMessageDeps,
  occasion: Occasion,
): Promise<readonly { readonly step: number; readonly to: WorkflowReceiver }[]> {
  const { steps } = occasion;
  if ('responseId' in occasion) {
    const form = await formOf(deps, occasion);
    return steps.flatMap((step) =>
      (form === undefined ? [] : formReceivers(step, form)).map((to) => ({ step: step.id, to })),
    );
  }
  const booking = await bookingOf(deps, occasion);
  return steps.flatMap((step) =>
    (booking === undefined ? [] : receiversOf(step, booking, occasion)).map((to) => ({ step: step.id, to })),
  );
}

async function spread(deps: WorkflowMessageDeps, occasion: Occasion): Promise<void> {
  const messages = await receivers(deps, occasion);
  const jobs = messages.map((message): NewJob => {
    return { kind: 'workflow', payload: { occasion: occasion.id, message } };
  });
  await deps.workflowRuns.expand(occasion.id, jobs);
}

async function written(
  deps: WorkflowMessageDeps,
  { id }: Job,
  occasion: Occasion,
  { step: stepId, to }: NonNullable<WorkflowJob['message']>,
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
  (deps: WorkflowMessageDeps, { carry, carrySms }: Senders): JobHandler<'workflow'> =>
  async (job) => {
    const { occasion: occasionId, message } = job.payload;
    const occasion = await deps.workflowRuns.find(occasionId);
    if (occasion === undefined) return;
    if (message === undefined) return spread(deps, occasion);
    const sent = await written(deps, job, occasion, message);
    if (sent === undefined) return;
    const { dueAt: date } = job;
    await ('mail' in sent ? carry({ ...sent.mail, date }) : carrySms({ ...sent.sms, date }));
  };
