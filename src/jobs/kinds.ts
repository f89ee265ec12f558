/*
 * Every kind of job with the schema of its payload, in one table. Payloads are plain JSON and at rest until the job is
 * done: personal data and credentials are sealed or left out. The worker decodes them, once.
 */
import { z } from 'zod';
import { BOOKING_MAILS } from '../events/definition.js';

const id = z.number();
const text = z.string();

/** JSON, sealed under the key ring. After `until`, ISO 8601, it is of no use. */
const sealed = z.object({ sealed: text, until: text.exactOptional() });

export const JOB_KINDS = {
  /** A mail about an event, to one account. `about`: the name of the event; `at`: ISO 8601. */
  notification: z.object({
    about: text,
    to: id,
    /** `client:ab12`, `account:12` */
    subject: text,
    at: text,
    clientIp: text.exactOptional(),
    facts: z.record(text, z.unknown()),
  }),
  /** A link to recover an account, to welcome a new user (`invitedBy`), or to confirm an address (`proves`). */
  recovery: z.object({ address: text, invitedBy: id.exactOptional(), proves: id.exactOptional() }),
  /** The mails of a change of address: the link for the new one; afterwards to the old one, sealed. */
  email_change: z.union([z.object({ change: text }), z.object({ changed: id, address: text })]),
  /** A deletion: the mail about it (`address`, sealed), what follows from it, and the end of the personal data. */
  account: z.union([
    z.object({ deleted: id, address: text }),
    z.object({ close: id }),
    z.object({ erase: id }),
  ]),
  /** A mail about one booking, or about those of a recurrence; attendees and guests are those of the first. */
  booking: z.object({
    about: z.enum(BOOKING_MAILS),
    bookingIds: z.array(id).readonly(),
    /** By id; a guest by position, as guests are only ever added; a leaver sealed. */
    to: z.union([
      z.object({ host: id }),
      z.object({ attendee: id }),
      z.object({ guest: id }),
      z.object({ leaver: text }),
    ]),
  }),
  /** `to` and `text` of a text message. */
  sms: sealed,
  /** `email` and `code`. */
  verification: sealed,
  /** Checks whether a grant has ended. `lived`: it was redeemed. */
  grant: z.object({ grantId: text, clientId: text, accountId: id, lived: z.boolean().exactOptional() }),
  /** Narrows grants of a client, a page of them. `after`: the last one that is done. */
  narrowing: z.object({ clientId: text, after: text.exactOptional() }),
  /** The next part of what a new workflow or webhook plans for existing bookings. `after`: the last one that is done. */
  planning: z.union([z.object({ workflow: id, after: id }), z.object({ webhook: text, after: id })]),
  /** The delivery that has the id of the job. */
  webhook: z.object({}),
  /** Brings the meeting of a booking in line with it. */
  conference: z.object({ bookingId: id }),
  /** A due occasion, or one of its messages. */
  workflow: z.object({
    occasion: text,
    message: z
      .object({
        step: id,
        to: z.union([
          z.object({ host: id }),
          z.object({ attendee: id }),
          z.object({ guest: id }),
          z.object({ fixed: z.enum(['email', 'phone']) }),
          z.object({ respondent: z.enum(['email', 'phone']) }),
        ]),
      })
      .exactOptional(),
  }),
  /** Reads a calendar again, or writes the event of a booking to the calendar of a host. */
  calendar: z.union([
    z.object({ refresh: id }),
    z.object({ write: z.object({ accountId: id, icsUid: text }) }),
  ]),
  /** Revokes the tokens of a deleted connection at their provider. `sealed`: as they were stored; `until`: ISO 8601. */
  revocation: z.object({ provider: z.enum(['google', 'zoom']), accountId: id, sealed: text, until: text }),
};

export type JobKind = keyof typeof JOB_KINDS;
export type JobPayloads = { readonly [Kind in JobKind]: z.output<(typeof JOB_KINDS)[Kind]> };

const SCHEMAS: { readonly [Kind in JobKind]: z.ZodType<JobPayloads[Kind]> } = JOB_KINDS;

/** The payload does not fit the schema of its kind: the job cannot be run by this version of the service. */
export class MalformedPayload extends Error {
  override readonly name = 'MalformedPayload';
}

export function decodePayload<Kind extends JobKind>(kind: Kind, payload: unknown): JobPayloads[Kind] {
  const { success, data, error } = SCHEMAS[kind].safeParse(payload);
  if (success) return data;
  throw new MalformedPayload(`the payload is malformed: ${z.prettifyError(error)}`);
}
