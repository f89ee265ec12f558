/*
 * `/v2/teams/:teamId/workflows` and its twin inside an organization: what a team writes to people around its bookings.
 * Those around its routing forms are in form-routes.ts; when what is sent, in plan.ts.
 */
import { z } from 'zod';
import { defineTeamRoutes } from '../../api/role-route.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { teamOf } from '../event-types/team-routes.js';
import { groupParams } from '../member-mounts.js';
import { createWorkflowUseCases } from './use-cases.js';
import type { WorkflowUseCases } from './use-cases.js';
import { createFormWorkflowRoutes } from './form-routes.js';
import { eventWorkflowChange, eventWorkflowInput, workflowParams, workflowsQuery } from './schemas.js';
import { eventWorkflowReply, presentEventWorkflow } from './presenter.js';
import type { WorkflowGroup, WorkflowStore } from './store.js';

export interface WorkflowDeps {
  readonly workflows: WorkflowStore;
}

const ALL = '/workflows';
const ONE = '/workflows/:workflowId';
const ofOne = groupParams.extend(workflowParams.shape);
const placeOf = (membership: CallerMembership): WorkflowGroup => ({
  teamId: teamOf(membership).teamId,
  kind: 'event-type',
});

const readRoutes = (useCases: WorkflowUseCases, { workflows }: WorkflowDeps): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: ALL,
    summary: 'List the workflows around the bookings of a team',
    access: 'TEAM_WORKFLOW_READ',
    role: 'team admin',
    params: groupParams,
    query: workflowsQuery,
    reply: z.array(eventWorkflowReply),
    handle: async ({ membership, query }) =>
      (await workflows.list(placeOf(membership), query)).map(presentEventWorkflow),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: ONE,
    summary: 'Read a workflow around the bookings of a team',
    access: 'TEAM_WORKFLOW_READ',
    role: 'team admin',
    params: ofOne,
    reply: eventWorkflowReply,
    handle: async ({ membership, params }) =>
      presentEventWorkflow(await useCases.find(placeOf(membership), params.workflowId)),
  }),
];

const writeRoutes = (useCases: WorkflowUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'POST',
    path: ALL,
    summary: 'Add a workflow: mails and text messages around the bookings of a team',
    access: 'TEAM_WORKFLOW_WRITE',
    role: 'team admin',
    status: 201,
    params: groupParams,
    body: eventWorkflowInput,
    reply: eventWorkflowReply,
    handle: async ({ membership, body, ...call }) =>
      presentEventWorkflow(await useCases.create(call, placeOf(membership), body)),
  }),
  ...defineTeamRoutes({
    method: 'PATCH',
    path: ONE,
    summary: 'Change a workflow; what it is still to send follows',
    access: 'TEAM_WORKFLOW_WRITE',
    role: 'team admin',
    params: ofOne,
    body: eventWorkflowChange,
    reply: eventWorkflowReply,
    handle: async ({ membership, params: { workflowId: id }, body: change, ...call }) =>
      presentEventWorkflow(await useCases.change(call, placeOf(membership), { id, change })),
  }),
  ...defineTeamRoutes({
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a workflow; nothing more is sent by it',
    access: 'TEAM_WORKFLOW_WRITE',
    role: 'team admin',
    params: ofOne,
    reply: z.undefined(),
    handle: ({ membership, params, ...call }) =>
      useCases.remove(call, placeOf(membership), params.workflowId),
  }),
];

export function createWorkflowRoutes(deps: WorkflowDeps): readonly Route[] {
  const useCases = createWorkflowUseCases(deps.workflows);
  return [
    ...createFormWorkflowRoutes(useCases, deps.workflows),
    ...readRoutes(useCases, deps),
    ...writeRoutes(useCases),
  ];
}
