/*
 * `/workflows` of a team: mails and text messages around its bookings, and around its routing forms. plan.ts decides when
 * they are sent.
 */
import { z } from 'zod';
import { defineMountedRoute, mount } from '../../api/mount.js';
import type { Mount } from '../../api/mount.js';
import type { Route } from '../../api/route.js';
import { TEAM_MOUNTS } from '../mounts.js';
import { createWorkflowUseCases } from './use-cases.js';
import type { WorkflowUseCases } from './use-cases.js';
import {
  eventWorkflowChange,
  eventWorkflowInput,
  formWorkflowChange,
  formWorkflowInput,
  workflowParams,
  workflowsQuery,
} from './schemas.js';
import {
  eventWorkflowReply,
  formWorkflowReply,
  presentEventWorkflow,
  presentFormWorkflow,
} from './presenter.js';
import type { WorkflowStore } from './store.js';

export interface WorkflowDeps {
  readonly workflows: WorkflowStore;
}

type TeamMount = Mount<{ readonly teamId: number }>;

const EVENT_TYPE_WORKFLOWS = {
  kind: 'event-type',
  noun: 'event type workflow',
  article: 'an',
  path: '/workflows',
  onePath: '/workflows/:workflowId',
  input: eventWorkflowInput,
  change: eventWorkflowChange,
  reply: eventWorkflowReply,
  present: presentEventWorkflow,
} as const;

const FORM_WORKFLOWS = {
  kind: 'routing-form',
  noun: 'routing form workflow',
  article: 'a',
  path: '/workflows/routing-form',
  onePath: '/workflows/:workflowId/routing-form',
  input: formWorkflowInput,
  change: formWorkflowChange,
  reply: formWorkflowReply,
  present: presentFormWorkflow,
} as const;

type Kind = typeof EVENT_TYPE_WORKFLOWS | typeof FORM_WORKFLOWS;

const readRoutes = (
  useCases: WorkflowUseCases,
  team: TeamMount,
  { kind, noun, article, path, onePath, reply, present }: Kind,
): readonly Route[] => [
  defineMountedRoute(team, {
    method: 'GET',
    path,
    summary: `List the ${noun}s of a team`,
    access: 'WORKFLOW_READ',
    role: 'admin',
    query: workflowsQuery,
    reply: z.array(reply),
    handle: async ({ owner, query }) =>
      (await useCases.list({ ...owner, kind }, query)).map((workflow) => present(workflow)),
  }),
  defineMountedRoute(team, {
    method: 'GET',
    path: onePath,
    summary: `Read ${article} ${noun} of a team`,
    access: 'WORKFLOW_READ',
    role: 'admin',
    params: workflowParams,
    reply,
    handle: async ({ owner, params }) => present(await useCases.find({ ...owner, kind }, params.workflowId)),
  }),
];

const writeRoutes = (
  useCases: WorkflowUseCases,
  team: TeamMount,
  { kind, noun, article, path, onePath, input, change, reply, present }: Kind,
): readonly Route[] => [
  defineMountedRoute(team, {
    method: 'POST',
    path,
    summary: `Add ${article} ${noun} to a team`,
    access: 'WORKFLOW_WRITE',
    role: 'admin',
    status: 201,
    body: input,
    reply,
    handle: async ({ owner, body, ...call }) =>
      present(await useCases.create(call, { ...owner, kind }, body)),
  }),
  defineMountedRoute(team, {
    method: 'PATCH',
    path: onePath,
    summary: `Change ${article} ${noun} of a team`,
    access: 'WORKFLOW_WRITE',
    role: 'admin',
    params: workflowParams,
    body: change,
    reply,
    handle: async ({ owner, params: { workflowId: id }, body, ...call }) =>
      present(await useCases.change(call, { ...owner, kind }, { id, change: body })),
  }),
  defineMountedRoute(team, {
    method: 'DELETE',
    path: onePath,
    summary: `Delete ${article} ${noun} of a team`,
    access: 'WORKFLOW_WRITE',
    role: 'admin',
    params: workflowParams,
    reply: z.undefined(),
    handle: ({ owner, params: { workflowId }, ...call }) =>
      useCases.remove(call, { ...owner, kind }, workflowId),
  }),
];

export function createWorkflowRoutes({ workflows }: WorkflowDeps): readonly Route[] {
  const useCases = createWorkflowUseCases(workflows);
  return mount(TEAM_MOUNTS, (team) =>
    [EVENT_TYPE_WORKFLOWS, FORM_WORKFLOWS].flatMap((kind) => [
      ...readRoutes(useCases, team, kind),
      ...writeRoutes(useCases, team, kind),
    ]),
  );
}
