/* Use cases of workflows, of either kind: inputs become terms, results of the store values or errors. */
import { present } from '../../present.js';
import type { Principal } from '../../api/principal.js';
import type { AppError } from '../../errors.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import { actorOf } from '../actor.js';
import type { WorkflowChange, WorkflowInput } from './schemas.js';
import type { Unknown, Workflow, WorkflowGroup, WorkflowStore, WorkflowTerms, StepInput } from './store.js';

const WORKFLOWS_PER_TEAM = 100;

export interface WorkflowCall {
  readonly principal: Principal;
  readonly clientIp: string;
}

export interface WorkflowUseCases {
  readonly list: WorkflowStore['list'];
  find(group: WorkflowGroup, id: number): Promise<Workflow>;
  create(call: WorkflowCall, group: WorkflowGroup, input: WorkflowInput): Promise<Workflow>;
  change(
    call: WorkflowCall,
    group: WorkflowGroup,
    target: { readonly id: number; readonly change: WorkflowChange },
  ): Promise<Workflow>;
  remove(call: WorkflowCall, group: WorkflowGroup, id: number): Promise<undefined>;
}

const stepTerms = (step: WorkflowInput['steps'][number]): StepInput => ({
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

const revise = (current: WorkflowTerms, { steps, ...change }: WorkflowChange): WorkflowTerms => ({
  ...current,
  ...present(change),
  steps: steps?.map(stepTerms) ?? current.steps,
});

const UNKNOWN: Readonly<Record<Unknown['member'], readonly [property: string, text: string]>> = {
  eventTypeIds: ['activation.activeOnEventTypeIds', 'are no event types of this team'],
  formIds: ['activation.activeOnRoutingFormIds', 'are no routing forms of this team'],
  stepIds: ['steps', 'are no steps of this workflow'],
  verifiedEmailIds: ['steps.verifiedEmailId', 'are no addresses that this team or you have verified'],
  verifiedPhoneIds: ['steps.verifiedPhoneId', 'are no phone numbers that this team or you have verified'],
};

function unknown({ member, ids }: Unknown): AppError {
  const [property, text] = UNKNOWN[member];
  return invalidInput([{ property, message: `${ids.join(', ')} ${text}` }]);
}

const tooMany = (): AppError =>
  conflict(`The team has ${WORKFLOWS_PER_TEAM} workflows, the maximum. Remove one first.`);
const noWorkflow = (): AppError => notFound('This team has no workflow of this kind with this id.');

function orRefuse(answer: Workflow | Unknown | 'too_many' | undefined): Workflow {
  if (answer === undefined) throw noWorkflow();
  if (answer === 'too_many') throw tooMany();
  if ('kind' in answer) throw unknown(answer);
  return answer;
}

const authorshipOf = ({ principal, clientIp }: WorkflowCall) => ({
  authorId: principal.accountId,
  actor: actorOf(principal, clientIp),
});

export const createWorkflowUseCases = (workflows: WorkflowStore): WorkflowUseCases => ({
  list: workflows.list,
  find: async (group, id) => orRefuse(await workflows.find(group, id)),
  async create(call, group, { steps, ...input }) {
    const terms = { ...input, steps: steps.map(stepTerms), most: WORKFLOWS_PER_TEAM };
    return orRefuse(await workflows.create(group, terms, authorshipOf(call)));
  },
  change: async (call, group, { id, change }) =>
    orRefuse(await workflows.change(group, id, (current) => revise(current, change), authorshipOf(call))),
  async remove({ principal, clientIp }, group, id) {
    if (!(await workflows.remove(group, id, actorOf(principal, clientIp)))) throw noWorkflow();
    return undefined;
  },
});
