/* Connected calendars in the shapes and words of the public API. */
import type { z } from 'zod';
import type { CalendarKind, ConnectedCalendar, Connection } from './calendar.js';
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

const emailOf = (identity: string): { readonly email?: string } =>
  identity.includes('@') ? { email: identity } : {};

export const presentConnection = ({
  id,
  kind,
  accountId,
  invalid,
}: Connection): z.input<typeof connectionReply> => ({
  id,
  type: FACTS[kind].type,
  userId: accountId,
  teamId: null,
  appId: FACTS[kind].slug,
  invalid,
});

function integrationOf(kind: CalendarKind, identity: string) {
  const { type, slug, name, description, publisher, url } = FACTS[kind];
  return {
    ...{ type, slug, name, title: name, description, publisher, url },
    variant: 'calendar',
    category: 'calendar',
    categories: ['calendar'],
    logo: '',
    installed: true,
    email: emailOf(identity).email ?? '',
    locationOption: null,
  };
}

const iso = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();

const presentCalendar = (
  { id, kind, identity }: Connection,
  calendar: ConnectedCalendar,
): z.input<typeof calendarReply> => ({
  externalId: calendar.externalId,
  integration: FACTS[kind].type,
  name: calendar.name,
  primary: calendar.primary,
  readOnly: calendar.readOnly,
  ...emailOf(identity),
  isSelected: calendar.selected,
  credentialId: id,
  delegationCredentialId: null,
  lastFetchedAt: iso(calendar.fetchedAt),
  ...(calendar.fault === null
    ? {}
    : { error: { message: calendar.fault, since: iso(calendar.failingSince) } }),
});

const AGAIN = 'The other side refuses it. Connect it again.';

function presentConnected(connection: Connection): z.input<typeof connectedReply> {
  const calendars = connection.calendars.map((calendar) => presentCalendar(connection, calendar));
  const primary = calendars.find((calendar) => calendar.primary === true) ?? calendars[0];
  return {
    integration: integrationOf(connection.kind, connection.identity),
    credentialId: connection.id,
    delegationCredentialId: null,
    ...(primary === undefined ? {} : { primary: { ...primary, primary: primary.primary ?? null } }),
    calendars,
    ...(connection.invalid ? { error: { message: AGAIN, since: null } } : {}),
  };
}

const presentDestination = (
  { id, kind, identity, accountId }: Connection,
  calendar: ConnectedCalendar,
): z.input<typeof destinationReply> => ({
  id: calendar.id,
  integration: FACTS[kind].type,
  externalId: calendar.externalId,
  primaryEmail: emailOf(identity).email ?? null,
  userId: accountId,
  eventTypeId: null,
  credentialId: id,
  delegationCredentialId: null,
  name: calendar.name,
  primary: calendar.primary,
  readOnly: calendar.readOnly,
  ...emailOf(identity),
  integrationTitle: FACTS[kind].name,
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
