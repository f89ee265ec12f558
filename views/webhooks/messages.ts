/* Texts of the forms of webhooks. */
import { isolated } from '../parts/text/isolated.js';

export const WEBHOOK_FORM_TEXT = {
  create: 'Add a webhook',
  edit: 'Edit webhook',
  url: 'URL',
  urlHint: 'Where deliveries are sent, such as https://example.com/hooks/bookings.',
  owner: 'Events of',
  ownerHint: 'An event type sends its own bookings only. You and organizations send those of all of them.',
  you: 'You: all your bookings',
  organization: (name: string) => `The organization ${name}`,
  eventType: (name: string, team: string | undefined) =>
    team === undefined ? `The event type ${name}` : `The event type ${name} of ${team}`,
  unknownOwner: 'Choose one of the list.',
  triggers: 'Triggers',
  triggersHint: 'Each event that you tick is sent to the URL.',
  noTrigger: 'Choose at least one trigger.',
  notOfEventTypes: 'Not for event types.',
  template: 'Body',
  templateHint:
    'Optional. Replaces the default JSON: text with {{names}} of values of the payload, such as {{title}} or {{attendees.0.name}}.',
  version: (version: string) => `The version of the payload is ${version}.`,
  add: 'Add webhook',
  save: 'Save webhook',
  secretFollows: 'The next page shows the signing secret, once.',
  editLink: 'Edit URL, triggers and body',
  secret: 'Signing secret',
  secretDetail:
    'A new secret signs every delivery from then on, including retries. The old one is not used any more.',
  newSecret: 'Create a new secret',
  test: 'Test event',
  testDetail:
    'Sends an event with the trigger PING and made-up values, signed and retried like all others. It appears in the deliveries below.',
  sendTest: 'Send a test event',
  testOff: 'Switch the webhook on first.',
  danger: 'Delete this webhook',
  removal: 'No more events are sent to it.',
  remove: 'Delete webhook',
  done: {
    edited: (host: string) =>
      `The webhook for ${isolated(host)} was saved. Deliveries go to its URL from now on, including retries.`,
    tested: (host: string) =>
      `The test event is being sent to ${isolated(host)}. Reload the page to see the result.`,
  },
  removed: (host: string) => `The webhook for ${isolated(host)} was deleted.`,
} as const;

/** In the order of the form. */
export const TRIGGER_TEXT = {
  BOOKING_CREATED: 'A booking is accepted.',
  BOOKING_REQUESTED: 'A booking waits for its host.',
  BOOKING_RESCHEDULED: 'A booking was moved.',
  BOOKING_CANCELLED: 'A booking was cancelled.',
  BOOKING_REJECTED: 'Its host rejected a booking.',
  BOOKING_NO_SHOW_UPDATED: 'An attendee or the host was marked as absent.',
  MEETING_STARTED: 'An accepted booking begins.',
  MEETING_ENDED: 'An accepted booking ends.',
  RECORDING_READY: 'A recording can be downloaded.',
  RECORDING_TRANSCRIPTION_GENERATED: 'A transcript can be downloaded.',
  OOO_CREATED: 'Somebody is out of office.',
  FORM_SUBMITTED: 'A routing form was answered.',
  ROUTING_FORM_FALLBACK_HIT: 'No route of a routing form matched the answers.',
} as const;
