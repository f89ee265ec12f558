/* The attendees of a booking with their answers, and its guests. */
import type { VNode } from 'preact';
import { When } from '../bookings/facts.js';
import { Badge } from '../parts/badge.js';
import { Card } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { ButtonLink } from '../parts/forms/button.js';
import type { AnswerView, BookingPageView, PersonView } from './booking-view.js';

const TEXT = {
  attendees: 'Attendees',
  none: 'Nobody attends this booking.',
  email: 'E-mail address',
  phone: 'Phone',
  time: 'Their time',
  absent: 'Did not come',
  cancelSeat: 'Cancel this seat',
  answers: 'Answers',
  guests: 'Guests',
} as const;

const answerOf = ({ label, value }: AnswerView) => ({
  term: label,
  value: (
    <span class="preline" dir="auto">
      {value}
    </span>
  ),
});

interface PersonProps {
  readonly person: PersonView;
  readonly booking: BookingPageView;
}

const Person = ({ person, booking }: PersonProps): VNode => {
  const { id, name, email, phoneNumber, timeZone, absent, answers } = person;
  const seat = booking.seatForms[id];
  return (
    <li>
      <h3>
        <bdi>{name}</bdi> {absent && <Badge kind="warning" text={TEXT.absent} />}
      </h3>
      <DefinitionList
        of={[
          { term: TEXT.email, value: email === '' ? undefined : <bdi>{email}</bdi> },
          { term: TEXT.phone, value: phoneNumber },
          {
            term: TEXT.time,
            value: timeZone === booking.timeZone ? undefined : <When {...booking} timeZone={timeZone} />,
          },
          ...answers.map(answerOf),
        ]}
      />
      {seat !== undefined && (
        <p>
          <ButtonLink look="plain" to={seat}>
            {TEXT.cancelSeat}
            <span class="unseen">
              {': '}
              {name}
            </span>
          </ButtonLink>
        </p>
      )}
    </li>
  );
};

export const People = (booking: BookingPageView): VNode => (
  <Card>
    <h2>{TEXT.attendees}</h2>
    {booking.people.length === 0 ? (
      <p>{TEXT.none}</p>
    ) : (
      <ul class="booking-people">
        {booking.people.map((person) => (
          <Person key={person.id} person={person} booking={booking} />
        ))}
      </ul>
    )}
  </Card>
);

export const Answers = ({ answers }: Pick<BookingPageView, 'answers'>): VNode | null =>
  answers.length === 0 ? null : (
    <Card>
      <h2>{TEXT.answers}</h2>
      <DefinitionList of={answers.map(answerOf)} />
    </Card>
  );

export const Guests = ({ guests }: Pick<BookingPageView, 'guests'>): VNode | null =>
  guests.length === 0 ? null : (
    <Card>
      <h2>{TEXT.guests}</h2>
      <ul class="plain-list">
        {guests.map((guest) => (
          <li key={guest}>
            <bdi>{guest}</bdi>
          </li>
        ))}
      </ul>
    </Card>
  );
