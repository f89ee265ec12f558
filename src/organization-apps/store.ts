/*
 * The port of an organization's applications: which it admits, and an index of the grants by which its members allow
 * access to it. Every query filters by viewer, who must be an owner or administrator of the organization. Adapter:
 * adapters/knex/organization-apps/organization-apps.ts.
 */
import type { Actor } from '../events/audit-log.js';

/** `every`: all approved applications. `listed`: only those on the organization's list. */
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

/** An entry of the index; the grant may have ended. */
export interface GrantReference {
  readonly familyId: string;
  readonly clientId: string;
  readonly user: { readonly name: string; readonly email: string };
  /** The user is an owner or administrator of the organization or of a team of it. */
  readonly administers: boolean;
}

export interface GrantQuery {
  /** Only grants of this client. */
  readonly clientId?: string;
  /** Only grants after this one, in the order of the clients' names. */
  readonly after?: Pick<GrantReference, 'clientId' | 'familyId'>;
  readonly take: number;
}

/** An organization, and the calling user. */
export interface Managing {
  readonly organizationId: number;
  readonly viewerId: number;
}

export interface OrganizationAppStore {
  find(managing: Managing): Promise<ManagedOrganization | undefined>;
  /** Grants of current members that permit the organization or a team of it. */
  grants(managing: Managing, query: GrantQuery): Promise<readonly GrantReference[]>;
  /** Of grants that have ended. */
  deleteReferences(familyIds: readonly string[]): Promise<void>;
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
