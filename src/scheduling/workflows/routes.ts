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
const placeOf = (standing: CallerMembership): WorkflowGroup => ({
  teamId: teamOf(standing).teamId,
  kind: 'event-type',
});

const readRoutes = (desk: WorkflowUseCases, { workflows }: WorkflowDeps): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: ALL,
    summary: 'List the workflows around the bookings of a team',
    access: 'TEAM_WORKFLOW_READ',
    role: 'team admin',
    params: groupParams,
    query: workflowsQuery,
    reply: z.array(eventWorkflowReply),
    handle: async ({ standing, query }) =>
      (await workflows.list(placeOf(standing), query)).map(presentEventWorkflow),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: ONE,
    summary: 'Read a workflow around the bookings of a team',
    access: 'TEAM_WORKFLOW_READ',
    role: 'team admin',
    params: ofOne,
    reply: eventWorkflowReply,
    handle: async ({ standing, params }) =>
      presentEventWorkflow(await desk.find(placeOf(standing), params.workflowId)),
  }),
];

const writeRoutes = (desk: WorkflowUseCases): readonly Route[] => [
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
    handle: async ({ standing, body, ...call }) =>
      presentEventWorkflow(await desk.create(call, placeOf(standing), body)),
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
    handle: async ({ standing, params: { workflowId: id }, body: change, ...call }) =>
      presentEventWorkflow(await desk.change(call, placeOf(standing), { id, change })),
  }),
  ...defineTeamRoutes({
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a workflow; nothing more is sent by it',
    access: 'TEAM_WORKFLOW_WRITE',
    role: 'team admin',
    params: ofOne,
    reply: z.undefined(),
    handle: ({ standing, params, ...call }) => desk.remove(call, placeOf(standing), params.workflowId),
  }),
];

export function createWorkflowRoutes(parts: WorkflowDeps): readonly Route[] {
  const desk = createWorkflowUseCases(parts.workflows);
  return [
    ...createFormWorkflowRoutes(desk, parts.workflows),
    ...readRoutes(desk, parts),
    ...writeRoutes(desk),
  ];
}
