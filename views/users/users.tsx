/* Every account, for administrators. Data: web/users. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { SearchForm } from '../parts/forms/search-form.js';
import { Card } from '../parts/card.js';
import { Link } from '../parts/link.js';
import { Pages } from '../parts/pages.js';
import { Time } from '../parts/text/time.js';

/** What badges say about an account. */
export interface AccountStates {
  readonly admin: boolean;
  readonly disabledAt?: Date;
  readonly emailVerifiedAt?: Date;
}

export interface UserRow extends AccountStates {
  readonly to: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
}

export interface UsersPageProps {
  readonly user: PageUser;
  readonly users: readonly UserRow[];
  readonly search: { readonly action: string; readonly text: string };
  /** Back to the first page; absent on it. */
  readonly first?: string | undefined;
  /** Absent on the last page. */
  readonly next?: string | undefined;
  readonly now: Date;
}

export const USERS_TEXT = {
  title: 'Users',
  detail: 'Find an account, and sign it out, disable it or help its user back in.',
} as const;

const TEXT = {
  search: 'Name, e-mail address or username',
  searchButton: 'Search',
  everything: 'Clear the search',
  created: 'Account since',
  first: 'First page',
  next: 'Next page',
  none: 'No user found',
  noneDetail: 'Each word must be part of the name, the e-mail address or the username.',
  admin: 'Administrator',
  disabled: 'Disabled',
  unconfirmed: 'Address not confirmed',
} as const;

export const AccountBadges = ({ admin, disabledAt, emailVerifiedAt }: AccountStates): VNode => (
  <span class="badges">
    {admin && <Badge kind="info" text={TEXT.admin} />}
    {disabledAt && <Badge kind="danger" text={TEXT.disabled} />}
    {!emailVerifiedAt && <Badge kind="warning" text={TEXT.unconfirmed} />}
  </span>
);

const NoUsers = ({ search }: UsersPageProps): VNode => (
  <>
    <h2>{TEXT.none}</h2>
    <p>{TEXT.noneDetail}</p>
    <p>
      <Link to={search.action}>{TEXT.everything}</Link>
    </p>
  </>
);

const Row = ({ row, now }: { row: UserRow; now: Date }): VNode => (
  <li>
    <Link to={row.to}>
      <bdi>{row.name}</bdi>
    </Link>
    <AccountBadges {...row} />
    <p class="hint">
      <bdi>{row.email}</bdi> · {TEXT.created} <Time at={row.createdAt} now={now} />
    </p>
  </li>
);

export const UsersPage = (props: UsersPageProps): VNode => (
  <AccountPage title={USERS_TEXT.title} user={props.user}>
    <SearchForm {...props.search} label={TEXT.search} submit={TEXT.searchButton} />
    <Card>
      {props.users.length === 0 ? (
        <NoUsers {...props} />
      ) : (
        <ul class="rows">
          {props.users.map((row) => (
            <Row key={row.to} row={row} now={props.now} />
          ))}
        </ul>
      )}
    </Card>
    <Pages {...props} labels={TEXT} />
  </AccountPage>
);
