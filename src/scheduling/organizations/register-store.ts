/*
 * The port of the register of organizations, for the operator. What goes with an organization is decided under locks, on
 * what stands there then. Adapter: adapters/knex/organizations/organization-register.ts.
 */
import type { Actor } from '../../events/audit-log.js';

export interface RegisteredOrganization {
  readonly id: number;
  readonly name: string;
  /** By which the operator names it. */
  readonly slug: string;
  /** Addresses of those who own it by their own word. */
  readonly owners: readonly string[];
  readonly people: number;
  readonly teams: number;
}

/** Only what is named changes. */
export interface OrganizationEdit {
  readonly name?: string;
  readonly slug?: string;
}

/** What hangs on an organization: its teams by name, the clients that they own, and bookings of theirs ahead. */
export interface OrganizationParts {
  readonly id: number;
  readonly name: string;
  readonly teams: readonly string[];
  readonly clients: readonly string[];
  readonly comingBookings: number;
}

export interface Removal {
  /** With its teams; clients stand in the way all the same. */
  readonly force: boolean;
  /** Bookings that end later are ahead. */
  readonly now: Date;
}

export interface OrganizationRegister {
  /** By slug. */
  list(): Promise<readonly RegisteredOrganization[]>;
  edit(
    slug: string,
    edit: OrganizationEdit,
    actor: Actor,
  ): Promise<RegisteredOrganization | 'slug_taken' | undefined>;
  /**
   * Teams go with everything that belongs to them, bookings stay with their hosts, and people lose the booking limits
   * that are for members. Undefined when there is no such organization.
   */
  remove(
    slug: string,
    removal: Removal,
    actor: Actor,
  ): Promise<{ readonly removed: boolean; readonly parts: OrganizationParts } | undefined>;
}
