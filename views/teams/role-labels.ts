/* Groups and roles as people read them. */

export type RoleView = 'member' | 'admin' | 'owner';

export interface GroupView {
  readonly name: string;
  readonly organization: boolean;
  /** Of a team inside one. */
  readonly organizationName?: string | undefined;
}

export const ROLE_LABELS: Readonly<Record<RoleView, string>> = {
  member: 'Member',
  admin: 'Administrator',
  owner: 'Owner',
};
