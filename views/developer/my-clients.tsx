/* The first page of developer settings: the clients that the user manages. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Filters, type FilterView } from '../parts/filters.js';
import { LinkAction } from '../parts/forms/actions.js';
import { SearchForm } from '../parts/forms/search-form.js';
import { Card } from '../parts/card.js';
import { Link } from '../parts/link.js';
import { Pages } from '../parts/pages.js';
import { isolated } from '../parts/text/isolated.js';
import { Time } from '../parts/text/time.js';
import { ClientRow, type ClientRowView } from './client-row.js';

export interface ListedClient extends ClientRowView {
  /** Its newest token request or API call. */
  readonly activeAt?: Date | undefined;
}

export interface MyClientsProps {
  readonly user: PageUser;
  readonly clients: readonly ListedClient[];
  readonly search: { readonly action: string; readonly text: string; readonly status: string };
  /** Absent for a list of one page. */
  readonly filters?: readonly FilterView[] | undefined;
  readonly first?: string | undefined;
  readonly next?: string | undefined;
  readonly createTo: string;
  readonly now: Date;
  /** Outcome of the last form. */
  readonly done?: string | undefined;
}

export const DEVELOPER_TEXT = {
  title: 'Your applications',
  lead: 'OAuth clients let your application work with people’s accounts, within the scopes they allow.',
  detail: 'Register applications, rotate their secrets, change what they ask for.',
} as const;

export const MY_CLIENTS_TEXT = {
  create: 'Create a client',
  created: 'Created',
  active: 'Last active',
  neverActive: 'Not active yet',
  none: 'You have no clients yet',
  noneDetail:
    'A client is your application as this service knows it: an ID, its redirect URIs, and the scopes it may ask for. After review everyone can use it; until then only those who manage it and the testers they name.',
  filterTitle: 'Filter by status',
  filters: {
    all: 'All',
    pending: 'Pending',
    approved: 'Approved',
    rejected: 'Rejected',
    suspended: 'Suspended',
  },
  search: 'Name, team or client ID',
  searchButton: 'Search',
  notFound: 'No client found',
  notFoundDetail:
    'Each word must be part of the name, the client ID or the name of the team, and the status must match.',
  everything: 'Show all clients',
  first: 'First page',
  next: 'Next page',
  removed: (name: string) => `${isolated(name)} was deleted. Its tokens no longer have access.`,
} as const;
const TEXT = MY_CLIENTS_TEXT;

const Activity = ({ activeAt, now }: Pick<ListedClient, 'activeAt'> & { now: Date }): VNode =>
  activeAt ? (
    <>
      {TEXT.active} <Time at={activeAt} now={now} />
    </>
  ) : (
    <>{TEXT.neverActive}</>
  );

const Nothing = ({ search, filters }: MyClientsProps): VNode =>
  filters === undefined ? (
    <>
      <h2>{TEXT.none}</h2>
      <p>{TEXT.noneDetail}</p>
    </>
  ) : (
    <>
      <h2>{TEXT.notFound}</h2>
      <p>{TEXT.notFoundDetail}</p>
      <p>
        <Link to={search.action}>{TEXT.everything}</Link>
      </p>
    </>
  );

export const MyClientsPage = (props: MyClientsProps): VNode => (
  <AccountPage title={DEVELOPER_TEXT.title} user={props.user} done={props.done}>
    <p class="lead">{DEVELOPER_TEXT.lead}</p>
    <LinkAction look="primary" to={props.createTo} text={TEXT.create} />
    {props.filters && (
      <>
        <SearchForm {...props.search} label={TEXT.search} submit={TEXT.searchButton} />
        <Filters filters={props.filters} labels={TEXT.filters} title={TEXT.filterTitle} />
      </>
    )}
    <Card>
      {props.clients.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <ul class="rows rows-with-logo">
          {props.clients.map((client) => (
            <ClientRow key={client.to} client={client}>
              {TEXT.created} <Time at={client.createdAt} now={props.now} /> ·{' '}
              <Activity {...client} now={props.now} />
            </ClientRow>
          ))}
        </ul>
      )}
    </Card>
    <Pages {...props} labels={TEXT} />
  </AccountPage>
);
