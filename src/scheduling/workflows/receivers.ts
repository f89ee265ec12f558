/* Receivers of the messages of a step. Pure. */
import { emailKey } from '../../email-address.js';
import type { Booking } from '../bookings/booking.js';
import type { BookingOccasion, FilledForm, WorkflowReceiver } from './run-store.js';
import type { Step, StepAction } from './store.js';

type About = Pick<BookingOccasion, 'trigger' | 'attendeeId'>;
type Find = (booking: Booking, about: About) => readonly WorkflowReceiver[];

/** Attendees that the occasion is about: of a seat its attendee, of a no-show the absent ones. */
export const attendeesConcerned = (
  { attendees }: Booking,
  { trigger, attendeeId }: About,
): Booking['attendees'] =>
  attendees.filter(
    ({ id, absent }) =>
      (attendeeId === null || id === attendeeId) && (trigger !== 'afterGuestsCalVideoNoShow' || absent),
  );

/** Guests receive messages about accepted or cancelled bookings. */
const GUEST_TRIGGERS: readonly About['trigger'][] = [
  'beforeEvent',
  'afterEvent',
  'newEvent',
  'rescheduleEvent',
  'eventCancelled',
];

const includesGuests = ({ trigger, attendeeId }: About): boolean =>
  attendeeId === null && GUEST_TRIGGERS.includes(trigger);

/** Each address once. */
const byMail: Find = (booking, about) => {
  const attendees = attendeesConcerned(booking, about).map(({ id, email }) => ({
    to: { attendee: id },
    email,
  }));
  const guests = booking.guests.map((email, guest) => ({ to: { guest }, email }));
  const receivers = new Map<string, WorkflowReceiver>();
  for (const { to, email } of [...attendees, ...(includesGuests(about) ? guests : [])]) {
    const key = emailKey(email.trim());
    if (key !== '' && !receivers.has(key)) receivers.set(key, to);
  }
  return [...receivers.values()];
};

const byText: Find = (booking, about) =>
  attendeesConcerned(booking, about)
    .filter(({ phoneNumber }) => phoneNumber !== null)
    .map(({ id }) => ({ attendee: id }));

const OF_BOOKING: Readonly<Record<StepAction, Find>> = {
  email_host: ({ hosts }) => hosts.map(({ id }) => ({ host: id })),
  email_attendee: byMail,
  email_address: () => [{ fixed: 'email' }],
  sms_attendee: byText,
  sms_number: () => [{ fixed: 'phone' }],
};

export const receiversOf = (step: Pick<Step, 'action'>, booking: Booking, about: About) =>
  OF_BOOKING[step.action](booking, about);

const OF_FORM: Readonly<Record<StepAction, readonly WorkflowReceiver[]>> = {
  email_host: [],
  email_attendee: [{ respondent: 'email' }],
  email_address: [{ fixed: 'email' }],
  sms_attendee: [{ respondent: 'phone' }],
  sms_number: [{ fixed: 'phone' }],
};

/** The first answer that is an e-mail address, or a phone number. */
export function respondentContact({ answers }: FilledForm, type: 'email' | 'phone'): string | undefined {
  const value = answers.find((answer) => answer.type === type)?.value;
  return typeof value === 'string' ? value : undefined;
}

export const formReceivers = (step: Pick<Step, 'action'>, form: FilledForm): readonly WorkflowReceiver[] =>
  OF_FORM[step.action].filter(
    (to) => !('respondent' in to) || respondentContact(form, to.respondent) !== undefined,
  );
