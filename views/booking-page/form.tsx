/* The last step: the questions of the event type, and the booking. */
import type { VNode } from 'preact';
import { When } from '../bookings/facts.js';
import type { PageUser } from '../parts/account-menu.js';
import { Button, ButtonLink } from '../parts/forms/button.js';
import { ErrorSummary } from '../parts/forms/error-summary.js';
import { Form } from '../parts/forms/form.js';
import { Notice, type NoticeKind } from '../parts/notice.js';
import { EventTypeLayout } from './event-type.js';
import type { FactsView } from './facts.js';
import { faultsById, Question, type QuestionView } from './questions.js';

/** A time that is free instead of the one that was taken. */
export interface OtherTime {
  /** ISO 8601. */
  readonly start: string;
  readonly label: string;
}

export interface BookingFormProps {
  readonly facts: FactsView;
  readonly user?: PageUser | undefined;
  readonly csrf: string;
  readonly action: string;
  /** Milliseconds since the epoch. */
  readonly start: number;
  readonly end: number;
  readonly timeZone: string;
  readonly seats?: string | undefined;
  readonly hidden: readonly (readonly [name: string, value: string])[];
  readonly timeField: string;
  readonly questions: readonly QuestionView[];
  /** To the times of the day. */
  readonly backTo: string;
  readonly notice?:
    { readonly kind: NoticeKind; readonly title: string; readonly detail?: string } | undefined;
  /** Instead of the time, which is not to be had. */
  readonly otherTimes?: readonly OtherTime[] | undefined;
}

const TEXT = {
  title: 'Your details',
  faulty: 'Not booked yet. Please check what you filled in:',
  submit: 'Book',
  back: 'Choose another time',
  next: 'The next free times',
  none: 'There are no other free times in the next weeks.',
} as const;

const Hidden = ({ of }: { of: BookingFormProps['hidden'] }): VNode => (
  <>
    {of.map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
  </>
);

const OtherTimes = ({ times, name }: { times: readonly OtherTime[]; name: string }): VNode =>
  times.length === 0 ? (
    <p>{TEXT.none}</p>
  ) : (
    <fieldset class="field">
      <legend>{TEXT.next}</legend>
      <div class="other-times">
        {times.map(({ start, label }) => (
          <label class="time-choice" key={start}>
            <input type="radio" name={name} value={start} required />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );

const Chosen = ({ start, end, timeZone, seats }: BookingFormProps): VNode => (
  <p>
    <span class="strong">
      <When start={start} end={end} timeZone={timeZone} />
    </span>
    {seats && <span class="hint block">{seats}</span>}
  </p>
);

export const BookingFormPage = (props: BookingFormProps): VNode => {
  const { facts, user, notice, questions, otherTimes, hidden, timeField, start } = props;
  const kept = otherTimes ? hidden : [...hidden, [timeField, new Date(start).toISOString()] as const];
  return (
    <EventTypeLayout facts={facts} user={user} step={TEXT.title}>
      <section class="booking-form" aria-labelledby="form-title">
        <h2 id="form-title">{TEXT.title}</h2>
        {notice && <Notice {...notice} />}
        <ErrorSummary title={TEXT.faulty} faults={faultsById(questions)} />
        {!otherTimes && <Chosen {...props} />}
        <Form action={props.action} csrf={props.csrf}>
          <Hidden of={kept} />
          {otherTimes && <OtherTimes times={otherTimes} name={timeField} />}
          {questions.map((question) => (
            <Question key={question.id ?? question.name} {...question} />
          ))}
          <div class="actions">
            <Button look="primary">{TEXT.submit}</Button>
            <ButtonLink look="plain" to={props.backTo}>
              {TEXT.back}
            </ButtonLink>
          </div>
        </Form>
      </section>
    </EventTypeLayout>
  );
};
