/* How a change of hosts applies to a team's event type. Pure. */
import { invalidInput } from '../../errors.js';
import type { TeamEventTypeChangeInput } from './team-schemas.js';
import type { Assignment } from './team-store.js';

export const EVENT_TYPES_PER_TEAM = 500;

type Sent = Pick<TeamEventTypeChangeInput, 'schedulingType' | 'hosts' | 'assignAllTeamMembers'>;

/** Named hosts alone are assigned, unless the request says otherwise. */
const assignsAll = ({ hosts, assignAllTeamMembers }: Sent, current: boolean): boolean =>
  assignAllTeamMembers ?? (hosts === undefined && current);

const named = ({ hosts }: Sent): Pick<Assignment, 'hosts'> => (hosts === undefined ? {} : { hosts });

export const newAssignment = (
  sent: Sent & { readonly schedulingType: Assignment['schedulingType'] },
): Assignment => ({
  schedulingType: sent.schedulingType,
  assignAllTeamMembers: assignsAll(sent, false),
  hosts: sent.hosts ?? [],
});

/** Throws when a managed one would become another kind, or the reverse: its members have copies. */
export function revisedAssignment(current: Assignment, sent: Sent): Assignment {
  const { schedulingType = current.schedulingType } = sent;
  if (
    schedulingType !== current.schedulingType &&
    [schedulingType, current.schedulingType].includes('managed')
  ) {
    const rule =
      current.schedulingType === 'managed' ? 'must stay managed' : 'must be collective or roundRobin';
    throw invalidInput([{ property: 'schedulingType', message: `${rule}: make another event type instead` }]);
  }
  const assignAllTeamMembers = assignsAll(sent, current.assignAllTeamMembers);
  return { schedulingType, assignAllTeamMembers, ...named(sent) };
}
