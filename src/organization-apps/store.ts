/*
 * The port of an organization's applications: which it admits, and an index of the grants by which its members
 * allow access to it. Every query filters by viewer, who must be an owner or administrator of the organization. Adapter: adapters/knex/organization-apps/organization-apps.ts.
 */
import type { Actor } from '../events/audit-log.js';

/** `every`: whatever is approved. `listed`: what is on the organization's list alone. */
export type AdmissionPolicy = 'every' | 'listed';

export interface ListedClient {
  readonly clientId: string;
  readonly name: string;
  readonly addedAt: Date;
}

export interface ManagedOrganization {
  readonly id: number;
  readonly name: string;
  readonly policy: AdmissionPolicy;
  /** By name. */
  readonly listed: readonly ListedClient[];
  /** Names of its teams by their ids. */
  readonly teams: ReadonlyMap<number, string>;
}

/** Where a grant is; it may have ended. */
export interface GrantNote {
  readonly familyId: string;
  readonly clientId: string;
  readonly person: { readonly name: string; readonly email: string };
}

export interface NoteQuery {
  /** Of one client alone. */
  readonly clientId?: string;
  /** What follows this one, in the order of the clients' names. */
  readonly after?: Pick<GrantNote, 'clientId' | 'familyId'>;
  readonly take: number;
}

/** An organization, and who asks. */
export interface Managing {
  readonly organizationId: number;
  readonly viewerId: number;
}

export interface OrganizationAppStore {
  find(managing: Managing): Promise<ManagedOrganization | undefined>;
  /** Of grants of current members that permit the organization or a team of it. */
  notes(managing: Managing, query: NoteQuery): Promise<readonly GrantNote[]>;
  /** For grants that have ended. */
  forget(familyIds: readonly string[]): Promise<void>;
  /** False when there is no such organization. */
  setPolicy(managing: Managing, policy: AdmissionPolicy, actor: Actor): Promise<boolean>;
  admit(
    managing: Managing,
    admission: { readonly clientId: string; readonly most: number },
    actor: Actor,
  ): Promise<'admitted' | 'listed_already' | 'no_such_client' | 'full' | undefined>;
  /** False when it was not on the list. */
  dismiss(managing: Managing, clientId: string, actor: Actor): Promise<boolean>;
}
