/* A whole booking for its host or one of its attendees. Data: web/my-bookings. */
import type { ComponentChildren, VNode } from 'preact';
import { Names, When } from '../bookings/facts.js';
import type { SubpageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card } from '../parts/card.js';
import { type Definition, DefinitionList } from '../parts/definition-list.js';
import { ButtonLink } from '../parts/forms/button.js';
import { Link } from '../parts/link.js';
import { Preline } from '../parts/text/preline.js';
import { dayOf } from '../parts/text/time-range.js';
import type { BookingPageView } from './booking-view.js';
import { Answers, Guests, People } from './people.js';
import { CalendarLinks, References, Series } from './records.js';
import { BookingStatus } from './status.js';

export interface OwnBookingProps extends BookingPageView, SubpageProps {
  readonly calendars: readonly { readonly label: string; readonly link: string }[];
  /** Of the calendar file. */
  readonly fileTo: string;
  readonly done?: string | undefined;
  /** Why the last action was refused. */
  readonly refusal?: string | undefined;
}

const TEXT = {
  when: 'When',
  where: 'Where',
  hosts: (count: number) => (count > 1 ? 'Hosts' : 'Host'),
  absentHost: 'did not come',
  eventType: 'Event type',
  seats: 'Seats',
  seatsTaken: (taken: number, all: number) => `${taken} of ${all} taken`,
  notes: 'Notes',
  reason: 'Reason',
  reschedulingReason: 'Reason for the new time',
  changedBy: 'Changed by',
  createdAt: 'Booked on',
  movedFrom: 'Moved from',
  movedTo: 'Moved to',
  actions: 'What you can do',
  none: 'Nothing can be changed any more.',
} as const;

const bdi = (text: string | undefined): ComponentChildren => text && <bdi>{text}</bdi>;

const Where = ({ link, location }: OwnBookingProps): VNode | undefined => {
  if (link !== undefined)
    return (
      <Link to={link} newTab>
        <bdi>{link}</bdi>
      </Link>
    );
  return location === undefined ? undefined : <bdi>{location}</bdi>;
};

const Hosts = ({ hosts, absentHost }: OwnBookingProps): VNode => (
  <>
    <Names of={hosts.map(({ name, email }) => (email === '' ? name : `${name} (${email})`))} />
    {absentHost && `, ${TEXT.absentHost}`}
  </>
);

const related = (of: BookingPageView['related']['from'], timeZone: string): ComponentChildren =>
  of && (
    <Link to={of.to}>
      <When {...of} timeZone={timeZone} />
    </Link>
  );

function timesOf(props: OwnBookingProps): readonly Definition[] {
  const { timeZone } = props;
  return [
    { term: TEXT.when, value: <When {...props} /> },
    { term: TEXT.movedFrom, value: related(props.related.from, timeZone) },
    { term: TEXT.movedTo, value: related(props.related.to, timeZone) },
    {
      term: TEXT.reschedulingReason,
      value: props.reschedulingReason && <Preline text={props.reschedulingReason} />,
    },
    { term: TEXT.reason, value: props.reason && <Preline text={props.reason} /> },
    { term: TEXT.changedBy, value: bdi(props.changedBy) },
  ];
}

function factsOf(props: OwnBookingProps): readonly Definition[] {
  const { hosts, seats } = props;
  return [
    ...timesOf(props),
    { term: TEXT.where, value: Where(props) },
    { term: TEXT.hosts(hosts.length), value: hosts.length === 0 ? undefined : <Hosts {...props} /> },
    { term: TEXT.eventType, value: bdi(props.eventType) },
    { term: TEXT.seats, value: seats && TEXT.seatsTaken(seats.taken, seats.all) },
    { term: TEXT.notes, value: props.notes && <Preline text={props.notes} /> },
    { term: TEXT.createdAt, value: dayOf(props.createdAt, props.timeZone) },
  ];
}

const Actions = ({ actions }: OwnBookingProps): VNode => (
  <Card>
    <h2>{TEXT.actions}</h2>
    {actions.length === 0 ? (
      <p>{TEXT.none}</p>
    ) : (
      <div class="actions">
        {actions.map(({ to, label, look }) => (
          <ButtonLink key={to} look={look} to={to}>
            {label}
          </ButtonLink>
        ))}
      </div>
    )}
  </Card>
);

export const OwnBookingPage = (props: OwnBookingProps): VNode => (
  <AccountPage {...props} heading={<bdi>{props.title}</bdi>}>
    <Card>
      <p>
        <BookingStatus of={props.state} />
      </p>
      <DefinitionList of={factsOf(props)} />
    </Card>
    <Actions {...props} />
    <People {...props} />
    <Answers answers={props.answers} />
    <Guests guests={props.guests} />
    <Series {...props} />
    <CalendarLinks {...props} />
    <References references={props.references} />
  </AccountPage>
);
