/* Event types between their rows and the domain. */
import { isDeepStrictEqual } from 'node:util';
import { present } from '../../../src/present.js';
import type {
  EventType,
  EventTypeTerms,
  SchedulingType,
} from '../../../src/scheduling/event-types/event-type.js';
import type { PersonalEventType } from '../../../src/scheduling/event-types/store.js';
import { isId, isStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { containing } from '../patterns.js';

export type EventTypeSettings = Omit<
  EventTypeTerms,
  'title' | 'slug' | 'lengthInMinutes' | 'hidden' | 'scheduleId'
>;

export interface EventTypeRow {
  readonly id: number;
  readonly owner_id: number | null;
  readonly team_id: number | null;
  readonly parent_id: number | null;
  readonly title: string;
  readonly slug: string;
  readonly length_minutes: number;
  readonly hidden: boolean;
  readonly schedule_id: number | null;
  /** Whole: defaults are filled in when it is written. */
  readonly settings: EventTypeSettings;
  /** Of a team. */
  readonly scheduling_type: 'collective' | 'round_robin' | 'managed' | null;
  readonly assign_all: boolean;
}

/** For statements that are prepared. */
export const EVENT_TYPE_COLUMNS = [
  'id',
  'owner_id',
  'team_id',
  'parent_id',
  'title',
  'slug',
  'length_minutes',
  'hidden',
  'schedule_id',
  'settings',
  'scheduling_type',
  'assign_all',
]
  .map((column) => `event_type.${column}`)
  .join(', ');

const TYPES = { collective: 'collective', round_robin: 'roundRobin', managed: 'managed' } as const;

const ofTeam = ({ parent_id, scheduling_type, assign_all }: EventTypeRow) => ({
  ...present({ parentId: parent_id ?? undefined }),
  ...(scheduling_type && { schedulingType: TYPES[scheduling_type], assignAllTeamMembers: assign_all }),
});

export const toEventType = (row: EventTypeRow): EventType => ({
  ...termsOf(row),
  ...ofTeam(row),
  id: row.id,
  ownerId: row.owner_id,
  teamId: row.team_id,
});

/** The columns that hold the terms. */
export function termColumns(terms: EventTypeTerms): Readonly<Record<string, unknown>> {
  const { title, slug, lengthInMinutes, hidden, scheduleId, ...settings } = terms;
  return {
    title,
    slug,
    length_minutes: lengthInMinutes,
    hidden,
    schedule_id: scheduleId,
    settings: JSON.stringify(settings),
  };
}

export const schedulingColumn = (type: SchedulingType) => (type === 'roundRobin' ? 'round_robin' : type);

export const termsOf = (row: EventTypeRow): EventTypeTerms => ({
  ...row.settings,
  title: row.title,
  slug: row.slug,
  lengthInMinutes: row.length_minutes,
  hidden: row.hidden,
  scheduleId: row.schedule_id,
});

type Values = Readonly<Record<string, unknown>>;

/** Of settings that differ, or are in one of the two alone. */
export const changedNames = (before: Values, after: Values): readonly string[] =>
  Object.keys({ ...before, ...after }).filter((name) => !isDeepStrictEqual(before[name], after[name]));

/** In the audit log. */
export const eventTypeSubject = (id: number): string => `event_type:${id}`;

/** The order of lists. */
export const byCreation = (order: 'asc' | 'desc' = 'asc') => [
  { column: 'event_type.created_at', order },
  { column: 'event_type.id', order },
];

export async function countEventTypes(
  db: Database,
  owner: { readonly owner_id: number } | { readonly team_id: number },
): Promise<number> {
  const [row] = await db('event_type').where(owner).count('* as count');
  return Number(row?.['count'] ?? 0);
}

/** Of one of those accounts; it cannot be removed until the transaction ends. No schedule always fits. */
export async function isScheduleOf(
  trx: Database,
  accountIds: readonly number[],
  id: number | null,
): Promise<boolean> {
  if (id === null) return true;
  const rows = trx('schedule').where({ id }).whereIn('owner_id', accountIds).forKeyShare();
  return isId(id) && (await rows.first('id')) !== undefined;
}

/** A row with its owner beside it. */
export interface PersonalRow extends EventTypeRow {
  readonly owner: number;
  readonly username: string;
  readonly owner_name: string;
  readonly email: string;
  readonly time_zone: string;
}

export const PERSONAL_COLUMNS = [
  'event_type.*',
  'account.id as owner',
  'account.username',
  'account.name as owner_name',
  'account.email',
  'account.time_zone',
] as const;

export const toPersonal = (row: PersonalRow): PersonalEventType => ({
  eventType: toEventType(row),
  owner: {
    id: row.owner,
    username: row.username,
    name: row.owner_name,
    email: row.email,
    timeZone: row.time_zone,
  },
});

/** For a search of event types by title and slug. */
export const CONTAINS = `concat_ws(' ', event_type.title, event_type.slug) ilike ?`;
export const patternOf = (search: string): string | null => (isStorable(search) ? containing(search) : null);
