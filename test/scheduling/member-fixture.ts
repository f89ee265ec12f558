/* Organizations and teams with people in them, who are there by their own word. */
import type { Role } from '../../src/api/role.js';
import type { Service } from '../support/service.js';

const ACTOR = { actor: 'test' };

export interface Joining {
  readonly role?: Role;
  /** False: somebody else has said so for them. */
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

const idOf = (made: { readonly id: number } | string | undefined): number => {
  if (typeof made !== 'object') throw new Error(`not made: ${made ?? 'undefined'}`);
  return made.id;
};

let count = 0;
const slug = (): string => `place-${(count += 1)}`;

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
