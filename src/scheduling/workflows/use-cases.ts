/* What is done with the workflows of a team, of either kind: what was sent as what is stored, and answers or refusals. */
import { present } from '../../present.js';
import type { Principal } from '../../api/principal.js';
import type { AppError } from '../../errors.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import { actorOf } from '../actor.js';
import type { WorkflowChange, WorkflowInput } from './schemas.js';
import type { Unknown, Workflow, WorkflowGroup, WorkflowStore, WorkflowTerms, WrittenStep } from './store.js';

const WORKFLOWS_PER_TEAM = 100;

export interface WorkflowCall {
  readonly principal: Principal;
  readonly clientIp: string;
}

export interface WorkflowUseCases {
  find(group: WorkflowGroup, id: number): Promise<Workflow>;
  create(call: WorkflowCall, group: WorkflowGroup, input: WorkflowInput): Promise<Workflow>;
  change(
    call: WorkflowCall,
    group: WorkflowGroup,
    target: { readonly id: number; readonly change: WorkflowChange },
  ): Promise<Workflow>;
  remove(call: WorkflowCall, group: WorkflowGroup, id: number): Promise<undefined>;
}

type SentStep = WorkflowInput['steps'][number];

const writtenStep = (step: SentStep): WrittenStep => ({
  ...present({ id: step.id }),
  number: step.stepNumber,
  action: step.action,
  template: step.template,
  sender: step.sender,
  subject: step.message.subject,
  html: step.message.html ?? null,
  text: step.message.text ?? null,
  includeCalendarEvent: step.includeCalendarEvent,
  verifiedEmailId: step.action === 'email_address' ? (step.verifiedEmailId ?? null) : null,
  verifiedPhoneId: step.action === 'sms_number' ? (step.verifiedPhoneId ?? null) : null,
  phoneRequired: step.phoneRequired,
});

const revised = (
  current: WorkflowTerms,
  { name, trigger, activation, steps }: WorkflowChange,
): WorkflowTerms => ({
  name: name ?? current.name,
  trigger: trigger ?? current.trigger,
  activation: activation ?? current.activation,
  steps: steps?.map(writtenStep) ?? current.steps,
});

const UNKNOWN: Readonly<Record<Unknown['what'], readonly [property: string, words: string]>> = {
  eventTypeIds: ['activation.activeOnEventTypeIds', 'are no event types of this team'],
  formIds: ['activation.activeOnRoutingFormIds', 'are no routing forms of this team'],
  stepIds: ['steps', 'are no steps of this workflow'],
  verifiedEmailIds: ['steps.verifiedEmailId', 'are no addresses that this team or you have verified'],
  verifiedPhoneIds: ['steps.verifiedPhoneId', 'are no phone numbers that this team or you have verified'],
};

function unknown({ what, ids }: Unknown): AppError {
  const [property, words] = UNKNOWN[what];
  return invalidInput([{ property, message: `${ids.join(', ')} ${words}` }]);
}

const tooMany = (): AppError =>
  conflict(`The team has ${WORKFLOWS_PER_TEAM} workflows, the maximum. Remove one first.`);
const noWorkflow = (): AppError => notFound('This team has no workflow of this kind with this id.');

function found(answer: Workflow | Unknown | 'too_many' | undefined): Workflow {
  if (answer === undefined) throw noWorkflow();
  if (answer === 'too_many') throw tooMany();
  if ('kind' in answer) throw unknown(answer);
  return answer;
}

const writingOf = ({ principal, clientIp }: WorkflowCall) => ({
  authorId: principal.accountId,
  actor: actorOf(principal, clientIp),
});

export const createWorkflowUseCases = (workflows: WorkflowStore): WorkflowUseCases => ({
  find: async (group, id) => found(await workflows.find(group, id)),
  async create(call, group, { steps, ...input }) {
    const terms = { ...input, steps: steps.map(writtenStep), most: WORKFLOWS_PER_TEAM };
    return found(await workflows.create(group, terms, writingOf(call)));
  },
  change: async (call, group, { id, change }) =>
    found(await workflows.change(group, id, (current) => revised(current, change), writingOf(call))),
  async remove({ principal, clientIp }, group, id) {
    if ((await workflows.remove(group, id, actorOf(principal, clientIp))) === undefined) throw noWorkflow();
    return undefined;
  },
});
