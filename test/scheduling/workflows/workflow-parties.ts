/* Bookings of a team for the suites of its workflows: each at another time, by an attendee with an own address. */
import { randomUUID } from 'node:crypto';
import { ahead, attendee, type BookingView } from '../bookings/booking-fixture.js';
import { hosts, type EventTypeView } from '../team-fixture.js';
import type { WorkflowFixture } from './workflow-fixture.js';

export interface BookingWithEmail {
  readonly email: string;
  readonly booking: BookingView;
}

export const address = (): string => `grace-${randomUUID()}@example.net`;
export const startOf = ({ start }: BookingView): number => Date.parse(start);
/** The activation of a workflow. */
export const on = ({ id }: EventTypeView) => ({ activation: { activeOnEventTypeIds: [id] } });

let day = 20;
/** A day without other bookings. */
export const another = (): string => ahead((day += 15));

/** Hosted by Ben. */
export const type = (fixture: WorkflowFixture, body: object = {}) =>
  fixture.createEventType({ hosts: hosts(fixture.ben), ...body });

export async function bookWithEmail(
  fixture: WorkflowFixture,
  eventType: EventTypeView,
  body: object = {},
): Promise<BookingWithEmail> {
  const email = address();
  const booker = { ...attendee, email };
  const order = { eventTypeId: eventType.id, start: another(), attendee: booker, ...body };
  return { email, booking: await fixture.booked(order) };
}

/** Calls that are open to anyone who knows the booking. */
export async function post(
  { service }: WorkflowFixture,
  uid: string,
  what: 'cancel' | 'reschedule',
  body: object = {},
): Promise<BookingView> {
  const response = await fetch(`${service.url}/v2/bookings/${uid}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return (JSON.parse(text) as { readonly data: BookingView }).data;
}

/** The subjects, the newest first. */
export const subjectsTo = async (fixture: WorkflowFixture, email: string): Promise<readonly string[]> =>
  (await fixture.mails(email)).map(({ subject }) => subject);
