/*
 * Writes the messages of workflows. Booking, template, addresses and phone numbers are read when a message is sent.
 */
import type { Booking } from '../scheduling/bookings/booking.js';
import type { BookingMailStore } from '../scheduling/bookings/notifications/mail-store.js';
import { attendeesConcerned, respondentContact } from '../scheduling/workflows/receivers.js';
import type {
  BookingOccasion,
  FilledForm,
  FormOccasion,
  WorkflowReceiver,
  WorkflowRunStore,
} from '../scheduling/workflows/run-store.js';
import type { Step } from '../scheduling/workflows/store.js';
import { bookingValues, escapeHtml, fillIn, formValues } from '../scheduling/workflows/templates.js';
import type { Values } from '../scheduling/workflows/templates.js';
import { formStillApplies, stillApplies } from '../scheduling/workflows/plan.js';
import { attendeesFor, invitations } from './booking-invitations.js';
import { pageOf, readerOf } from './booking-readers.js';
import type { BookingReader, ReaderDeps } from './booking-readers.js';
import type { Mail, Sms } from './message-ports.js';
import { cleanHtml, documentOf, textOf } from './workflow-html.js';

export interface WorkflowMessageDeps extends ReaderDeps {
  readonly bookingMails: BookingMailStore;
  readonly workflowRuns: WorkflowRunStore;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

type Written = { readonly mail: Mail } | { readonly sms: Sms };

/** Undefined when the booking is gone or the occasion no longer applies to it. */
export async function bookingOf(
  { bookingMails, clock }: WorkflowMessageDeps,
  { bookingId, trigger }: BookingOccasion,
): Promise<Booking | undefined> {
  const [booking] = await bookingMails.read([bookingId]);
  return booking && stillApplies(trigger, booking, clock()) ? booking : undefined;
}

export async function formOf(
  { workflowRuns }: WorkflowMessageDeps,
  { responseId, trigger }: FormOccasion,
): Promise<FilledForm | undefined> {
  const form = await workflowRuns.filledForm(responseId);
  return form && formStillApplies(trigger, form) ? form : undefined;
}

const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
const SUBJECT_LENGTH = 250;
/** Ten parts of a long message (GSM 03.40). Names and answers in it have no limit of their own. */
const TEXT_LENGTH = 1_530;

const cut = (text: string, length: number): string => Array.from(text).slice(0, length).join('');

const textMessage = (id: string, to: string, { text }: Step, values: Values): Written => ({
  sms: { id, to, text: cut(fillIn(text ?? '', values), TEXT_LENGTH) },
});

type Content = Pick<Mail, 'sender' | 'subject' | 'text' | 'html'>;

function contentOf({ sender, subject, html }: Step, values: Values): Content {
  const clean = cleanHtml(fillIn(html ?? '', values, escapeHtml));
  return {
    ...(sender === '' ? {} : { sender }),
    subject: cut(fillIn(subject, values).replace(LINE_BREAKS, ' ').trim(), SUBJECT_LENGTH),
    html: documentOf(clean),
    text: textOf(clean),
  };
}

const isText = ({ action }: Step): boolean => action.startsWith('sms');

/** A fixed address of the team has the same permissions as its hosts. */
const teamReader = ({ hosts }: Booking, email: string): BookingReader => ({
  role: 'host',
  name: email,
  email,
  timeZone: hosts[0]?.timeZone ?? 'UTC',
});

function readerFor(
  deps: ReaderDeps,
  booking: Booking,
  to: Exclude<WorkflowReceiver, { readonly respondent: unknown }>,
  step: Step,
): Promise<BookingReader | undefined> {
  if (!('fixed' in to)) return readerOf(deps, booking, to);
  const address = to.fixed === 'email' ? step.email : step.phone;
  return Promise.resolve(address === null ? undefined : teamReader(booking, address));
}

/** An attendee sees their own name; with seats, only the host sees all attendees. */
function valuesFor(
  booking: Booking,
  occasion: BookingOccasion,
  to: WorkflowReceiver,
  reader: BookingReader & { readonly page: string | undefined },
): Values {
  const all = attendeesConcerned(booking, occasion);
  const own = 'attendee' in to ? all.filter(({ id }) => id === to.attendee) : [];
  const visible = attendeesFor(booking, reader);
  const attendees = own.length > 0 ? own : all.filter((one) => visible.includes(one));
  return bookingValues(booking, { timeZone: reader.timeZone, attendees, page: reader.page });
}

function phoneOf({ attendees }: Booking, to: WorkflowReceiver, { phone }: Step): string | null {
  if ('fixed' in to) return phone;
  return 'attendee' in to ? (attendees.find(({ id }) => id === to.attendee)?.phoneNumber ?? null) : null;
}

export interface Addressed<O> {
  /** Of the job: the same at every attempt. */
  readonly id: string;
  readonly occasion: O;
  readonly step: Step;
  readonly to: WorkflowReceiver;
}

/** Undefined when there is no recipient. */
export async function writeForBooking(
  deps: WorkflowMessageDeps,
  booking: Booking,
  { id, occasion, step, to }: Addressed<BookingOccasion>,
): Promise<Written | undefined> {
  if ('respondent' in to) return undefined;
  const reader = await readerFor(deps, booking, to, step);
  if (reader === undefined) return undefined;
  const values = valuesFor(booking, occasion, to, { ...reader, page: pageOf(deps, booking, reader) });
  if (isText(step)) {
    const phone = phoneOf(booking, to, step);
    return phone === null ? undefined : textMessage(id, phone, step, values);
  }
  const attachments = step.includeCalendarEvent ? invitations(deps, 'accepted', [booking], reader) : [];
  const address = { name: reader.name, address: reader.email };
  return { mail: { id, to: address, ...contentOf(step, values), attachments } };
}

/** Undefined when there is no recipient. */
export function writeForForm(
  form: FilledForm,
  { id, step, to }: Addressed<FormOccasion>,
): Written | undefined {
  const address =
    'respondent' in to
      ? respondentContact(form, to.respondent)
      : ((isText(step) ? step.phone : step.email) ?? undefined);
  if (address === undefined) return undefined;
  const values = formValues(form);
  if (isText(step)) return textMessage(id, address, step, values);
  const name = ('respondent' in to && values.get('ATTENDEE')) || address;
  return { mail: { id, to: { name, address }, ...contentOf(step, values), attachments: [] } };
}
