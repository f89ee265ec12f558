/* Replies of `/v2/bookings`, in the shapes of the public API. */
import { z } from 'zod';

const answers = z.record(z.string(), z.unknown());

const host = z.object({
  id: z.number(),
  name: z.string(),
  /** Empty where the event type hides it. */
  email: z.string(),
  displayEmail: z.string(),
  username: z.string(),
  timeZone: z.string(),
});

const attendee = z.object({
  name: z.string(),
  email: z.string(),
  displayEmail: z.string(),
  timeZone: z.string(),
  language: z.string(),
  absent: z.boolean(),
  phoneNumber: z.string().exactOptional(),
});

const seatedAttendee = attendee.extend({
  /** Empty for the seats of others: knowing it is enough to cancel the seat. */
  seatUid: z.string(),
  bookingFieldsResponses: answers,
  metadata: answers.exactOptional(),
});

export const numberedAttendeeReply = attendee.extend({ id: z.number() });
export const addedAttendeeReply = numberedAttendeeReply.extend({ bookingId: z.number() });

const common = z.object({
  id: z.number(),
  uid: z.string(),
  title: z.string(),
  description: z.string(),
  hosts: z.array(host),
  status: z.enum(['cancelled', 'accepted', 'rejected', 'pending']),
  cancellationReason: z.string().exactOptional(),
  cancelledByEmail: z.string().exactOptional(),
  reschedulingReason: z.string().exactOptional(),
  rescheduledByEmail: z.string().exactOptional(),
  rescheduledFromUid: z.string().exactOptional(),
  rescheduledToUid: z.string().exactOptional(),
  start: z.string(),
  end: z.string(),
  duration: z.number(),
  eventTypeId: z.number().nullable(),
  eventType: z.object({ id: z.number(), slug: z.string() }).nullable(),
  meetingUrl: z.string().exactOptional(),
  location: z.string(),
  absentHost: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  metadata: answers,
  icsUid: z.string(),
  /** Of the bookings of a recurrence. */
  recurringBookingUid: z.string().exactOptional(),
});

const wholeBooking = common.extend({
  attendees: z.array(attendee),
  guests: z.array(z.string()),
  /** Ours: of the guests with more than an address. */
  guestDetails: z
    .array(
      z.object({
        email: z.string(),
        name: z.string().exactOptional(),
        timeZone: z.string().exactOptional(),
        phoneNumber: z.string().exactOptional(),
        language: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  bookingFieldsResponses: answers,
});

const seatedBooking = common.extend({
  attendees: z.array(seatedAttendee),
  /** The seat that was taken, moved or requested. */
  seatUid: z.string().exactOptional(),
});

export const bookingReply = z.union([wholeBooking, seatedBooking]);
export const bookingOrRecurrenceReply = z.union([bookingReply, z.array(bookingReply)]);

export type BookingOrRecurrenceReply = z.input<typeof bookingOrRecurrenceReply>;
export type CommonReply = z.input<typeof common>;
export type BookingReply = z.input<typeof bookingReply>;
export type WholeBookingReply = z.input<typeof wholeBooking>;
export type SeatedBookingReply = z.input<typeof seatedBooking>;
export type AttendeeReply = z.input<typeof attendee>;
export type SeatedAttendeeReply = z.input<typeof seatedAttendee>;
