/*
 * The port of the register of organizations, for the operator. Removals are decided under locks. Adapter:
 * adapters/knex/organizations/organization-register.ts.
 */
import type { Actor } from '../../events/audit-log.js';

export interface RegisteredOrganization {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** E-mail addresses of owners who have accepted. */
  readonly owners: readonly string[];
  readonly people: number;
  readonly teams: number;
}

/** Absent members stay unchanged. */
export interface OrganizationEdit {
  readonly name?: string;
  readonly slug?: string;
}

/** What belongs to an organization: its teams by name, the clients that they own, and their upcoming bookings. */
export interface OrganizationParts {
  readonly id: number;
  readonly name: string;
  readonly teams: readonly string[];
  readonly clients: readonly string[];
  readonly comingBookings: number;
}

export interface Removal {
  /** Also with teams. Clients block the removal in either case. */
  readonly force: boolean;
  /** Bookings that end later are upcoming. */
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
   * Deletes its teams with everything that belongs to them. Bookings stay with their hosts; members lose their booking
   * limits. Undefined when there is no such organization.
   */
  remove(
    slug: string,
    removal: Removal,
    actor: Actor,
  ): Promise<{ readonly removed: boolean; readonly parts: OrganizationParts } | undefined>;
}
