/* Texts and field names of the calendars page. */
import { isolated } from '../parts/text/isolated.js';

export const CALENDARS_TEXT = {
  title: 'Calendars',
  detail:
    'Connect calendars so that nobody books you while you are busy, and bookings appear in your own calendar.',
  lead: 'Nobody can book you during an event in a calendar that you select here. Only the times of events are stored, not their content.',
  none: 'No calendar is connected',
  noneDetail: 'Until you connect one, only bookings made here and your absences make you unavailable.',
  connected: (name: string) => `${name} is connected.`,
  feedsAdded: 'The calendar feeds are added.',
  saved: 'Your choices are saved.',
  disconnected: (name: string) =>
    `The connection to ${name} is deleted, with the busy times read from its calendars. Events written there stay.`,
  feedRemoved: (name: string) => `${isolated(name)} is removed, with the busy times read from it.`,
  failedSignIn: 'The calendar was not connected. Nothing has changed; try again.',
  failedState: 'The sign-in has expired or was already used. Start again here.',
  revoked:
    'Its last known busy times are used for one hour from then. After that your choice below for a calendar that does not answer applies. Bookings are not written there.',
  choices: 'Calendars in use',
  counts: 'Calendars whose events make you unavailable',
  destination: 'Where bookings are written',
  nowhere: 'Nowhere',
  nowhereHint: 'Invitations still come by mail.',
  destinationHint: 'New bookings become events there. They are moved and deleted with the booking.',
  outage: 'When a calendar does not answer for an hour',
  block: 'Nobody can book me',
  blockHint: 'Until it answers again. This is the safe choice.',
  lastKnown: 'Use the last known busy times',
  lastKnownHint: 'New events there are not seen, so you may be booked twice.',
  save: 'Save choices',
  failing: (name: string, fault: string) =>
    `${name} does not answer: ${fault}. Its last known busy times are used for one hour.`,
  disconnect: (name: string) => `Disconnect ${name}`,
  feeds: 'Calendar feeds (ICS)',
  feedsHint:
    'One address per line; you can have 20 feeds. They are added to those you have, and not displayed again.',
  feedsLabel: 'Addresses',
  feedsSave: 'Add feeds',
  remove: (name: string) => `Remove ${name}`,
  apple: 'Apple Calendar',
  appleHint: 'Create an app-specific password at account.apple.com. Your usual password does not work here.',
  username: 'Apple Account (e-mail address)',
  password: 'App-specific password',
  appleSave: 'Connect Apple Calendar',
  signIn: (name: string) => `Connect ${name}`,
  signInHint: 'You sign in there, allow access to your calendars and return here.',
} as const;

export const CALENDAR_FIELDS = {
  selected: 'selected',
  destination: 'destination',
  outage: 'outage',
  urls: 'urls',
  username: 'username',
  password: 'password',
} as const;
