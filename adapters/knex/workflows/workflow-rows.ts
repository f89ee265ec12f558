/* Rows of workflows and the domain. One statement reads a workflow with its steps. */
import type {
  Step,
  StepTerms,
  Trigger,
  Workflow,
  WorkflowGroup,
  WorkflowTerms,
} from '../../../src/scheduling/workflows/store.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

export interface WorkflowRow {
  readonly id: number;
  readonly team_id: number;
  readonly author_id: number | null;
  readonly name: string;
  readonly trigger: Trigger['type'];
  readonly offset_value: number | null;
  readonly offset_unit: NonNullable<Trigger['offset']>['unit'] | null;
  readonly everywhere: boolean;
  readonly event_type_ids: readonly number[];
  readonly form_ids: readonly string[];
  readonly steps: readonly Step[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Own verified addresses of users count while they are in the team or its organization. */
const isUsable = (table: string): string => `(${table}.team_id = workflow.team_id or exists (
  select from team join membership on membership.team_id in (team.id, team.organization_id)
  where team.id = workflow.team_id and membership.accepted and membership.account_id = ${table}.account_id))`;

/** For statements that select from `workflow`. */
export const STEPS = `(
  select coalesce(json_agg(json_build_object(
    'id', step.id, 'number', step.number, 'action', step.action, 'template', step.template,
    'sender', step.sender, 'subject', step.subject, 'html', step.html, 'text', step.text,
    'includeCalendarEvent', step.calendar_event,
    'verifiedEmailId', step.verified_email_id, 'email', verified_email.email,
    'verifiedPhoneId', step.verified_phone_id, 'phone', verified_phone.phone,
    'phoneRequired', step.phone_required
  ) order by step.number, step.id), '[]')
  from workflow_step as step
  left join verified_email on verified_email.id = step.verified_email_id and ${isUsable('verified_email')}
  left join verified_phone on verified_phone.id = step.verified_phone_id and ${isUsable('verified_phone')}
  where step.workflow_id = workflow.id)`;

const SELECT = `
select workflow.*, ${STEPS} as steps,
  (select coalesce(json_agg(event_type_id order by event_type_id), '[]')
   from workflow_event_type where workflow_id = workflow.id) as event_type_ids,
  (select coalesce(json_agg(form_id order by form_id), '[]')
   from workflow_form join routing_form on routing_form.id = form_id
   where workflow_id = workflow.id) as form_ids
from workflow where workflow.team_id = :teamId and workflow.kind = :kind`;

export function triggerOf<T>(
  type: T,
  { offset_value: value, offset_unit: unit }: Pick<WorkflowRow, 'offset_value' | 'offset_unit'>,
): Trigger<T> {
  return { type, offset: value === null || unit === null ? null : { value, unit } };
}

const toWorkflow = (row: WorkflowRow): Workflow => ({
  id: row.id,
  teamId: row.team_id,
  authorId: row.author_id,
  name: row.name,
  trigger: triggerOf(row.trigger, row),
  activation: { everywhere: row.everywhere, eventTypeIds: row.event_type_ids, formIds: row.form_ids },
  steps: row.steps,
  createdAt: row.created_at.getTime(),
  updatedAt: row.updated_at.getTime(),
});

/** `tail`: conditions, order, lock. */
export async function selectWorkflows(
  db: Database,
  { teamId, kind }: WorkflowGroup,
  tail: string,
  values: Readonly<Record<string, unknown>>,
): Promise<readonly Workflow[]> {
  const rows = await selectRows<WorkflowRow>(db, `${SELECT} ${tail}`, { teamId, kind, ...values });
  return rows.map(toWorkflow);
}

export const workflowColumns = ({ name, trigger, activation }: WorkflowTerms) => ({
  name,
  trigger: trigger.type,
  offset_value: trigger.offset?.value ?? null,
  offset_unit: trigger.offset?.unit ?? null,
  everywhere: activation.everywhere,
});

export const stepColumns = (workflowId: number, step: StepTerms) => ({
  workflow_id: workflowId,
  number: step.number,
  action: step.action,
  template: step.template,
  sender: step.sender,
  subject: step.subject,
  html: step.html,
  text: step.text,
  calendar_event: step.includeCalendarEvent,
  verified_email_id: step.verifiedEmailId,
  verified_phone_id: step.verifiedPhoneId,
  phone_required: step.phoneRequired,
});
