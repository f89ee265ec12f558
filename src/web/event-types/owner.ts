/* Whose event types the pages are about: the user, or a team that the user administers. The pages are the same. */
import type { Crumb } from '../../../views/shell.js';
import { checkValue } from '../../api/input.js';
import { invalidInput } from '../../errors.js';
import type { EventType } from '../../scheduling/event-types/event-type.js';
import type { NamedHost } from '../../scheduling/event-types/team-store.js';
import type { ResourceOwner } from '../../scheduling/mounts.js';

export interface OwnedEventType {
  readonly eventType: EventType;
  /** Absent for a managed one of a team, which is booked with each of its hosts. */
  readonly publicUrl: string | undefined;
  /** Of a team. */
  readonly hosts?: readonly NamedHost[];
}

export interface TeamMember {
  /** Account id. */
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export interface EventTypesQuery {
  readonly search?: string;
  readonly take: number;
  readonly skip: number;
}

/** For one request, in the name of its user. */
export interface EventTypesOwner {
  readonly owner: ResourceOwner;
  /** Absent for the user's own. */
  readonly team?: { readonly id: number; readonly name: string };
  /** Of the list. */
  readonly path: string;
  /** Between the navigation and the list. */
  readonly above: readonly Crumb[];
  readonly timeZone: string;
  list(query: EventTypesQuery): Promise<readonly OwnedEventType[]>;
  /** Throws 404. */
  find(id: number): Promise<OwnedEventType>;
  /** Unchecked values, in the names of the API. Returns the id. */
  create(input: object): Promise<number>;
  /** `version`: see terms.ts. */
  change(id: number, change: object, version: string): Promise<void>;
  remove(id: number): Promise<void>;
  countUpcoming(id: number): Promise<number>;
  /** Of a team; who can host its event types. */
  members(): Promise<readonly TeamMember[]>;
}

export function validated<S extends Parameters<typeof checkValue>[0]>(schema: S, value: object) {
  const checked = checkValue(schema, value, 'body');
  if ('faults' in checked) throw invalidInput(checked.faults);
  return checked.data;
}
