/* The members of a team or an organization, with those who are invited. Data: web/teams. */
import type { VNode } from 'preact';
import type { SubpageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { ButtonLink } from '../parts/forms/button.js';
import { SearchForm } from '../parts/forms/search-form.js';
import { Link } from '../parts/link.js';
import { Pages } from '../parts/pages.js';
import { isolated } from '../parts/text/isolated.js';
import { ROLE_LABELS, type RoleView } from './role-labels.js';

export interface MemberView {
  /** Of a user who has not accepted, the address that was invited, or their number. */
  readonly name: string;
  readonly email?: string | undefined;
  readonly role: RoleView;
  readonly state: 'member' | 'unconfirmed' | 'invited';
  readonly isYou: boolean;
}

export interface ListedMember extends MemberView {
  readonly id: number;
  readonly to: string;
}

export interface MembersProps extends SubpageProps {
  readonly group: string;
  readonly members: readonly ListedMember[];
  readonly inviteTo: string;
  /** Absent for a list of one page. */
  readonly search?: { readonly action: string; readonly text: string } | undefined;
  readonly first?: string | undefined;
  readonly next?: string | undefined;
  readonly done?: string | undefined;
}

export const MEMBERS_TEXT = {
  title: 'Members',
  of: (name: string) => `Members of ${name}`,
  invite: 'Invite people',
  invited: 'Invited',
  unconfirmed: 'Not confirmed',
  you: 'You',
  search: 'Name or e-mail address',
  searchButton: 'Search',
  none: 'No member found',
  noneDetail:
    'The search looks at names, usernames and addresses. Of people who are invited it knows the address.',
  all: 'Show all members',
  first: 'First page',
  next: 'Next page',
  done: {
    invited: (email: string) => `The invitation is sent to ${isolated(email)}.`,
    role: (name: string) => `The role of ${isolated(name)} is changed. It counts at once.`,
    removed: (name: string) => `${isolated(name)} is removed.`,
    withdrawn: (name: string) => `The invitation of ${isolated(name)} is withdrawn.`,
  },
} as const;
const TEXT = MEMBERS_TEXT;

export const MemberBadges = ({ role, state, isYou }: MemberView): VNode => (
  <span class="badges">
    {isYou && <Badge kind="info" text={TEXT.you} />}
    {state !== 'member' && <Badge kind="warning" text={TEXT[state]} />}
    <Badge kind={role === 'member' ? 'info' : 'good'} text={ROLE_LABELS[role]} />
  </span>
);

const Row = (member: ListedMember): VNode => (
  <li>
    <Link to={member.to}>
      <bdi>{member.name}</bdi>
    </Link>
    <MemberBadges {...member} />
    {member.email !== undefined && (
      <p class="hint">
        <bdi>{member.email}</bdi>
      </p>
    )}
  </li>
);

const NoMembers = ({ action }: { action: string }): VNode => (
  <>
    <h2>{TEXT.none}</h2>
    <p>{TEXT.noneDetail}</p>
    <p>
      <Link to={action}>{TEXT.all}</Link>
    </p>
  </>
);

export const MembersPage = (props: MembersProps): VNode => (
  <AccountPage
    {...props}
    title={TEXT.title}
    heading={
      <>
        {TEXT.title} of <bdi>{props.group}</bdi>
      </>
    }
  >
    <p class="actions">
      <ButtonLink look="primary" to={props.inviteTo}>
        {TEXT.invite}
      </ButtonLink>
    </p>
    {props.search && <SearchForm {...props.search} label={TEXT.search} submit={TEXT.searchButton} />}
    <Card>
      {props.members.length === 0 ? (
        <NoMembers action={props.search?.action ?? ''} />
      ) : (
        <ul class="rows">
          {props.members.map((member) => (
            <Row key={member.id} {...member} />
          ))}
        </ul>
      )}
    </Card>
    <Pages {...props} labels={TEXT} />
  </AccountPage>
);
