/* The page of a booking for one of its attendees, in each of its states. */
import type { VNode } from 'preact';
import { ButtonLink } from '../parts/forms/button.js';
import { CardPage } from '../parts/card-page.js';
import { Link } from '../parts/link.js';
import { Notice, type NoticeKind } from '../parts/notice.js';
import { isolated } from '../parts/text/isolated.js';
import { BookingFacts, type BookingView, When } from './facts.js';

export type BookingState =
  'confirmed' | 'waiting' | 'past' | 'cancelled' | 'time_requested' | 'declined' | 'moved';

export interface BookingPageProps {
  readonly booking: BookingView;
  readonly state: BookingState;
  /** As the host or the attendee wrote it. */
  readonly reason?: string | undefined;
  /** Of the online meeting. */
  readonly joinUrl?: string | undefined;
  /** Absent where the attendee may not. */
  readonly cancelTo?: string | undefined;
  readonly rescheduleTo?: string | undefined;
  /** Why one of both is missing. */
  readonly refusal?: string | undefined;
  /** The booking that a moved one has become. */
  readonly latest?: { readonly to: string; readonly start: number; readonly end: number } | undefined;
  /** It has its new time just now. */
  readonly rescheduled: boolean;
  /** It was made just now. */
  readonly booked: boolean;
  readonly isSeat: boolean;
}

interface StateText {
  readonly kind: NoticeKind;
  readonly title: string;
  readonly detail?: string;
}

const STATES: Readonly<Record<BookingState, StateText>> = {
  confirmed: { kind: 'good', title: 'Your booking is confirmed' },
  waiting: {
    kind: 'info',
    title: 'Waiting for confirmation',
    detail: 'You get a mail when the host has answered.',
  },
  past: { kind: 'info', title: 'This booking is over' },
  cancelled: { kind: 'warning', title: 'This booking was cancelled' },
  time_requested: {
    kind: 'warning',
    title: 'Please choose another time',
    detail: 'The host cannot keep this time and asks you for another one.',
  },
  declined: { kind: 'warning', title: 'The host cannot take this booking' },
  moved: { kind: 'info', title: 'This booking has moved' },
};

const TEXT = {
  title: 'Your booking',
  rescheduled: 'Your booking has a new time',
  booked: 'Booked',
  reason: (reason: string) => `The reason: ${isolated(reason)}`,
  join: 'Join',
  choose: 'Choose another time',
  move: 'Move to another time',
  cancel: 'Cancel the booking',
  giveUp: 'Give up your seat',
  now: 'Its new time:',
  open: 'Open the booking',
  elsewhere: 'A newer mail has the link to it.',
  keep: 'Keep this address to yourself: anyone with it can cancel or move the booking.',
} as const;

function titleOf({ state, rescheduled, booked }: BookingPageProps): string {
  if (state !== 'confirmed') return STATES[state].title;
  if (rescheduled) return TEXT.rescheduled;
  return booked ? TEXT.booked : STATES.confirmed.title;
}

const State = (props: BookingPageProps): VNode => {
  const { state, reason } = props;
  const { kind, detail } = STATES[state];
  return (
    <Notice kind={kind} title={titleOf(props)}>
      {detail && <p>{detail}</p>}
      {reason && <p class="preline">{TEXT.reason(reason)}</p>}
    </Notice>
  );
};

const Latest = ({ latest, booking }: BookingPageProps): VNode =>
  latest === undefined ? (
    <p>{TEXT.elsewhere}</p>
  ) : (
    <p>
      {TEXT.now} <When {...latest} timeZone={booking.timeZone} />. <Link to={latest.to}>{TEXT.open}</Link>
    </p>
  );

const Actions = ({ state, joinUrl, cancelTo, rescheduleTo, isSeat }: BookingPageProps): VNode => (
  <div class="actions">
    {joinUrl && (
      <Link class="button button-primary" to={joinUrl} newTab>
        {TEXT.join}
      </Link>
    )}
    {rescheduleTo && (
      <ButtonLink look={state === 'time_requested' ? 'primary' : 'plain'} to={rescheduleTo}>
        {state === 'time_requested' ? TEXT.choose : TEXT.move}
      </ButtonLink>
    )}
    {cancelTo && (
      <ButtonLink look="plain" to={cancelTo}>
        {isSeat ? TEXT.giveUp : TEXT.cancel}
      </ButtonLink>
    )}
  </div>
);

export const BookingPage = (props: BookingPageProps): VNode => {
  const { booking, state, refusal, joinUrl, cancelTo, rescheduleTo } = props;
  const canChange = cancelTo !== undefined || rescheduleTo !== undefined;
  return (
    <CardPage title={TEXT.title}>
      <State {...props} />
      {state === 'moved' && <Latest {...props} />}
      <BookingFacts of={booking} />
      {(canChange || joinUrl) && <Actions {...props} />}
      {refusal && <p class="hint">{refusal}</p>}
      {canChange && <p class="hint">{TEXT.keep}</p>}
    </CardPage>
  );
};

const GONE = {
  title: 'There is no booking at this address',
  detail:
    'The link is incomplete, or you no longer have a place in the booking. Newer mails have newer links.',
} as const;

export const NoBookingPage = (): VNode => (
  <CardPage title={GONE.title}>
    <p>{GONE.detail}</p>
  </CardPage>
);
