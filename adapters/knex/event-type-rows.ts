/* Event types between their rows and the domain. */
import type { EventType } from '../../src/scheduling/event-types/event-type.js';

export type EventTypeSettings = Omit<
  EventType,
  'id' | 'ownerId' | 'teamId' | 'title' | 'slug' | 'lengthInMinutes' | 'hidden' | 'scheduleId'
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
