/* How a change of who hosts a team's event type is laid over what stands. Pure. */
import { invalidInput } from '../../errors.js';
import type { TeamEventTypeChangeInput } from './team-schemas.js';
import type { Assignment } from './team-store.js';

export const EVENT_TYPES_PER_TEAM = 500;

type Sent = Pick<TeamEventTypeChangeInput, 'schedulingType' | 'hosts' | 'assignAllTeamMembers'>;

/** Whoever names hosts and says no more means these alone. */
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

/** Throws where one that is managed would become another, or the other way round: its members have their own of it. */
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
