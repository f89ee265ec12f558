/* The bookings of a user by day, with tabs, filters and pages. Data: web/my-bookings. */
import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { ReaderContext } from '../reader.js';
import type { BookingState } from '../bookings/booking.js';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Card, EmptyCard } from '../parts/card.js';
import { Link } from '../parts/link.js';
import { Pages } from '../parts/pages.js';
import { counted } from '../parts/text/counted.js';
import { Identifier } from '../parts/text/identifier.js';
import { isolated } from '../parts/text/isolated.js';
import { clockRange } from '../parts/text/time-range.js';
import { ListFilter, type ListFilterProps, type TabView, Tabs } from './list-filter.js';
import { BookingStatus } from './status.js';

export interface BookingRow {
  readonly to: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly timeZone: string;
  readonly state: BookingState;
  readonly asHost: boolean;
  /** Those whom the reader meets: the first of them, and how many more there are. */
  readonly people: { readonly names: readonly string[]; readonly more: number };
  /** Where the reader is none of them. */
  readonly hosts?: BookingRow['people'] | undefined;
  readonly isOnline: boolean;
  readonly location?: string | undefined;
}

export interface BookingDay {
  readonly label: string;
  readonly isToday: boolean;
  readonly rows: readonly BookingRow[];
}

export interface MyBookingsProps extends ListFilterProps {
  readonly user: PageUser;
  readonly tabs: readonly TabView[];
  readonly days: readonly BookingDay[];
  readonly timeZone: string;
  /** On all pages. */
  readonly total: number;
  readonly page: {
    readonly number: number;
    readonly of: number;
    readonly previous?: string | undefined;
    readonly next?: string | undefined;
  };
  readonly done?: string | undefined;
  /** The page where others book the user. */
  readonly publicUrl: string;
}

export const MY_BOOKINGS_TEXT = {
  title: 'Bookings',
  detail: 'See who booked you and what you booked; confirm, move and cancel bookings.',
} as const;

export const seatGivenUp = (booking: string): string => `You gave up your seat in ${isolated(booking)}.`;

const TEXT = {
  zone: (zone: string) => `Times are in ${zone}.`,
  page: (number: number, of: number) => `Page ${number} of ${of}.`,
  today: 'Today, ',
  online: 'Online',
  host: 'Host: ',
  more: (count: number) => ` and ${count} more`,
  attending: 'You attend',
  pages: { first: 'Previous page', next: 'Next page' },
  none: {
    upcoming: [
      'No bookings ahead',
      'Share the address of your page. Whatever people book there appears here:',
    ],
    unconfirmed: [
      'Nothing waits for confirmation',
      'Bookings of event types that need your confirmation wait here until you confirm or decline them.',
    ],
    recurring: ['No recurring bookings ahead', 'Bookings that repeat appear here, one row for each date.'],
    past: ['No past bookings', 'Bookings move here when they are over.'],
    cancelled: ['Nothing was cancelled', 'Cancelled, declined and moved bookings appear here.'],
    filtered: [
      'No booking matches',
      'An attendee is found by the whole name or the whole e-mail address, in any case.',
    ],
  },
} as const;

const People = ({ names, more }: BookingRow['people']): VNode => (
  <>
    {names.map((name, index) => (
      <span key={index}>
        {index > 0 && ', '}
        <bdi>{name}</bdi>
      </span>
    ))}
    {more > 0 && TEXT.more(more)}
  </>
);

const Details = ({ asHost, people, hosts, isOnline, location }: BookingRow): VNode => (
  <p class="hint">
    <People {...people} />
    {hosts && (
      <>
        {' · '}
        {TEXT.host}
        <People {...hosts} />
      </>
    )}
    {(isOnline || location) && ' · '}
    {isOnline ? TEXT.online : location && <bdi>{location}</bdi>}
    {!asHost && ` · ${TEXT.attending}`}
  </p>
);

function Clock(row: BookingRow): VNode {
  const { timeFormat } = useContext(ReaderContext) ?? {};
  return (
    <time class="booking-clock" datetime={new Date(row.start).toISOString()}>
      {clockRange(row, row.timeZone, timeFormat)}
    </time>
  );
}

const Row = (row: BookingRow): VNode => (
  <li class="booking-row">
    <Clock {...row} />
    <div>
      <Link to={row.to}>
        <bdi>{row.title}</bdi>
      </Link>
      <Details {...row} />
    </div>
    <BookingStatus of={row.state} />
  </li>
);

const Day = ({ label, isToday, rows }: BookingDay): VNode => (
  <section class="booking-day">
    <h2>
      {isToday && TEXT.today}
      {label}
    </h2>
    <ul class="booking-rows">
      {rows.map((row) => (
        <Row key={row.to} {...row} />
      ))}
    </ul>
  </section>
);

function NoBookings({ filter, clearTo, publicUrl }: MyBookingsProps): VNode {
  const name = clearTo === undefined ? filter.tab : 'filtered';
  const [title, detail] = TEXT.none[name];
  if (name !== 'upcoming') return <EmptyCard title={title} detail={detail} />;
  return (
    <Card>
      <h2>{title}</h2>
      <p>{detail}</p>
      <p>
        <Link to={publicUrl}>
          <Identifier value={publicUrl} />
        </Link>
      </p>
    </Card>
  );
}

const Found = ({ days, total, timeZone, page }: MyBookingsProps): VNode => (
  <>
    <p class="hint">
      {counted(total, 'booking')}. {TEXT.zone(timeZone)} {page.of > 1 && TEXT.page(page.number, page.of)}
    </p>
    <div class="card booking-days">
      {days.map((day) => (
        <Day key={day.label} {...day} />
      ))}
    </div>
    <Pages first={page.previous} next={page.next} labels={TEXT.pages} />
  </>
);

export const MyBookingsPage = (props: MyBookingsProps): VNode => (
  <AccountPage title={MY_BOOKINGS_TEXT.title} user={props.user} done={props.done}>
    <Tabs tabs={props.tabs} />
    <ListFilter {...props} />
    {props.days.length === 0 ? <NoBookings {...props} /> : <Found {...props} />}
  </AccountPage>
);
