/* The questions before a team is left, and before an application is revoked for all members. */
import type { Confirmation } from '../parts/confirmation.js';
import { counted } from '../parts/text/counted.js';
import { isolated } from '../parts/text/isolated.js';
import { MEMBER_TEXT } from './member.js';
import type { MemberView } from './members.js';
import { TEAMS_TEXT } from './my-teams.js';
import { TEAM_TEXT } from './team.js';
import { ORGANIZATION_APP_TEXT } from './organization-app.js';
import type { GroupView } from './role-labels.js';

const RETURN = 'You can only come back if somebody there invites you again.';

/** `teams`: those of the organization that the user is in. */
export const confirmLeaving = (group: GroupView, teams: readonly string[]): Confirmation => ({
  title: `Leave ${isolated(group.name)}?`,
  consequence: 'You can no longer see or change anything there.',
  details: [
    ...(teams.length > 0
      ? [`You also leave ${counted(teams.length, 'team')} of it: ${teams.map(isolated).join(', ')}.`]
      : []),
    RETURN,
  ],
  submit: TEAMS_TEXT.leave(group.name),
});

/** `grants` of `members`. */
export const confirmRevoking = (
  name: string,
  organization: string,
  { grants, members }: { readonly grants: number; readonly members: number },
): Confirmation => ({
  title: `Revoke ${isolated(name)} for all members of ${isolated(organization)}?`,
  consequence: `${counted(grants, 'grant')} of ${counted(members, 'member')} ${grants === 1 ? 'is' : 'are'} revoked.`,
  details: [
    ORGANIZATION_APP_TEXT.consequence,
    'This cannot be undone for them: each member has to allow the application again.',
  ],
  submit: ORGANIZATION_APP_TEXT.end(name),
});

interface DeletedTeam {
  readonly name: string;
  readonly publicUrl: string;
  readonly members: number;
  readonly invited: number;
  readonly eventTypes: number;
  readonly upcoming: number;
}

export const confirmTeamRemoval = (team: DeletedTeam): Confirmation => ({
  title: `Delete ${isolated(team.name)}?`,
  consequence: `${counted(team.members, 'member')} can no longer be booked through the team.`,
  details: [
    team.upcoming === 0
      ? 'It has no upcoming booking.'
      : `${counted(team.upcoming, 'upcoming booking')} of it will stay with their hosts and take place.`,
    ...(team.eventTypes > 0
      ? [`${counted(team.eventTypes, 'event type')} will be deleted with it, and the copies of managed ones.`]
      : []),
    ...(team.invited > 0 ? [`${counted(team.invited, 'invitation')} will be withdrawn.`] : []),
    `Its webhooks, workflows and routing forms end, and ${team.publicUrl} stops working.`,
    'A deleted team cannot be restored.',
  ],
  submit: TEAM_TEXT.remove,
});

interface Leaver extends Pick<MemberView, 'name' | 'state'> {
  readonly group: string;
  readonly isOrganization: boolean;
  readonly bookings: string;
  /** Upcoming bookings there. */
  readonly hosted: number;
}

function bookingsSentence({ bookings, hosted }: Leaver): string {
  if (hosted === 0) return 'They host no upcoming booking there.';
  const count = counted(hosted, 'upcoming booking');
  if (bookings === 'reassign')
    return `Another host takes over ${count}. If nobody can take one of them, the member stays, and those before it keep their new hosts.`;
  return bookings === 'cancel'
    ? `${count} will be cancelled, except where others host them too, and attendees get a mail.`
    : `${count} will stay with them and take place.`;
}

export const confirmMemberRemoval = (leaver: Leaver): Confirmation =>
  leaver.state === 'member'
    ? {
        title: `Remove ${isolated(leaver.name)} from ${isolated(leaver.group)}?`,
        consequence: 'They can no longer see or change anything there.',
        details: [
          bookingsSentence(leaver),
          ...(leaver.isOrganization ? ['They are removed from its teams, too.'] : []),
          'They can only come back if somebody invites them again.',
        ],
        submit: MEMBER_TEXT.remove,
      }
    : {
        title: `Withdraw the invitation of ${isolated(leaver.name)} to ${isolated(leaver.group)}?`,
        consequence: 'They can no longer accept it.',
        details: [MEMBER_TEXT.withdrawDetail],
        submit: MEMBER_TEXT.withdraw,
      };
