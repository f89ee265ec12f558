/* The overview for administrators: what needs attention, stores, sign-ups, version. Data: web/administration. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { counted } from '../parts/text/counted.js';
import { Time } from '../parts/text/time.js';
import { type StoreRemark, StoreRows, type StoreView, StoreWarnings } from './stores.js';

interface Counted {
  readonly count: number;
  /** Where it is handled. */
  readonly to: string;
}

export type AttentionView = { readonly level: 'info' | 'warning' | 'danger' } & (
  | { readonly what: 'fault'; readonly store: string; readonly reason: string }
  | ({ readonly what: 'long_wait'; readonly since: Date } & Counted)
  | ({ readonly what: 'dead_jobs' | 'failing_webhooks' | 'reviews' } & Counted)
);

export interface OverviewPageProps {
  readonly user: PageUser;
  readonly attention: readonly AttentionView[];
  readonly stores: readonly StoreView[];
  readonly warnings: readonly StoreRemark[];
  /** The page with more about them. */
  readonly system: string;
  readonly signUps: { readonly day: number; readonly week: number };
  readonly users: string;
  /** A count that reached it may be larger. */
  readonly mostCounted: number;
  readonly version: string;
  readonly now: Date;
}

export const OVERVIEW_TEXT = {
  title: 'Overview',
  detail: 'See what needs your attention, and whether the service is healthy.',
} as const;

const TEXT = {
  attention: 'Needs attention',
  none: 'Nothing needs your attention',
  noneDetail: 'No review waits, nothing was given up, no webhook fails, and the stores answer.',
  levels: { danger: 'Urgent', warning: 'Warning', info: 'Waiting' },
  wait: 'the first since',
  waitDetail:
    'A process with room takes a job within a second: check that all of them run. Deliveries to one slow receiver wait for each other.',
  service: 'The service',
  stores: 'Stores',
  system: 'Versions, keys and configuration',
  day: 'Signed up in the last 24 hours',
  week: 'Signed up in the last 7 days',
  users: 'All users',
  version: 'Version',
} as const;

const SENTENCES = {
  dead_jobs: { noun: 'job', rest: 'given up' },
  failing_webhooks: { noun: 'webhook', rest: 'failing' },
  reviews: { noun: 'review', rest: 'waiting' },
  long_wait: { noun: 'job', rest: 'waiting' },
} as const;

const countText = (count: number, most: number, noun: string): string =>
  count < most ? counted(count, noun) : `${counted(most, noun)} or more`;

interface ItemProps extends Pick<OverviewPageProps, 'system'> {
  readonly item: AttentionView;
  readonly mostCounted: number;
  readonly now: Date;
}

const Item = ({ item, mostCounted, now, system }: ItemProps): VNode => {
  const badge = <Badge kind={item.level} text={TEXT.levels[item.level]} />;
  if (item.what === 'fault')
    return (
      <li>
        <Link to={system}>{item.store}</Link>
        {badge}
        <p>{item.reason}</p>
      </li>
    );
  const { noun, rest } = SENTENCES[item.what];
  return (
    <li>
      <Link to={item.to}>{`${countText(item.count, mostCounted, noun)} ${rest}`}</Link>
      {badge}
      {item.what === 'long_wait' && (
        <p class="hint">
          {TEXT.wait} <Time at={item.since} now={now} />. {TEXT.waitDetail}
        </p>
      )}
    </li>
  );
};

const Attention = ({ attention, ...props }: OverviewPageProps): VNode =>
  attention.length === 0 ? (
    <Notice kind="good" title={TEXT.none} detail={TEXT.noneDetail} />
  ) : (
    <Card>
      <h2>{TEXT.attention}</h2>
      <ul class="rows">
        {attention.map((item, at) => (
          <Item key={at} item={item} {...props} />
        ))}
      </ul>
    </Card>
  );

const Stores = ({ stores, system }: OverviewPageProps): VNode => (
  <Card>
    <h2>{TEXT.stores}</h2>
    <StoreRows stores={stores} />
    <p>
      <Link to={system}>{TEXT.system}</Link>
    </p>
  </Card>
);

const Service = ({ signUps, users, mostCounted, version }: OverviewPageProps): VNode => (
  <Card>
    <h2>{TEXT.service}</h2>
    <DefinitionList
      of={[
        { term: TEXT.day, value: countText(signUps.day, mostCounted, 'user') },
        { term: TEXT.week, value: countText(signUps.week, mostCounted, 'user') },
        { term: TEXT.version, value: version },
      ]}
    />
    <p>
      <Link to={users}>{TEXT.users}</Link>
    </p>
  </Card>
);

export const OverviewPage = (props: OverviewPageProps): VNode => (
  <AccountPage title={OVERVIEW_TEXT.title} user={props.user}>
    <Attention {...props} />
    <Stores {...props} />
    <StoreWarnings {...props} />
    <Service {...props} />
  </AccountPage>
);
