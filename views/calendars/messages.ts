/* What the page of calendars says, and the names of its fields. */

export const CALENDARS_TEXT = {
  title: 'Calendars',
  detail:
    'Connect calendars, so that nobody books you while you are busy, and bookings reach your own calendar.',
  lead: 'Nobody can book you while an event stands in a calendar that counts. Only times are kept here, not what the events are about.',
  none: 'No calendar is connected',
  noneDetail: 'Until one is, only bookings made here and your absences keep you from being booked.',
  connected: 'The calendar is connected.',
  saved: 'Your choices are saved.',
  disconnected:
    'The connection is gone, and with it what was known of its calendars. Events written there stay.',
  failedSignIn: 'The calendar was not connected. Nothing has changed; try again.',
  failedState: 'That took too long, or the address was opened twice. Begin again here.',
  endedDetail:
    'What was last known of its busy times counts for an hour from then, and after that as you have chosen below for a calendar that does not answer. Bookings are not written there.',
  choices: 'What counts',
  counts: 'Calendars that keep you from being booked',
  destination: 'Where bookings are written',
  nowhere: 'Nowhere',
  nowhereHint: 'Invitations still come by mail.',
  destinationHint: 'New bookings become events there; they move and go with the booking.',
  outage: 'When a calendar does not answer for an hour',
  block: 'Nobody can book me',
  blockHint: 'Until it answers again. The safe choice.',
  lastKnown: 'Go on with what was last known',
  lastKnownHint: 'New events there are not seen; somebody may book you twice.',
  save: 'Save choices',
  readOnly: 'only read',
  failing: (name: string, fault: string) =>
    `${name} does not answer: ${fault}. What was last known counts for an hour.`,
  disconnect: (name: string) => `Disconnect ${name}`,
  feeds: 'Calendar feeds (ICS)',
  feedsHint: 'One address a line, up to 20. They replace the feeds saved before, and are not shown again.',
  feedsLabel: 'Addresses',
  feedsSave: 'Save feeds',
  apple: 'Apple Calendar',
  appleHint: 'Make an app-specific password at account.apple.com; your own password does not work here.',
  username: 'Apple Account (e-mail address)',
  password: 'App-specific password',
  appleSave: 'Connect Apple Calendar',
  signIn: (name: string) => `Connect ${name}`,
  signInHint: 'You sign in there, allow access to your calendars and come back.',
} as const;

export const CALENDAR_FIELDS = {
  selected: 'selected',
  destination: 'destination',
  outage: 'outage',
  urls: 'urls',
  username: 'username',
  password: 'password',
} as const;
