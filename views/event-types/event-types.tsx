/* The event types of a user. Data: web/event-types. */
import type { VNode } from 'preact';
import type { Crumb } from '../shell.js';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { ButtonLink } from '../parts/forms/button.js';
import { SearchForm } from '../parts/forms/search-form.js';
import { Card, EmptyCard } from '../parts/card.js';
import { Copyable, CopyScript } from '../parts/text/copyable.js';
import { Link } from '../parts/link.js';
import { Pages } from '../parts/pages.js';
import { isolated } from '../parts/text/isolated.js';

export interface ListedEventType {
  readonly title: string;
  readonly to: string;
  /** Absent for a managed one of a team. */
  readonly publicUrl: string | undefined;
  readonly hidden: boolean;
  readonly managed: boolean;
  /** Lengths and locations in words. */
  readonly facts: readonly string[];
  /** What a booking requires. */
  readonly requires: readonly string[];
}

export interface EventTypesProps {
  readonly user: PageUser;
  /** The name of a team; absent for the user's own. */
  readonly team?: string | undefined;
  readonly crumbs?: readonly Crumb[] | undefined;
  readonly eventTypes: readonly ListedEventType[];
  readonly createTo: string;
  /** Absent for a list of one page. */
  readonly search?: { readonly action: string; readonly text: string } | undefined;
  readonly first?: string | undefined;
  readonly next?: string | undefined;
  readonly done?: string | undefined;
}

export const EVENT_TYPES_TEXT = {
  title: 'Event types',
  detail: 'Define what people can book with you, and share the links.',
  create: 'Create an event type',
  teamDetail: 'Define what people can book with the team: its members together, in turns, or each of them.',
  teamNone: 'The team has no event type yet',
  none: 'You have no event type yet',
  noneDetail:
    'An event type is what people book: a title, a length, a location and your availability. Each has a link to share.',
  notFound: 'No event type matches',
  notFoundDetail: 'The search looks at titles and slugs.',
  everything: 'Show all event types',
  hidden: 'Hidden',
  managed: 'Managed by a team',
  search: 'Title or slug',
  searchButton: 'Search',
  removed: (title: string) => `${isolated(title)} is deleted. Its bookings stay.`,
  first: 'First page',
  next: 'Next page',
} as const;
const TEXT = EVENT_TYPES_TEXT;

const Row = ({ title, to, publicUrl, hidden, managed, facts, requires }: ListedEventType): VNode => (
  <li>
    <Link to={to}>
      <bdi>{title}</bdi>
    </Link>
    <span class="badges">
      {hidden && <Badge kind="warning" text={TEXT.hidden} />}
      {managed && <Badge kind="info" text={TEXT.managed} />}
      {requires.map((text) => (
        <Badge key={text} kind="info" text={text} />
      ))}
    </span>
    <p class="hint">{facts.join(' · ')}</p>
    {publicUrl !== undefined && <Copyable value={publicUrl} noun="link" />}
  </li>
);

const Nothing = ({ search, team }: EventTypesProps): VNode =>
  search === undefined || search.text === '' ? (
    <EmptyCard title={team === undefined ? TEXT.none : TEXT.teamNone} detail={TEXT.noneDetail} />
  ) : (
    <Card>
      <h2>{TEXT.notFound}</h2>
      <p>{TEXT.notFoundDetail}</p>
      <p>
        <Link to={search.action}>{TEXT.everything}</Link>
      </p>
    </Card>
  );

const Heading = ({ team }: { team: string }): VNode => (
  <>
    {TEXT.title} of <bdi>{team}</bdi>
  </>
);

export const EventTypesPage = (props: EventTypesProps): VNode => (
  <AccountPage
    title={TEXT.title}
    heading={props.team && <Heading team={props.team} />}
    user={props.user}
    crumbs={props.crumbs}
    done={props.done}
  >
    <p class="lead">{props.team === undefined ? TEXT.detail : TEXT.teamDetail}</p>
    <p class="actions">
      <ButtonLink look="primary" to={props.createTo}>
        {TEXT.create}
      </ButtonLink>
    </p>
    {props.search && <SearchForm {...props.search} label={TEXT.search} submit={TEXT.searchButton} />}
    {props.eventTypes.length === 0 ? (
      <Nothing {...props} />
    ) : (
      <Card>
        <ul class="rows event-types">
          {props.eventTypes.map((eventType) => (
            <Row key={eventType.to} {...eventType} />
          ))}
        </ul>
      </Card>
    )}
    <Pages {...props} labels={TEXT} />
    <CopyScript />
  </AccountPage>
);
