/* Workflows around the routing forms of a team: what is written to whoever fills one in, and to the team. */
import { z } from 'zod';
import { defineTeamRoutes } from '../../api/role-route.js';
import type { CallerMembership } from '../../api/role.js';
import type { Route } from '../../api/route.js';
import { teamOf } from '../event-types/team-routes.js';
import { groupParams } from '../member-mounts.js';
import type { WorkflowUseCases } from './use-cases.js';
import { formWorkflowChange, formWorkflowInput, workflowParams, workflowsQuery } from './schemas.js';
import { formWorkflowReply, presentFormWorkflow } from './presenter.js';
import type { WorkflowGroup, WorkflowStore } from './store.js';

const ALL = '/workflows/routing-form';
const ONE = '/workflows/:workflowId/routing-form';
const ofOne = groupParams.extend(workflowParams.shape);
const placeOf = (membership: CallerMembership): WorkflowGroup => ({
  teamId: teamOf(membership).teamId,
  kind: 'routing-form',
});

const readRoutes = (useCases: WorkflowUseCases, workflows: WorkflowStore): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'GET',
    path: ALL,
    summary: 'List the workflows around the routing forms of a team',
    access: 'TEAM_WORKFLOW_READ',
    role: 'team admin',
    params: groupParams,
    query: workflowsQuery,
    reply: z.array(formWorkflowReply),
    handle: async ({ membership, query }) =>
      (await workflows.list(placeOf(membership), query)).map(presentFormWorkflow),
  }),
  ...defineTeamRoutes({
    method: 'GET',
    path: ONE,
    summary: 'Read a workflow around the routing forms of a team',
    access: 'TEAM_WORKFLOW_READ',
    role: 'team admin',
    params: ofOne,
    reply: formWorkflowReply,
    handle: async ({ membership, params }) =>
      presentFormWorkflow(await useCases.find(placeOf(membership), params.workflowId)),
  }),
];

const writeRoutes = (useCases: WorkflowUseCases): readonly Route[] => [
  ...defineTeamRoutes({
    method: 'POST',
    path: ALL,
    summary: 'Add a workflow: mails and text messages when a routing form of a team is filled in',
    access: 'TEAM_WORKFLOW_WRITE',
    role: 'team admin',
    status: 201,
    params: groupParams,
    body: formWorkflowInput,
    reply: formWorkflowReply,
    handle: async ({ membership, body, ...call }) =>
      presentFormWorkflow(await useCases.create(call, placeOf(membership), body)),
  }),
  ...defineTeamRoutes({
    method: 'PATCH',
    path: ONE,
    summary: 'Change a workflow around routing forms; what it is still to send follows',
    access: 'TEAM_WORKFLOW_WRITE',
    role: 'team admin',
    params: ofOne,
    body: formWorkflowChange,
    reply: formWorkflowReply,
    handle: async ({ membership, params: { workflowId: id }, body: change, ...call }) =>
      presentFormWorkflow(await useCases.change(call, placeOf(membership), { id, change })),
  }),
  ...defineTeamRoutes({
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a workflow around routing forms; nothing more is sent by it',
    access: 'TEAM_WORKFLOW_WRITE',
    role: 'team admin',
    params: ofOne,
    reply: z.undefined(),
    handle: ({ membership, params, ...call }) =>
      useCases.remove(call, placeOf(membership), params.workflowId),
  }),
];

export const createFormWorkflowRoutes = (
  useCases: WorkflowUseCases,
  workflows: WorkflowStore,
): readonly Route[] => [...readRoutes(useCases, workflows), ...writeRoutes(useCases)];
