/* The connected calendars of a user as their page shows them. Pure. */
import type { CalendarsPageProps, PageConnection } from '../../../views/calendars/calendars.js';
import { CALENDAR_FIELDS as FIELDS } from '../../../views/calendars/messages.js';
import type { AppError, PropertyFault } from '../../errors.js';
import {
  type CalendarKind,
  type ConnectionWithCalendars,
  SIGN_IN_KINDS,
} from '../../scheduling/calendars/calendar.js';
import { FACTS } from '../../scheduling/calendars/presenter.js';
import { CALENDARS_PATH, type SignInDeps } from '../../scheduling/calendars/sign-in.js';
import type { PersonalCalendars } from '../../scheduling/calendars/store.js';
import { type FieldFaults, groupByField } from '../request-values.js';

export const CALENDAR_PATHS = {
  choices: `${CALENDARS_PATH}/choices`,
  feeds: `${CALENDARS_PATH}/feeds`,
  apple: `${CALENDARS_PATH}/apple`,
  signIn: `${CALENDARS_PATH}/sign-in`,
  connections: `${CALENDARS_PATH}/connections`,
} as const;

type SignIns = SignInDeps['signIns'];

const dateOf = (instant: number | null): Date | undefined =>
  instant === null ? undefined : new Date(instant);

/** Undefined for a provider that is no longer configured. */
function reconnectPath(signIns: SignIns, kind: CalendarKind): string | undefined {
  if (kind === 'ics') return `${CALENDARS_PATH}#${FIELDS.urls}`;
  if (kind === 'apple') return `${CALENDARS_PATH}#${FIELDS.username}`;
  return signIns[kind] && `${CALENDAR_PATHS.signIn}/${kind}`;
}

const presentConnection = (
  signIns: SignIns,
  { id, kind, identity, invalid, endedAt, calendars }: ConnectionWithCalendars,
): PageConnection => ({
  id,
  title: FACTS[kind].name,
  identity: kind === 'ics' ? '' : identity,
  revoked: invalid ? { since: dateOf(endedAt), again: reconnectPath(signIns, kind) } : undefined,
  calendars: calendars.map((calendar) => ({
    ...calendar,
    fault: calendar.fault ?? undefined,
    failingSince: dateOf(calendar.failingSince),
    remove: kind === 'ics' ? `${CALENDAR_PATHS.feeds}/${calendar.externalId}/remove` : undefined,
  })),
  disconnect: `${CALENDAR_PATHS.connections}/${kind}/${id}/end`,
});

export function presentCalendars(
  signIns: SignIns,
  { connections, destinationId, outage }: PersonalCalendars,
): Omit<CalendarsPageProps, 'user' | 'csrf' | 'now'> {
  const { choices, feeds, apple, signIn } = CALENDAR_PATHS;
  const available = SIGN_IN_KINDS.filter((kind) => signIns[kind] !== undefined);
  return {
    ...{ destinationId, outage, choices, feeds, apple },
    connections: connections.map((connection) => presentConnection(signIns, connection)),
    signIns: available.map((kind) => ({ title: FACTS[kind].name, to: `${signIn}/${kind}` })),
  };
}

const isFaults = (errors: unknown): errors is readonly PropertyFault[] => Array.isArray(errors);

/** Messages by field; those of `urls.2` name the line. Without a property the message belongs to `field`. */
export function presentFaults({ details, message }: AppError, field: string): FieldFaults {
  const { errors } = details;
  if (!isFaults(errors)) return { [field]: [message] };
  return groupByField(
    errors.map(({ property, message: fault }) => {
      const [name = field, index] = property.split('.');
      return [name, index === undefined ? fault : `Line ${Number(index) + 1}: ${fault}`];
    }),
  );
}
