/* The owner of the rows that a store reads and changes. */

/** An account as a team or organization sees it: only while it has accepted the membership. */
export interface MemberOf {
  readonly groupId: number;
  readonly accountId: number;
}

/** An account id for its own rows; a member for rows that an administrator of the group asks for. */
export type Owner = number | MemberOf;
