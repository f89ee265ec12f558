/* Use cases of memberships in teams and organizations: results of the store become memberships or errors. */
import type { Principal } from '../../api/principal.js';
import type { CallerMembership } from '../../api/role.js';
import { AppError, conflict, invalidInput, notFound } from '../../errors.js';
import { bookingGroup } from '../bookings/groups/group-changes.js';
import { actorOf } from '../actor.js';
import { groupIdOf } from '../mounts.js';
import { settleAndRemove } from './leaving.js';
import type { Leaving, LeavingDeps } from './leaving.js';
import { USER_ID_RULE } from './schemas.js';
import type {
  AddRefusal,
  Membership,
  MembershipChange,
  MembershipQuery,
  MembershipStore,
  NewMembership,
  Refusal,
} from './store.js';

export interface Call {
  readonly membership: CallerMembership;
  readonly principal: Pick<Principal, 'accountId'>;
  readonly clientIp: string;
}

type MembershipInput = Omit<NewMembership, 'accountId'> & { readonly userId: number };

export interface MembershipUseCases {
  list(call: Call, query: MembershipQuery): Promise<readonly Membership[]>;
  find(call: Call, id: number): Promise<Membership>;
  add(call: Call, input: MembershipInput): Promise<Membership>;
  change(call: Call, id: number, change: MembershipChange): Promise<Membership>;
  remove(call: Call, id: number, leaving: Leaving): Promise<Membership>;
}

const REFUSALS: Readonly<Record<Extract<Refusal | AddRefusal, string>, () => AppError>> = {
  above: () =>
    new AppError(403, 'INSUFFICIENT_ROLE', 'This requires a higher role than yours.', {
      details: { property: 'role' },
    }),
  last_owner: () =>
    conflict('This is the last owner. Make another member an owner first.', { property: 'role' }),
  unknown_account: () => invalidInput([{ property: 'userId', message: USER_ID_RULE }]),
  outside: () =>
    conflict('This user is not in the organization that the team belongs to. Add them there first.', {
      property: 'userId',
    }),
  member_already: () =>
    conflict('This user has a membership or an invitation already. Change that one.', { property: 'userId' }),
};

const lastOwnerOf = (teams: readonly string[]): AppError =>
  conflict(
    `This is the last owner of teams of the organization: ${teams.join(', ')}. Make another member an owner of each first.`,
    { property: 'role', teams },
  );

export const refusalError = (refusal: Refusal | AddRefusal): AppError =>
  typeof refusal === 'string' ? REFUSALS[refusal]() : lastOwnerOf(refusal.lastOwnerOf);

const noMembership = (): AppError => notFound('There is no membership with this id here.');

function orRefuse(
  answer: Membership | Refusal | AddRefusal | undefined,
  missing: () => AppError = noMembership,
): Membership {
  if (answer === undefined) throw missing();
  if (typeof answer === 'string' || 'lastOwnerOf' in answer) throw refusalError(answer);
  return answer;
}

export type MembershipDeps = LeavingDeps & {
  readonly memberships: MembershipStore;
  /** Throws 429 for an account that has added too many members. */
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
    find: async ({ membership }, id) => orRefuse(await store.find(groupIdOf(membership), id)),
    async add(call, { userId, ...terms }) {
      const input = { accountId: userId, ...terms };
      const { groupId, by } = target(call, 0);
      await admitAddition(String(by));
      return orRefuse(await store.add(groupId, by, input, actor(call)), notFound);
    },
    change: async (call, id, change) => orRefuse(await store.change(target(call, id), change, actor(call))),
    async remove(call, id, leaving) {
      const settling = { group: bookingGroup(call.membership), leaving, actor: actor(call) };
      const remove = (now?: number) => store.remove(target(call, id), actor(call), now);
      return orRefuse(await settleAndRemove(deps, settling, remove));
    },
  };
}
