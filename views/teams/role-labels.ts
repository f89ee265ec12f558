/* Places and roles in words for people. */

export type ShownRole = 'member' | 'admin' | 'owner';

export interface ShownPlace {
  readonly name: string;
  readonly organization: boolean;
  /** Of a team inside one. */
  readonly organizationName?: string | undefined;
}

export const ROLE_WORDS: Readonly<Record<ShownRole, string>> = {
  member: 'Member',
  admin: 'Administrator',
  owner: 'Owner',
};
