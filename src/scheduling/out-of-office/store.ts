/*
 * The port of absences. Each belongs to one person; what the owner that a method is given does not reach is not found.
 * Absences of a person never overlap, and hand-overs never lead back to who is away. Instants are milliseconds since
 * the epoch.
 */
import type { Actor } from '../../events/audit-log.js';
import type { Owner } from '../owner.js';

export const REASONS = ['unspecified', 'vacation', 'travel', 'sick', 'public_holiday'] as const;

export interface NewAbsence {
  readonly start: number;
  /** The person is back then. */
  readonly end: number;
  readonly reason: (typeof REASONS)[number];
  readonly notes: string | null;
  /** Who takes over meanwhile. */
  readonly standInId: number | null;
}

export interface Absence extends NewAbsence {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
}

/**
 * `no_stand_in`: there is no such person, they are disabled, or they share no team or organization with who is away;
 * somebody in none may name anybody. `loop`: the stand-in hands over to who is away.
 */
export type AbsenceRefusal = 'overlap' | 'no_stand_in' | 'loop';

type Direction = 'asc' | 'desc';

export interface AbsenceQuery {
  readonly take: number;
  readonly skip: number;
  /** The earlier start first when neither is named; the start decides before the end. */
  readonly sortStart?: Direction;
  readonly sortEnd?: Direction;
}

export interface MemberAbsenceQuery extends AbsenceQuery {
  /** Of this member alone. */
  readonly memberId?: number;
  /** Of the member with this address. */
  readonly email?: string;
}

export interface AbsenceStore {
  list(accountId: number, query: AbsenceQuery): Promise<readonly Absence[]>;
  /** Of the members of a place. Undefined when the one whose id is asked for is none. */
  listIn(groupId: number, query: MemberAbsenceQuery): Promise<readonly Absence[] | undefined>;
  /** Undefined when there is no such person. */
  create(owner: Owner, input: NewAbsence, actor: Actor): Promise<Absence | AbsenceRefusal | undefined>;
  /** `decide` makes the new from the old, which nobody else changes meanwhile; what it throws leaves all as it was. */
  change(
    owner: Owner,
    id: number,
    decide: (absence: Absence) => NewAbsence,
    actor: Actor,
  ): Promise<Absence | AbsenceRefusal | undefined>;
  /** The absence that was. */
  remove(owner: Owner, id: number, actor: Actor): Promise<Absence | undefined>;
}
