/* Workflows in the names and types of the public API. */
import { z } from 'zod';
import { present } from '../../present.js';
import type { Step, StepAction, Workflow } from './store.js';

const RECIPIENT = {
  email_host: 'const',
  email_attendee: 'attendee',
  email_address: 'email',
  sms_attendee: 'attendee',
  sms_number: 'phone_number',
} as const satisfies Readonly<Record<StepAction, string>>;

const stepReply = z.object({
  id: z.number(),
  stepNumber: z.number(),
  action: z.string(),
  recipient: z.enum(['const', 'attendee', 'email', 'phone_number']),
  /** Of the verified ids. */
  email: z.string().exactOptional(),
  phone: z.string().exactOptional(),
  verifiedEmailId: z.number().exactOptional(),
  verifiedPhoneId: z.number().exactOptional(),
  phoneRequired: z.boolean(),
  template: z.string(),
  includeCalendarEvent: z.boolean(),
  sender: z.string(),
  message: z.object({
    subject: z.string(),
    html: z.string().exactOptional(),
    text: z.string().exactOptional(),
  }),
});

const common = {
  id: z.number(),
  name: z.string(),
  /** The author; absent when the account is deleted. */
  userId: z.number().exactOptional(),
  teamId: z.number(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  trigger: z.object({
    type: z.string(),
    offset: z.object({ value: z.number(), unit: z.enum(['hour', 'minute', 'day']) }).exactOptional(),
  }),
  steps: z.array(stepReply),
};

export const eventWorkflowReply = z.object({
  ...common,
  type: z.literal('event-type'),
  activation: z.object({
    isActiveOnAllEventTypes: z.boolean(),
    activeOnEventTypeIds: z.array(z.number()),
  }),
});

export const formWorkflowReply = z.object({
  ...common,
  type: z.literal('routing-form'),
  activation: z.object({
    isActiveOnAllRoutingForms: z.boolean(),
    activeOnRoutingFormIds: z.array(z.string()),
  }),
});

const presentStep = (step: Step): z.input<typeof stepReply> => ({
  id: step.id,
  stepNumber: step.number,
  action: step.action,
  recipient: RECIPIENT[step.action],
  ...present({
    email: step.email ?? undefined,
    phone: step.phone ?? undefined,
    verifiedEmailId: step.verifiedEmailId ?? undefined,
    verifiedPhoneId: step.verifiedPhoneId ?? undefined,
  }),
  phoneRequired: step.phoneRequired,
  template: step.template,
  includeCalendarEvent: step.includeCalendarEvent,
  sender: step.sender,
  message: present({ subject: step.subject, html: step.html ?? undefined, text: step.text ?? undefined }),
});

const presentCommon = (workflow: Workflow) => ({
  id: workflow.id,
  name: workflow.name,
  ...present({ userId: workflow.authorId ?? undefined }),
  teamId: workflow.teamId,
  createdAt: new Date(workflow.createdAt).toISOString(),
  updatedAt: new Date(workflow.updatedAt).toISOString(),
  trigger: present({ type: workflow.trigger.type, offset: workflow.trigger.offset ?? undefined }),
  steps: workflow.steps.map(presentStep),
});

export const presentEventWorkflow = (workflow: Workflow): z.input<typeof eventWorkflowReply> => ({
  ...presentCommon(workflow),
  type: 'event-type',
  activation: {
    isActiveOnAllEventTypes: workflow.activation.everywhere,
    activeOnEventTypeIds: [...workflow.activation.eventTypeIds],
  },
});

export const presentFormWorkflow = (workflow: Workflow): z.input<typeof formWorkflowReply> => ({
  ...presentCommon(workflow),
  type: 'routing-form',
  activation: {
    isActiveOnAllRoutingForms: workflow.activation.everywhere,
    activeOnRoutingFormIds: [...workflow.activation.formIds],
  },
});
