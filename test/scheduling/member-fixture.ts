/* Organizations and teams with people in them, who are there by their own word. */
import type { Role } from '../../src/api/role.js';
import type { Service } from '../support/service.js';

const CAUSE = { actor: 'test' };

export interface Joining {
  readonly role?: Role;
  /** False: somebody else has said so for them. */
  readonly agree?: boolean;
}

export interface MemberWorld {
  organization(ownerId: number, name?: string): Promise<number>;
  /** On its own, or inside an organization. */
  team(ownerId: number, organizationId?: number, name?: string): Promise<number>;
  /** The id of the membership. */
  join(placeId: number, by: number, accountId: number, joining?: Joining): Promise<number>;
  leave(placeId: number, by: number, membershipId: number): Promise<void>;
}

const idOf = (made: { readonly id: number } | string | undefined): number => {
  if (typeof made !== 'object') throw new Error(`not made: ${made ?? 'undefined'}`);
  return made.id;
};

let count = 0;
const slug = (): string => `place-${(count += 1)}`;

export const memberWorld = ({ stores: { teams, memberships, ownMemberships } }: Service): MemberWorld => ({
  organization: async (ownerId, name = 'Harbour') =>
    idOf(await teams.createOrganization(ownerId, { name, slug: slug() }, CAUSE)),
  async team(ownerId, organizationId, name = 'Pilots') {
    const terms = { name, slugs: [slug()], settings: {}, accepted: true, most: 1_000 };
    return idOf(await teams.create(ownerId, { organizationId, ...terms }, CAUSE));
  },
  async join(placeId, by, accountId, { role = 'member', agree = true } = {}) {
    const terms = { accountId, role, accepted: true, disableImpersonation: false };
    const id = idOf(await memberships.add(placeId, by, terms, CAUSE));
    if (agree) await ownMemberships.agree(accountId, id, CAUSE);
    return id;
  },
  async leave(placeId, by, id) {
    const removed = await memberships.remove({ placeId, id, by }, CAUSE);
    if (typeof removed !== 'object' || 'stillHosts' in removed) throw new Error('not removed');
  },
});
