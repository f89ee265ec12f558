/*
 * The port of absences. Each belongs to one account; an absence of another owner is not found. Absences of an account
 * never overlap, and hand-overs never lead back to the absent account. Instants are milliseconds since
 * the epoch.
 */
import type { Actor } from '../../events/audit-log.js';
import type { Owner } from '../owner.js';

export const REASONS = ['unspecified', 'vacation', 'travel', 'sick', 'public_holiday'] as const;

export interface NewAbsence {
  readonly start: number;
  /** The account is available again from then on. */
  readonly end: number;
  readonly reason: (typeof REASONS)[number];
  readonly notes: string | null;
  /** Takes over meanwhile. */
  readonly standInId: number | null;
}

export interface Absence extends NewAbsence {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
}

/**
 * `no_stand_in`: there is no such account, it is disabled, or it shares no team or organization with the absent account;
 * an account in none may name any other. `loop`: the stand-in hands over to the absent account.
 */
export type AbsenceRefusal = 'overlap' | 'no_stand_in' | 'loop';

type Direction = 'asc' | 'desc';

export interface AbsenceQuery {
  readonly take: number;
  readonly skip: number;
  /** The earlier start first when neither is named; the start decides before the end. */
  readonly sortStart?: Direction;
  readonly sortEnd?: Direction;
  /** Only those that end later; in milliseconds since the epoch. */
  readonly endsAfter?: number;
}

export interface MemberAbsenceQuery extends AbsenceQuery {
  /** Of this member alone. */
  readonly memberId?: number;
  /** Of the member with this address. */
  readonly email?: string;
}

/** Somebody who may take over from an account, or does so already. */
export interface StandIn {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export interface AbsenceStore {
  /** Undefined when there is no such account, or it is not a member of the group. */
  timeZoneOf(owner: Owner): Promise<string | undefined>;
  find(accountId: number, id: number): Promise<Absence | undefined>;
  list(accountId: number, query: AbsenceQuery): Promise<readonly Absence[]>;
  /** Of the members of a group. Undefined when `memberId` is not a member. */
  listIn(groupId: number, query: MemberAbsenceQuery): Promise<readonly Absence[] | undefined>;
  /**
   * The account's colleagues in teams and organizations, by name, after those whom its absences name already. With
   * `email` only who has this address.
   */
  standIns(
    accountId: number,
    query: { readonly email?: string; readonly most: number },
  ): Promise<readonly StandIn[]>;
  /** Undefined when there is no such account. */
  create(owner: Owner, input: NewAbsence, actor: Actor): Promise<Absence | AbsenceRefusal | undefined>;
  /** `decide` makes the new absence from the old one, which is locked; an error that it throws rolls back. */
  change(
    owner: Owner,
    id: number,
    decide: (absence: Absence) => NewAbsence,
    actor: Actor,
  ): Promise<Absence | AbsenceRefusal | undefined>;
  /** Returns the removed absence. */
  remove(owner: Owner, id: number, actor: Actor): Promise<Absence | undefined>;
}
