/* Connected calendars in the public API. */
import type { z } from 'zod';
import { present } from '../../present.js';
import type { CalendarKind, ConnectedCalendar, Connection, ConnectionWithCalendars } from './calendar.js';
import type { NamedCalendar, PersonalCalendars } from './store.js';
import type {
  calendarReply,
  connectedReply,
  connectionReply,
  destinationReply,
  selectedReply,
} from './schemas.js';

interface KindFacts {
  /** In the public API and in references of bookings. */
  readonly type: string;
  readonly slug: string;
  /** For people. */
  readonly name: string;
  readonly description: string;
  readonly publisher: string;
  readonly url: string;
}

export const FACTS: Readonly<Record<CalendarKind, KindFacts>> = {
  ics: {
    type: 'ics-feed_calendar',
    slug: 'ics-feed',
    name: 'Calendar feeds',
    description: 'Calendars that are published at an address (ICS).',
    publisher: 'Slotkey',
    url: 'https://www.rfc-editor.org/rfc/rfc5545',
  },
  apple: {
    type: 'apple_calendar',
    slug: 'apple-calendar',
    name: 'Apple Calendar',
    description: 'Calendars of iCloud, reached over CalDAV.',
    publisher: 'Apple',
    url: 'https://www.icloud.com/calendar',
  },
  google: {
    type: 'google_calendar',
    slug: 'google-calendar',
    name: 'Google Calendar',
    description: 'Calendars of a Google account.',
    publisher: 'Google',
    url: 'https://calendar.google.com',
  },
  office365: {
    type: 'office365_calendar',
    slug: 'office365-calendar',
    name: 'Microsoft 365 Calendar',
    description: 'Calendars of a Microsoft 365 or Outlook.com account.',
    publisher: 'Microsoft',
    url: 'https://outlook.office.com/calendar',
  },
};

export const typeOf = (kind: CalendarKind): string => FACTS[kind].type;

const emailOf = (identity: string): string | undefined => (identity.includes('@') ? identity : undefined);

export const presentConnection = (connection: Connection): z.input<typeof connectionReply> => ({
  id: connection.id,
  type: FACTS[connection.kind].type,
  userId: connection.accountId,
  teamId: null,
  appId: FACTS[connection.kind].slug,
  invalid: connection.invalid,
});

const presentIntegration = ({ kind, identity }: Connection) => ({
  ...FACTS[kind],
  title: FACTS[kind].name,
  variant: 'calendar',
  category: 'calendar',
  categories: ['calendar'],
  logo: '',
  installed: true,
  email: emailOf(identity) ?? '',
  locationOption: null,
});

const iso = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();

const presentCalendar = (
  { id, kind, identity }: Connection,
  { externalId, name, primary, readOnly, selected, fetchedAt, fault, failingSince }: ConnectedCalendar,
): z.input<typeof calendarReply> => ({
  ...{ externalId, name, primary, readOnly },
  ...present({ email: emailOf(identity) }),
  integration: FACTS[kind].type,
  isSelected: selected,
  credentialId: id,
  delegationCredentialId: null,
  lastFetchedAt: iso(fetchedAt),
  ...(fault === null ? {} : { error: { message: fault, since: iso(failingSince) } }),
});

function presentConnected(connection: ConnectionWithCalendars): z.input<typeof connectedReply> {
  const calendars = connection.calendars.map((calendar) => presentCalendar(connection, calendar));
  const error = { message: 'The provider refuses it. Connect it again.', since: null };
  return {
    integration: presentIntegration(connection),
    credentialId: connection.id,
    delegationCredentialId: null,
    ...present({ primary: calendars.find(({ primary }) => primary === true) ?? calendars[0] }),
    calendars,
    ...(connection.invalid ? { error } : {}),
  };
}

const presentDestination = (
  { id, kind, identity, accountId }: Connection,
  { id: calendarId, externalId, name, primary, readOnly }: ConnectedCalendar,
): z.input<typeof destinationReply> => ({
  ...{ id: calendarId, externalId, name, primary, readOnly },
  ...present({ email: emailOf(identity) }),
  integration: FACTS[kind].type,
  integrationTitle: FACTS[kind].name,
  primaryEmail: emailOf(identity) ?? null,
  userId: accountId,
  eventTypeId: null,
  credentialId: id,
  delegationCredentialId: null,
});

export function presentCalendars({ connections, destinationId }: PersonalCalendars) {
  const [destination] = connections.flatMap((connection) =>
    connection.calendars
      .filter(({ id }) => id === destinationId)
      .map((calendar) => presentDestination(connection, calendar)),
  );
  return { connectedCalendars: connections.map(presentConnected), destinationCalendar: destination ?? null };
}

export const presentSelected = (
  accountId: number,
  { kind, externalId, connectionId }: NamedCalendar,
): z.input<typeof selectedReply> => ({
  userId: accountId,
  integration: FACTS[kind].type,
  externalId,
  credentialId: connectionId,
});
