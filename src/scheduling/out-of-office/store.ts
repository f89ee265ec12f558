/*
 * The port of absences. Each belongs to one person, whose id every method takes: another's is not found. Absences of a
 * person never overlap, and hand-overs never lead back to who is away. Instants are milliseconds since the epoch.
 */
import type { Cause } from '../../audit.js';

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

/** `no_stand_in`: there is no such person, or they are disabled. `loop`: the stand-in hands over to who is away. */
export type AbsenceRefusal = 'overlap' | 'no_stand_in' | 'loop';

type Direction = 'asc' | 'desc';

export interface AbsenceQuery {
  readonly take: number;
  readonly skip: number;
  /** The earlier start first when neither is named; the start decides before the end. */
  readonly sortStart?: Direction;
  readonly sortEnd?: Direction;
}

export interface AbsenceStore {
  list(accountId: number, query: AbsenceQuery): Promise<readonly Absence[]>;
  /** Undefined when there is no such person. */
  create(accountId: number, input: NewAbsence, cause: Cause): Promise<Absence | AbsenceRefusal | undefined>;
  /** `decide` makes the new from the old, which nobody else changes meanwhile; what it throws leaves all as it was. */
  change(
    accountId: number,
    id: number,
    decide: (absence: Absence) => NewAbsence,
    cause: Cause,
  ): Promise<Absence | AbsenceRefusal | undefined>;
  /** The absence that was. */
  remove(accountId: number, id: number, cause: Cause): Promise<Absence | undefined>;
}
