/* The triggers of webhooks: every name of the public API, and why some of them never fire here. */

export const TRIGGERS = [
  'BOOKING_CREATED',
  'BOOKING_PAYMENT_INITIATED',
  'BOOKING_PAID',
  'BOOKING_RESCHEDULED',
  'BOOKING_REQUESTED',
  'BOOKING_CANCELLED',
  'BOOKING_REJECTED',
  'BOOKING_NO_SHOW_UPDATED',
  'FORM_SUBMITTED',
  'MEETING_ENDED',
  'MEETING_STARTED',
  'RECORDING_READY',
  'INSTANT_MEETING',
  'RECORDING_TRANSCRIPTION_GENERATED',
  'OOO_CREATED',
  'AFTER_HOSTS_CAL_VIDEO_NO_SHOW',
  'AFTER_GUESTS_CAL_VIDEO_NO_SHOW',
  'FORM_SUBMITTED_NO_EVENT',
  'ROUTING_FORM_FALLBACK_HIT',
  'DELEGATION_CREDENTIAL_ERROR',
  'WRONG_ASSIGNMENT_REPORT',
] as const;

export type Trigger = (typeof TRIGGERS)[number];

const NO_PAYMENTS = 'bookings are not paid for here';
const NO_OWN_MEETINGS = 'there is no video service of our own that could detect absence';

/** Reasons, as the end of "never fires: …". */
const NEVER: Readonly<Partial<Record<Trigger, string>>> = {
  BOOKING_PAYMENT_INITIATED: NO_PAYMENTS,
  BOOKING_PAID: NO_PAYMENTS,
  INSTANT_MEETING: 'there are no instant meetings here',
  AFTER_HOSTS_CAL_VIDEO_NO_SHOW: NO_OWN_MEETINGS,
  AFTER_GUESTS_CAL_VIDEO_NO_SHOW: NO_OWN_MEETINGS,
  FORM_SUBMITTED_NO_EVENT: 'forms are not followed by a pending booking here',
  DELEGATION_CREDENTIAL_ERROR: 'there are no delegated credentials here',
  WRONG_ASSIGNMENT_REPORT: 'wrong assignments are not reported here',
};

/** Events of users and teams that never concern one event type. */
const NOT_OF_EVENT_TYPES: readonly Trigger[] = ['OOO_CREATED', 'FORM_SUBMITTED', 'ROUTING_FORM_FALLBACK_HIT'];

/** Why a webhook cannot have it, as the end of "this trigger …"; undefined when it can. */
export function triggerFault(trigger: Trigger, ofEventType: boolean): string | undefined {
  const never = NEVER[trigger];
  if (never !== undefined) return `never fires: ${never}`;
  if (!ofEventType || !NOT_OF_EVENT_TYPES.includes(trigger)) return undefined;
  return 'never fires for an event type: use a webhook of the user or the organization';
}
