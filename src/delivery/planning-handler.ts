/* Plans what a new workflow or webhook sends for bookings that exist, a part of them in each job. */
import type { JobHandler } from '../jobs/worker.js';
import type { WorkflowRunStore } from '../scheduling/workflows/run-store.js';
import type { DeliveryStore } from './webhook-delivery-store.js';

export interface PlanningDeps {
  readonly workflowRuns: Pick<WorkflowRunStore, 'planMore'>;
  readonly pendingDeliveries: Pick<DeliveryStore, 'planMore'>;
}

export const createPlanningHandler =
  ({ workflowRuns, pendingDeliveries }: PlanningDeps): JobHandler<'planning'> =>
  ({ payload }) =>
    'workflow' in payload
      ? workflowRuns.planMore(payload.workflow, payload.after)
      : pendingDeliveries.planMore(payload.webhook, payload.after);
