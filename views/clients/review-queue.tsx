/* What waits for a review, and every client there is. Filled by clients/review-pages. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Card } from '../parts/card.js';
import { Link } from '../parts/link.js';
import { Time } from '../parts/time.js';
import { CLIENT_KINDS, ClientStatus } from './client-status.js';
import type { ClientStatusProps, ShownKind } from './client-status.js';

export interface QueuedClient extends ClientStatusProps {
  readonly to: string;
  readonly name: string;
  readonly kind: ShownKind;
  readonly owner: PagePerson;
  /** Absent when nothing waits. */
  readonly waitingSince?: Date | undefined;
  readonly createdAt: Date;
}

export interface ReviewFilter {
  readonly name: string;
  readonly to: string;
  readonly count: number;
  readonly chosen: boolean;
}

export interface ReviewQueueProps {
  readonly person: PagePerson;
  readonly clients: readonly QueuedClient[];
  readonly filters: readonly ReviewFilter[];
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
  none: 'Nothing here',
  noneDetail: 'New clients and proposed changes appear under “Waiting”, the oldest first.',
} as const;

const LABELS: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  suspended: 'Suspended',
  all: 'All',
};

const Filters = ({ filters }: { filters: readonly ReviewFilter[] }): VNode => (
  <nav aria-label={TEXT.filters}>
    <ul class="filters">
      {filters.map(({ name, to, count, chosen }) => (
        <li key={name}>
          {chosen ? (
            <strong aria-current="page">
              {LABELS[name]} ({count})
            </strong>
          ) : (
            <Link to={to}>
              {LABELS[name]} ({count})
            </Link>
          )}
        </li>
      ))}
    </ul>
  </nav>
);

const Row = ({ client, now }: { client: QueuedClient; now: Date }): VNode => {
  const { to, name, kind, owner, waitingSince, createdAt } = client;
  return (
    <li>
      <Link to={to}>
        <bdi>{name}</bdi>
      </Link>
      <ClientStatus {...client} />
      <p class="hint">
        {CLIENT_KINDS[kind]} {TEXT.by} <bdi>{owner.name}</bdi> (<bdi>{owner.email}</bdi>) ·{' '}
        {waitingSince ? TEXT.waiting : TEXT.created} <Time at={waitingSince ?? createdAt} now={now} />
      </p>
    </li>
  );
};

export const ReviewQueuePage = ({ person, clients, filters, now }: ReviewQueueProps): VNode => (
  <Layout
    title={REVIEW_TEXT.title}
    width="wide"
    person={person}
    crumbs={[{ label: 'Your account', to: '/' }]}
  >
    <h1>{REVIEW_TEXT.title}</h1>
    <Filters filters={filters} />
    <Card>
      {clients.length === 0 ? (
        <>
          <h2>{TEXT.none}</h2>
          <p>{TEXT.noneDetail}</p>
        </>
      ) : (
        <ul class="rows">
          {clients.map((client) => (
            <Row key={client.to} client={client} now={now} />
          ))}
        </ul>
      )}
    </Card>
  </Layout>
);
