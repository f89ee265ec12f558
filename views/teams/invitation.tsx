/* An invitation to a team or organization: by whom, in which role, and what joining means. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { CardPage } from '../parts/card-page.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { type GroupView, ROLE_LABELS, type RoleView } from './role-labels.js';

export interface InvitationProps {
  readonly user: PageUser;
  readonly group: GroupView;
  readonly inviter?: string | undefined;
  readonly role: RoleView;
  /** An administrator added the user, who has not confirmed yet. */
  readonly accepted: boolean;
  /** False for an invite link, which need not be declined. */
  readonly declinable: boolean;
  readonly csrf: string;
  readonly action: string;
  readonly refusal?: string | undefined;
}

const TEXT = {
  join: (name: string) => `Join ${name}`,
  confirm: (name: string) => `You were added to ${name}`,
  team: 'Team',
  organization: 'Organization',
  inviter: 'Invited by',
  adder: 'Added by',
  gone: 'Someone whose account was deleted',
  role: 'You become',
  roleNow: 'You are',
  teamResources:
    'Its administrators see when you are available, manage your availability and your bookings for the team, and see your profile and e-mail address.',
  organizationResources:
    'Its administrators see your profile, e-mail address, schedules and bookings, and may change your profile and your availability.',
  until: 'Until you confirm, nobody there can see or change any of this.',
  leave: 'You can leave at any time.',
  accept: (name: string) => `Join ${name}`,
  confirmIt: 'Confirm',
  decline: 'Decline',
  leaveNow: 'Leave',
  ignore: 'Not now, back to your account',
  other: 'Not you? Sign out',
  toTeams: 'See your teams',
} as const;

export const DECISION = 'decision';

const Decision = ({ group, accepted, declinable, csrf, action }: InvitationProps): VNode => (
  <Form action={action} csrf={csrf}>
    <Button look="primary" name={DECISION} value="accept">
      {accepted ? TEXT.confirmIt : TEXT.accept(group.name)}
    </Button>
    {declinable && (
      <Button look="plain" name={DECISION} value="decline">
        {accepted ? TEXT.leaveNow : TEXT.decline}
      </Button>
    )}
  </Form>
);

const Links = (): VNode => (
  <>
    <p class="centred">
      <Link to="/">{TEXT.ignore}</Link>
    </p>
    <p class="centred">
      <Link to="/sign-out">{TEXT.other}</Link>
    </p>
  </>
);

export function InvitationPage(props: InvitationProps): VNode {
  const { user, group, inviter = TEXT.gone, role, accepted, refusal } = props;
  const title = accepted ? TEXT.confirm(group.name) : TEXT.join(group.name);
  const facts = [
    { term: group.organization ? TEXT.organization : TEXT.team, value: <bdi>{group.name}</bdi> },
    { term: TEXT.organization, value: group.organizationName && <bdi>{group.organizationName}</bdi> },
    { term: accepted ? TEXT.adder : TEXT.inviter, value: <bdi>{inviter}</bdi> },
    { term: accepted ? TEXT.roleNow : TEXT.role, value: ROLE_LABELS[role] },
  ];
  return (
    <CardPage title={title} user={user} below={<Links />}>
      {refusal && <Notice kind="danger" title={refusal} />}
      <DefinitionList of={facts} />
      <p>{group.organization ? TEXT.organizationResources : TEXT.teamResources}</p>
      <p class="hint">
        {accepted && `${TEXT.until} `}
        {TEXT.leave}
      </p>
      <Decision {...props} />
    </CardPage>
  );
}

/** Why an invitation cannot be accepted, and what to do. */
export const INVITATION_ENDS = {
  unknown: {
    title: 'There is no invitation at this address',
    detail:
      'The link is incomplete, the invitation was withdrawn, or it is for someone else. Ask the sender for a new one.',
  },
  expired: {
    title: 'This invitation has expired',
    detail: 'Ask the sender for a new link.',
  },
  used_up: {
    title: 'This invitation is used up',
    detail:
      'It was created for a limited number of people, and they have all joined. Ask the sender for a new link.',
  },
  withdrawn: {
    title: 'This invitation is no longer valid',
    detail: 'The person who created it no longer manages the team. Ask someone in the team for a new link.',
  },
  outside: {
    title: 'This team is for members of its organization',
    detail: 'Ask an administrator of the organization to add you to it. After that the link works for you.',
  },
  member: {
    title: 'You are already a member',
    detail: 'There is nothing left to do.',
  },
} as const;

export type InvitationEnd = keyof typeof INVITATION_ENDS;

export const InvitationEndPage = ({ user, end }: { user: PageUser; end: InvitationEnd }): VNode => (
  <CardPage title={INVITATION_ENDS[end].title} user={user}>
    <p>{INVITATION_ENDS[end].detail}</p>
    <ButtonLink look="plain" to="/settings/teams">
      {TEXT.toTeams}
    </ButtonLink>
  </CardPage>
);
