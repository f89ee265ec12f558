/* Organizations and teams with members who have accepted. */
import type { Role } from '../../src/api/role.js';
import type { Service } from '../support/service.js';

const ACTOR = { actor: 'test' };

export interface Joining {
  readonly role?: Role;
  /** False: added by an administrator, not accepted. */
  readonly agree?: boolean;
}

export interface MemberFixture {
  organization(ownerId: number, name?: string): Promise<number>;
  /** On its own, or inside an organization. */
  team(ownerId: number, organizationId?: number, name?: string): Promise<number>;
  /** The id of the membership. */
  join(groupId: number, by: number, accountId: number, joining?: Joining): Promise<number>;
  leave(groupId: number, by: number, membershipId: number): Promise<void>;
}

const idOf = (result: { readonly id: number } | string | undefined): number => {
  if (typeof result !== 'object') throw new Error(`not created: ${result ?? 'undefined'}`);
  return result.id;
};

let count = 0;
const slug = (): string => `group-${(count += 1)}`;

export const memberFixture = ({
  stores: {
    teams: { teams, memberships, ownMemberships },
  },
}: Service): MemberFixture => ({
  organization: async (ownerId, name = 'Harbour') =>
    idOf(await teams.createOrganization(ownerId, { name, slug: slug() }, ACTOR)),
  async team(ownerId, organizationId, name = 'Pilots') {
    const terms = { name, slugs: [slug()], settings: {}, accepted: true, most: 1_000 };
    return idOf(await teams.create(ownerId, { organizationId, ...terms }, ACTOR));
  },
  async join(groupId, by, accountId, { role = 'member', agree = true } = {}) {
    const terms = { accountId, role, accepted: true, disableImpersonation: false };
    const id = idOf(await memberships.add(groupId, by, terms, ACTOR));
    if (agree) await ownMemberships.agree(accountId, id, ACTOR);
    return id;
  },
  async leave(groupId, by, id) {
    const removed = await memberships.remove({ groupId, id, by }, ACTOR);
    if (typeof removed !== 'object' || 'stillHosts' in removed) throw new Error('not removed');
  },
});
