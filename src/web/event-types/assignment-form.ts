/* Hosts and scheduling type of a team's event type as fields of a form. Pure. */
import { type AssignmentValues, HOST_FIELDS, SCHEDULING_LABELS } from '../../../views/event-types/hosts.js';
import { TICKED } from '../../../views/parts/forms/box-field.js';
import { counted } from '../../../views/parts/text/counted.js';
import type { Form } from '../../http/forms.js';
import type { EventType, EventTypeHost } from '../../scheduling/event-types/event-type.js';
import type { OwnedEventType } from './owner.js';

export const NEW_ASSIGNMENT: AssignmentValues = { schedulingType: 'roundRobin', all: true, hosts: [] };

export const HOST_LISTS: readonly string[] = [HOST_FIELDS.hosts];

export const assignmentIn = (form: Form): AssignmentValues => ({
  schedulingType: form.text(HOST_FIELDS.type),
  all: form.text(HOST_FIELDS.all) === TICKED,
  hosts: form.list(HOST_FIELDS.hosts),
});

/** Of a new one; its hosts are chosen on their page. Unchecked. */
export const newAssignmentOf = ({ schedulingType, all }: AssignmentValues): object => ({
  schedulingType,
  assignAllTeamMembers: all,
});

export const assignmentOf = ({ eventType, hosts = [] }: OwnedEventType): AssignmentValues => ({
  schedulingType: eventType.schedulingType ?? '',
  all: eventType.assignAllTeamMembers === true,
  hosts: hosts.map(({ accountId }) => String(accountId)),
});

/** Hosts that stay keep what the API has set for them. Where all members host it, the list stays. Unchecked. */
export function assignmentChange(
  { schedulingType, all, hosts }: AssignmentValues,
  current: readonly EventTypeHost[],
): object {
  if (all) return { schedulingType, assignAllTeamMembers: true };
  const chosen = hosts.map((id) => {
    const host = current.find(({ accountId }) => String(accountId) === id);
    if (host === undefined) return { userId: Number(id) };
    const { accountId: userId, mandatory, priority, weight } = host;
    return { userId, mandatory, priority, weight };
  });
  return { schedulingType, assignAllTeamMembers: false, hosts: chosen };
}

const labelOf = ({ schedulingType }: EventType): string | undefined =>
  schedulingType && SCHEDULING_LABELS[schedulingType];

/** Undefined for an event type of a user, who is its host. */
export function hostsText({ eventType, hosts }: OwnedEventType): string | undefined {
  const label = labelOf(eventType);
  if (label === undefined || hosts === undefined) return undefined;
  const all = eventType.assignAllTeamMembers === true ? ' (all members)' : '';
  return `${label}, ${counted(hosts.length, 'host')}${all}`;
}
