/* The teams and organizations of a user, with their invitations. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { Card, EmptyCard } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { isolated } from '../parts/text/isolated.js';
import { ORGANIZATION_APPS_TEXT } from './organization-apps.js';
import { type GroupView, ROLE_LABELS, type RoleView } from './role-labels.js';

export interface MembershipView {
  readonly id: number;
  readonly group: GroupView;
  readonly role: RoleView;
  readonly accepted: boolean;
  readonly agreed: boolean;
  /** Path of the invitation. */
  readonly to: string;
  /** Path of its page; absent until the user has accepted. */
  readonly page?: string | undefined;
  /** Path of the applications of an organization that the user manages. */
  readonly apps?: string | undefined;
}

export interface MyTeamsProps {
  readonly user: PageUser;
  readonly memberships: readonly MembershipView[];
  readonly csrf: string;
  readonly action: string;
  readonly createTo: string;
  /** Outcome of the last form. */
  readonly done?: string | undefined;
  readonly refusal?: string | undefined;
}

export const TEAMS_TEXT = {
  title: 'Teams',
  detail: 'Create and manage teams, answer invitations, or leave.',
  lead: 'The administrators of a team or organization you are in see and manage your availability and bookings there.',
  create: 'Create a team',
  none: 'You are not in a team yet',
  noneDetail: 'Create one, or wait for an invitation: it appears here, too.',
  organization: 'Organization',
  teamOf: (name: string) => `Team of ${name}`,
  team: 'Team',
  kind: 'Type',
  role: 'Your role',
  invited: 'Invited',
  unconfirmed: 'Not confirmed',
  answer: (name: string) => `Respond to ${name}`,
  leave: (name: string) => `Leave ${name}`,
  leaveOrganization: 'Leaving an organization also leaves its teams.',
  lastOwner: 'You are the last owner. Make another member an owner first.',
  lastOwnerOf: (teams: readonly string[]) =>
    `You are the last owner of these teams of the organization: ${teams.join(', ')}. Make another member an owner of each first.`,
} as const;
const TEXT = TEAMS_TEXT;

export const TEAMS_DONE = {
  joined: (name: string) => `You are now a member of ${isolated(name)}.`,
  declined: (name: string) => `You declined the invitation to ${isolated(name)}.`,
  left: (name: string) =>
    `You have left ${isolated(name)}. The others there can no longer see or change your data.`,
  removed: (name: string) => `${isolated(name)} is deleted. Its bookings stay.`,
} as const;

/** Field of the form. */
export const MEMBERSHIP = 'membership';

function kindOf({ organization, organizationName }: GroupView): string {
  if (organization) return TEXT.organization;
  return organizationName === undefined ? TEXT.team : TEXT.teamOf(organizationName);
}

const Action = ({ membership, csrf, action }: MyTeamsProps & { membership: MembershipView }): VNode => {
  const { id, group, agreed, to } = membership;
  return agreed ? (
    <Form action={action} csrf={csrf}>
      <Button look="plain" name={MEMBERSHIP} value={String(id)}>
        {TEXT.leave(group.name)}
      </Button>
    </Form>
  ) : (
    <ButtonLink look="primary" to={to}>
      {TEXT.answer(group.name)}
    </ButtonLink>
  );
};

const Membership = (props: MyTeamsProps & { membership: MembershipView }): VNode => {
  const { group, role, accepted, agreed, page } = props.membership;
  return (
    <li>
      <Card>
        <h2>
          {page === undefined ? (
            <bdi>{group.name}</bdi>
          ) : (
            <Link to={page}>
              <bdi>{group.name}</bdi>
            </Link>
          )}
        </h2>
        {!agreed && (
          <p>
            <Badge kind="warning" text={accepted ? TEXT.unconfirmed : TEXT.invited} />
          </p>
        )}
        <DefinitionList
          of={[
            { term: TEXT.kind, value: <bdi>{kindOf(group)}</bdi> },
            { term: TEXT.role, value: ROLE_LABELS[role] },
          ]}
        />
        {agreed && group.organization && <p class="hint">{TEXT.leaveOrganization}</p>}
        {props.membership.apps && (
          <p>
            <Link to={props.membership.apps}>{ORGANIZATION_APPS_TEXT.link(group.name)}</Link>
          </p>
        )}
        <Action {...props} />
      </Card>
    </li>
  );
};

export const MyTeamsPage = (props: MyTeamsProps): VNode => (
  <AccountPage title={TEXT.title} user={props.user} done={props.done} refusal={props.refusal}>
    <p class="lead">{TEXT.lead}</p>
    <p class="actions">
      <ButtonLink look="primary" to={props.createTo}>
        {TEXT.create}
      </ButtonLink>
    </p>
    {props.memberships.length === 0 ? (
      <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} />
    ) : (
      <ul class="cards">
        {props.memberships.map((membership) => (
          <Membership key={membership.id} membership={membership} {...props} />
        ))}
      </ul>
    )}
  </AccountPage>
);
