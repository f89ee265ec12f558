/*
 * The port of the users of an organization. Before they accept, their data is neither disclosed nor changed. Adapter:
 * adapters/knex/organizations/organization-users.ts.
 */
import type { Role } from '../../api/role.js';
import type { Actor } from '../../events/audit-log.js';
import type { NewJob } from '../../jobs/store.js';
import type { Refusal, StillHosts } from '../memberships/store.js';
import type { ListPage } from '../list-page.js';
import type { WeekDay } from '../profile/store.js';

/** In the names of the public API. */
export interface Appearance {
  readonly theme?: string;
  readonly appTheme?: string;
  readonly brandColor?: string;
  readonly darkBrandColor?: string;
  readonly hideBranding?: boolean;
}

export interface OrganizationUser {
  readonly id: number;
  readonly membershipId: number;
  readonly organizationId: number;
  readonly accepted: boolean;
  /** See memberships/store.ts. */
  readonly agreed: boolean;
  readonly email: string;
  readonly username: string;
  readonly name: string;
  readonly emailVerifiedAt: Date | null;
  readonly bio: string | null;
  readonly avatarUrl: string | null;
  readonly timeZone: string;
  readonly weekStart: WeekDay;
  readonly timeFormat: 12 | 24;
  readonly locale: string;
  readonly defaultScheduleId: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly appearance: Appearance;
}

/** Absent members stay unchanged; null removes a part of the appearance. */
export type UserChange = Partial<
  Pick<
    OrganizationUser,
    | 'username'
    | 'name'
    | 'bio'
    | 'avatarUrl'
    | 'timeZone'
    | 'weekStart'
    | 'timeFormat'
    | 'locale'
    | 'metadata'
  >
> & {
  readonly defaultScheduleId?: number;
  readonly appearance: { readonly [Name in keyof Appearance]?: Appearance[Name] | null };
};

export interface NewUser extends Omit<UserChange, 'defaultScheduleId'> {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly accepted: boolean;
  /** Enqueued with it: the mail with which the user sets a password. */
  readonly jobs: readonly NewJob[];
}

export interface UserQuery extends ListPage {
  readonly emails?: readonly string[];
  /** Finds members of any of these teams of the organization. */
  readonly teamIds?: readonly number[];
}

export interface UserTarget {
  readonly organizationId: number;
  readonly accountId: number;
  /** Account id of the caller. */
  readonly by: number;
}

export interface OrganizationUserStore {
  /** Only accepted memberships; the oldest first. */
  list(organizationId: number, query: UserQuery): Promise<readonly OrganizationUser[]>;
  /** Undefined when the caller is not in the organization any more. */
  create(
    organizationId: number,
    by: number,
    input: NewUser,
    actor: Actor,
  ): Promise<OrganizationUser | 'email_taken' | 'username_taken' | 'above' | undefined>;
  find(organizationId: number, accountId: number): Promise<OrganizationUser | undefined>;
  /** `not_agreed`: the user has not accepted the membership themselves. */
  change(
    target: UserTarget,
    change: UserChange,
    actor: Actor,
  ): Promise<OrganizationUser | 'username_taken' | 'no_such_schedule' | 'not_agreed' | 'above' | undefined>;
  /** Leaves the organization and its teams. The account stays. `unlessHosting`: see memberships/store.ts. */
  remove(
    target: UserTarget,
    actor: Actor,
    unlessHosting?: number,
  ): Promise<OrganizationUser | Refusal | StillHosts | undefined>;
}
