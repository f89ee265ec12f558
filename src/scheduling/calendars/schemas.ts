/* Requests and replies of the routes of connected calendars, as in the public API. */
import { z } from 'zod';
import { moment } from '../instants.js';
import { idInPath } from '../../api/values.js';
import { isPlainText } from '../profile/rules.js';
import { timeZone } from '../profile/schemas.js';
import { CALENDAR_KINDS, MAX_FEEDS, SIGN_IN_KINDS } from './calendar.js';
import type { CalendarKind } from './calendar.js';
import { FACTS } from './presenter.js';

const CONNECTED_KINDS = ['apple', 'google', 'office365'] as const;

export const connectedParams = z.object({
  calendar: z.enum(CONNECTED_KINDS, `must be one of ${CONNECTED_KINDS.join(', ')}`),
});
export const signInParams = z.object({
  calendar: z.enum(SIGN_IN_KINDS, `must be one of ${SIGN_IN_KINDS.join(', ')}`),
});
export const appleParams = z.object({ calendar: z.enum(['apple'], 'must be apple') });
const DISCONNECT_KINDS = [...CONNECTED_KINDS, 'ics-feed'] as const;
export const disconnectParams = z.object({
  calendar: z.enum(DISCONNECT_KINDS, `must be one of ${DISCONNECT_KINDS.join(', ')}`),
});

/** Ids of providers may be long. */
const name = (what: string) =>
  z.string(`must be the ${what}`).min(1, `must be the ${what}`).max(2_048, 'must be at most 2048 characters');

export const eventParams = connectedParams.extend({ eventUid: name('id of an event') });

const FEEDS_RULE = `must be a list of 1 to ${MAX_FEEDS} addresses`;
export const feedsInput = z.object({
  urls: z.array(z.string('must be an address'), FEEDS_RULE).min(1, FEEDS_RULE).max(MAX_FEEDS, FEEDS_RULE),
  /** Ignored: feeds cannot be written. */
  readOnly: z.boolean('must be true or false').default(true),
});

export const feedParams = z.object({ externalId: name('id of a feed') });

const text = (most: number) =>
  z
    .string('must be a text')
    .min(1, 'must not be empty')
    .max(most, `must be at most ${most} characters`)
    .refine(isPlainText, 'must not hold control characters');

export const appleInput = z.object({ username: text(320).trim(), password: text(200) });
export const disconnectInput = z.object({ id: z.int('must be the id of a connection') });

const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');
export const connectQuery = z.object({
  isDryRun: flag.default(false),
  redir: z.url('must be an address').max(2_048, 'must be at most 2048 characters').exactOptional(),
});

const single = z.string('must be given once');
export const saveQuery = z.object({
  state: single.exactOptional(),
  code: single.exactOptional(),
  error: single.exactOptional(),
});

const loaded = { credentialId: idInPath, externalId: name('id of a calendar') };
const MAX_LOADED = 20;
const LOADED_RULE = `must be 1 to ${MAX_LOADED} calendars: calendarsToLoad[0][credentialId]=1&calendarsToLoad[0][externalId]=…`;
const loadedCalendar = z.strictObject(loaded, {
  error: ({ code }) =>
    code === 'unrecognized_keys' ? 'takes credentialId and externalId and nothing else' : LOADED_RULE,
});

/** One calendar, or several. */
export const busyQuery = z
  .object({
    credentialId: loaded.credentialId.exactOptional(),
    externalId: loaded.externalId.exactOptional(),
    calendarsToLoad: z
      .array(loadedCalendar, LOADED_RULE)
      .min(1, LOADED_RULE)
      .max(MAX_LOADED, LOADED_RULE)
      .exactOptional(),
    dateFrom: moment.exactOptional(),
    dateTo: moment.exactOptional(),
    timeZone: timeZone.exactOptional(),
    /** The older name of `timeZone`. */
    loggedInUsersTz: timeZone.exactOptional(),
  })
  .superRefine(({ credentialId, externalId, calendarsToLoad }, { addIssue }) => {
    for (const [property, value] of Object.entries({ credentialId, externalId })) {
      if ((value === undefined) !== (calendarsToLoad === undefined)) continue;
      const message =
        value === undefined ? 'must be given, or calendarsToLoad' : 'must be left out beside calendarsToLoad';
      addIssue({ code: 'custom', path: [property], message });
    }
  });

const TYPES = CALENDAR_KINDS.map((kind) => FACTS[kind].type);
const KIND_OF = new Map<string, CalendarKind>(CALENDAR_KINDS.map((kind) => [FACTS[kind].type, kind]));
const TYPE_RULE = `must be one of ${TYPES.join(', ')}`;

const integration = z
  .enum(TYPES, TYPE_RULE)
  .transform((type) => KIND_OF.get(type) ?? 'ics')
  .meta({ enum: TYPES });

const NO_DELEGATION =
  'must be left out: calendars are connected by their users here, and named by credentialId';

export const destinationInput = z.object({
  integration,
  externalId: name('id of a calendar'),
  delegationCredentialId: z.null(NO_DELEGATION).exactOptional(),
});
export const selectedInput = destinationInput.extend({
  credentialId: z.int('must be the id of a connection'),
});
export const selectedQuery = z.object({
  integration,
  externalId: name('id of a calendar'),
  credentialId: idInPath,
  delegationCredentialId: z.literal('', NO_DELEGATION).exactOptional(),
});

export const connectionReply = z.object({
  id: z.number(),
  type: z.string(),
  userId: z.number().nullable(),
  teamId: z.number().nullable(),
  appId: z.string().nullable(),
  invalid: z.boolean().nullable(),
});

const fault = z.object({ message: z.string(), since: z.string().nullable() });

export const calendarReply = z.object({
  externalId: z.string(),
  integration: z.string(),
  name: z.string(),
  primary: z.boolean().nullable(),
  readOnly: z.boolean(),
  email: z.string().exactOptional(),
  isSelected: z.boolean(),
  credentialId: z.number(),
  delegationCredentialId: z.string().nullable(),
  /** When it last answered. */
  lastFetchedAt: z.string().nullable(),
  /** Why it does not answer, and since when. */
  error: fault.exactOptional(),
});

export const connectedReply = z.object({
  integration: z.object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    type: z.string(),
    variant: z.string(),
    category: z.string(),
    categories: z.array(z.string()),
    logo: z.string(),
    publisher: z.string(),
    slug: z.string(),
    url: z.string(),
    email: z.string(),
    installed: z.boolean(),
    locationOption: z.null(),
  }),
  credentialId: z.number(),
  delegationCredentialId: z.string().nullable(),
  primary: calendarReply.exactOptional(),
  calendars: z.array(calendarReply),
  error: fault.exactOptional(),
});

export const destinationReply = z.object({
  id: z.number(),
  integration: z.string(),
  externalId: z.string(),
  primaryEmail: z.string().nullable(),
  userId: z.number().nullable(),
  eventTypeId: z.number().nullable(),
  credentialId: z.number().nullable(),
  delegationCredentialId: z.string().nullable(),
  name: z.string().nullable(),
  primary: z.boolean(),
  readOnly: z.boolean(),
  email: z.string().exactOptional(),
  integrationTitle: z.string(),
});

export const calendarsReply = z.object({
  connectedCalendars: z.array(connectedReply),
  destinationCalendar: destinationReply.nullable(),
});

export const busyReply = z.object({ start: z.string(), end: z.string(), source: z.string().nullable() });

export const selectedReply = z.object({
  userId: z.number(),
  integration: z.string(),
  externalId: z.string(),
  credentialId: z.number().nullable(),
});

export const checkReply = z.object({
  integration: z.string(),
  /** One for each connection of the kind. */
  credentialIds: z.array(z.number()),
});
export const authUrlReply = z.object({ authUrl: z.string() });
