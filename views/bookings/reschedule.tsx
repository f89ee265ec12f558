/* Free times for a booking, by day in the attendee's time zone. */
import type { VNode } from 'preact';
import { ButtonLink, Button } from '../parts/forms/button.js';
import type { SubpageProps } from '../layout.js';
import { CardPage } from '../parts/card-page.js';
import { TextArea } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { BookingFacts, type BookingView } from './facts.js';

export interface FreeTime {
  /** ISO 8601. */
  readonly start: string;
  readonly label: string;
}

export interface FreeDay {
  readonly label: string;
  readonly times: readonly FreeTime[];
}

export interface RescheduleProps {
  readonly booking: BookingView;
  readonly days: readonly FreeDay[];
  readonly csrf: string;
  readonly action: string;
  readonly backTo: string;
  readonly laterTo?: string | undefined;
  /** To the first free times, where later ones are shown. */
  readonly firstTo?: string | undefined;
  /** Why the last choice failed. */
  readonly refusal?: string | undefined;
  /** On a page of a signed-in user. */
  readonly page?: SubpageProps;
  /** Who gets a mail. */
  readonly recipients?: string | undefined;
  /** The reason as typed, where there is a field for it. */
  readonly reason?: { readonly value: string; readonly fault?: string | undefined };
}

const TEXT = {
  title: 'Choose another time',
  lead: (zone: string) => `Times are in ${zone}. The length stays the same.`,
  none: 'No free times',
  noneDetail: 'The host has no free time in this month.',
  later: 'Later days',
  first: 'Back to the first free days',
  submit: 'Move the booking',
  keep: 'Keep the time',
  days: 'Free days',
  reason: 'Reason',
  reasonHint: 'Optional. Everybody in the booking can read it.',
} as const;

export const RESCHEDULE_FIELDS = { start: 'start', reason: 'reason' } as const;

const Time = ({ start, label }: FreeTime): VNode => (
  <label class="time-choice">
    <input type="radio" name={RESCHEDULE_FIELDS.start} value={start} required />
    <span>{label}</span>
  </label>
);

const Day = ({ day, open }: { day: FreeDay; open: boolean }): VNode => (
  <details class="folded" open={open}>
    <summary>{day.label}</summary>
    <fieldset class="day-times" aria-label={day.label}>
      {day.times.map((time) => (
        <Time key={time.start} {...time} />
      ))}
    </fieldset>
  </details>
);

const OtherDays = ({ laterTo, firstTo }: RescheduleProps): VNode => (
  <nav class="other-days" aria-label={TEXT.days}>
    {firstTo && <Link to={firstTo}>{TEXT.first}</Link>}
    {laterTo && <Link to={laterTo}>{TEXT.later}</Link>}
  </nav>
);

const Times = (props: RescheduleProps): VNode => (
  <Form action={props.action} csrf={props.csrf}>
    <div>
      {props.days.map((day, index) => (
        <Day key={day.label} day={day} open={index === 0} />
      ))}
    </div>
    <OtherDays {...props} />
    {props.reason && (
      <TextArea
        name={RESCHEDULE_FIELDS.reason}
        label={TEXT.reason}
        hint={TEXT.reasonHint}
        {...props.reason}
        rows={3}
        optional
      />
    )}
    <div class="actions">
      <Button look="primary">{TEXT.submit}</Button>
      <ButtonLink look="plain" to={props.backTo}>
        {TEXT.keep}
      </ButtonLink>
    </div>
  </Form>
);

const NoTimes = (props: RescheduleProps): VNode => (
  <>
    <Notice kind="info" title={TEXT.none} detail={TEXT.noneDetail} />
    <OtherDays {...props} />
    <ButtonLink look="plain" to={props.backTo}>
      {TEXT.keep}
    </ButtonLink>
  </>
);

export const ReschedulePage = (props: RescheduleProps): VNode => (
  <CardPage title={TEXT.title} {...props.page}>
    {props.refusal && <Notice kind="danger" title={props.refusal} />}
    <BookingFacts of={props.booking} />
    <p class="hint">{TEXT.lead(props.booking.timeZone)}</p>
    {props.recipients && <Notice kind="info" title={props.recipients} />}
    {props.days.length === 0 ? <NoTimes {...props} /> : <Times {...props} />}
  </CardPage>
);
