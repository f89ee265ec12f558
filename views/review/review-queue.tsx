/* The review queue, with every client by status. */
import type { VNode } from 'preact';
import { ClientRow, type ClientRowView } from '../developer/client-row.js';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Filters, type FilterView } from '../parts/filters.js';
import { SearchForm } from '../parts/forms/search-form.js';
import { Card } from '../parts/card.js';
import { Link } from '../parts/link.js';
import { Pages } from '../parts/pages.js';
import { Time } from '../parts/text/time.js';

export interface QueuedClient extends ClientRowView {
  readonly owner: PageUser;
  /** Absent when nothing waits for review. */
  readonly waitingSince?: Date | undefined;
}

export interface ReviewQueueProps {
  readonly user: PageUser;
  readonly clients: readonly QueuedClient[];
  readonly filters: readonly FilterView[];
  readonly search: { readonly action: string; readonly text: string };
  /** Back to the first page; absent on it. */
  readonly first?: string | undefined;
  /** Absent on the last page. */
  readonly next?: string | undefined;
  readonly now: Date;
}

export const REVIEW_TEXT = {
  title: 'Review',
  detail: 'Decide on new clients and on what their owners want to change.',
} as const;

const TEXT = {
  filters: 'Filter by status',
  waiting: 'Submitted',
  created: 'Created',
  by: 'by',
  search: 'Name, client ID, owner or redirect host',
  searchHint: 'Among the clients of every status.',
  searchButton: 'Search',
  everything: 'Clear the search',
  first: 'First page',
  next: 'Next page',
  notFound: 'No client found',
  notFoundDetail:
    'Each word must be part of the name, the owner’s name or e-mail address, the team’s name, the client ID, or the host of a redirect URI.',
  none: 'No clients here',
  noneDetail: 'New clients and proposed changes appear under “Needs review”, the longest waiting first.',
} as const;

const FILTERS: Readonly<Record<string, { readonly label: string; readonly hint: string }>> = {
  waiting: {
    label: 'Needs review',
    hint: 'New clients, rejected ones that were changed, and proposed changes, the longest waiting first.',
  },
  pending: { label: 'New', hint: 'Never decided on. Only their owners and testers can use them.' },
  approved: { label: 'Approved', hint: 'Everyone can use them, the newest first.' },
  rejected: { label: 'Rejected', hint: 'Nobody can use them, the newest first.' },
  suspended: { label: 'Suspended', hint: 'They have no access until they are resumed, the newest first.' },
  faulty_hosts: { label: 'Faulty hosts', hint: 'Registered with a host that would be refused today.' },
  all: { label: 'All', hint: 'Clients of every status, the newest first.' },
};

const LABELS = Object.fromEntries(Object.entries(FILTERS).map(([name, { label }]) => [name, label]));

const hintOf = (filters: readonly FilterView[]): string | undefined =>
  FILTERS[filters.find(({ chosen }) => chosen)?.name ?? '']?.hint;

const Owner = ({ owner }: QueuedClient): VNode => (
  <>
    {' '}
    {TEXT.by} <bdi>{owner.name}</bdi> (<bdi>{owner.email}</bdi>)
  </>
);

const NoClients = ({ search }: ReviewQueueProps): VNode => (
  <>
    <h2>{search.text === '' ? TEXT.none : TEXT.notFound}</h2>
    <p>{search.text === '' ? TEXT.noneDetail : TEXT.notFoundDetail}</p>
    {search.text !== '' && (
      <p>
        <Link to={search.action}>{TEXT.everything}</Link>
      </p>
    )}
  </>
);

export const ReviewQueuePage = (props: ReviewQueueProps): VNode => (
  <AccountPage title={REVIEW_TEXT.title} user={props.user}>
    <SearchForm {...props.search} label={TEXT.search} hint={TEXT.searchHint} submit={TEXT.searchButton} />
    <Filters filters={props.filters} labels={LABELS} title={TEXT.filters} hint={hintOf(props.filters)} />
    <Card>
      {props.clients.length === 0 ? (
        <NoClients {...props} />
      ) : (
        <ul class="rows rows-with-logo">
          {props.clients.map((client) => (
            <ClientRow key={client.to} client={client} by={<Owner {...client} />}>
              {client.waitingSince ? TEXT.waiting : TEXT.created}{' '}
              <Time at={client.waitingSince ?? client.createdAt} now={props.now} />
            </ClientRow>
          ))}
        </ul>
      )}
    </Card>
    <Pages {...props} labels={TEXT} />
  </AccountPage>
);
