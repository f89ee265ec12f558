/* What both kinds of place do with memberships: the store's answers as memberships, or as refusals for the caller. */
import type { Principal } from '../../api/principal.js';
import type { Role, CallerMembership } from '../../api/role.js';
import { AppError, conflict, invalidInput, notFound } from '../../errors.js';
import { bookingGroup } from '../bookings/groups/group-changes.js';
import { actorOf } from '../actor.js';
import { groupIdOf } from '../mounts.js';
import { removeLeaving } from './leaving.js';
import type { Leaving, LeavingDeps } from './leaving.js';
import type {
  AddRefusal,
  Membership,
  MembershipChange,
  MembershipQuery,
  MembershipStore,
  Refusal,
} from './store.js';

export interface Call {
  readonly membership: CallerMembership;
  readonly principal: Principal;
  readonly clientIp: string;
}

interface Sent extends Omit<MembershipChange, 'role'> {
  readonly userId: number;
  readonly role: Role;
  readonly accepted: boolean;
  readonly disableImpersonation: boolean;
}

export interface MembershipUseCases {
  list(call: Call, query: MembershipQuery): Promise<readonly Membership[]>;
  find(call: Call, id: number): Promise<Membership>;
  add(call: Call, sent: Sent): Promise<Membership>;
  change(call: Call, id: number, change: MembershipChange): Promise<Membership>;
  remove(call: Call, id: number, leaving: Leaving): Promise<Membership>;
}

type Named = Extract<Refusal | AddRefusal, string>;

const REFUSALS: Readonly<Record<Named, () => AppError>> = {
  above: () =>
    new AppError(403, 'INSUFFICIENT_ROLE', 'This requires a higher role than yours.', {
      details: { property: 'role' },
    }),
  last_owner: () =>
    conflict('This is the last owner. Make somebody else an owner first.', { property: 'role' }),
  unknown_person: () => invalidInput([{ property: 'userId', message: 'must be the number of a person' }]),
  outside: () =>
    conflict('This person is not in the organization that the team belongs to. Add them there first.', {
      property: 'userId',
    }),
  member_already: () =>
    conflict('This person has a membership already. Change that one.', { property: 'userId' }),
};

const lastOwnerOf = (teams: readonly string[]): AppError =>
  conflict(
    `This is the last owner of teams of the organization: ${teams.join(', ')}. Make somebody else an owner of each first.`,
    { property: 'role', teams },
  );

export const refusalOf = (refusal: Refusal | AddRefusal): AppError =>
  typeof refusal === 'string' ? REFUSALS[refusal]() : lastOwnerOf(refusal.lastOwnerOf);

const noMembership = (): AppError => notFound('There is no membership with this id here.');

function found(
  answer: Membership | Refusal | AddRefusal | undefined,
  missing: () => AppError = noMembership,
): Membership {
  if (answer === undefined) throw missing();
  if (typeof answer === 'string' || 'lastOwnerOf' in answer) throw refusalOf(answer);
  return answer;
}

export type MembershipDeps = LeavingDeps & {
  readonly memberships: MembershipStore;
  /** Throws 429 for an account that has added too many. */
  readonly admitAddition: (accountId: string) => Promise<void>;
};

export function createMembershipUseCases(deps: MembershipDeps): MembershipUseCases {
  const { memberships: store, admitAddition } = deps;
  const target = ({ membership, principal }: Call, id: number) => ({
    groupId: groupIdOf(membership),
    id,
    by: principal.accountId,
  });
  const actor = ({ principal, clientIp }: Call) => actorOf(principal, clientIp);
  return {
    list: ({ membership }, query) => store.list(groupIdOf(membership), query),
    find: async ({ membership }, id) => found(await store.find(groupIdOf(membership), id)),
    async add(call, { userId, ...terms }) {
      const input = { accountId: userId, ...terms };
      const { groupId, by } = target(call, 0);
      await admitAddition(String(by));
      return found(await store.add(groupId, by, input, actor(call)), notFound);
    },
    change: async (call, id, change) => found(await store.change(target(call, id), change, actor(call))),
    async remove(call, id, leaving) {
      const settling = { group: bookingGroup(call.membership), leaving, actor: actor(call) };
      const remove = (now?: number) => store.remove(target(call, id), actor(call), now);
      return found(await removeLeaving(deps, settling, remove));
    },
  };
}
