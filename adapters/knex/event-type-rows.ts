/* Event types between their rows and the domain. */
import type { EventType, EventTypeTerms } from '../../src/scheduling/event-types/event-type.js';
import type { PersonalEventType } from '../../src/scheduling/event-types/store.js';

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
}

export const toEventType = (row: EventTypeRow): EventType => ({
  ...row.settings,
  id: row.id,
  ownerId: row.owner_id,
  teamId: row.team_id,
  title: row.title,
  slug: row.slug,
  lengthInMinutes: row.length_minutes,
  hidden: row.hidden,
  scheduleId: row.schedule_id,
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

export function termsOf(eventType: EventType): EventTypeTerms {
  const { id: _id, ownerId: _ownerId, teamId: _teamId, ...terms } = eventType;
  return terms;
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
