/* Rows of the table `membership`, and what leaving a place takes along. Callers hold its lock (team-rows.ts). */
import type { Role } from '../../../src/api/role.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type { Membership } from '../../../src/scheduling/memberships/store.js';
import type { EventOf } from '../../../src/events/catalogue.js';
import { emit } from '../events/emit.js';
import { raiseBlocklistVersionOf } from '../ownership/client-managers.js';
import type { Database } from '../connection.js';
import { assignManaged } from '../event-types/managed-event-types.js';
import { ORGANIZATION_ID } from '../accounts/profiles.js';
import type { TeamRow } from '../teams/team-rows.js';

export interface MembershipRow {
  readonly id: number;
  readonly team_id: number;
  readonly account_id: number;
  readonly role: Role;
  readonly accepted: boolean;
  readonly agreed: boolean;
  readonly invited_by: number | null;
  readonly disable_impersonation: boolean;
}

export type MemberRow = MembershipRow & {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly avatar_url: string | null;
  readonly bio: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
};

export const toMembership = (row: MemberRow): Membership => ({
  id: row.id,
  groupId: row.team_id,
  accountId: row.account_id,
  role: row.role,
  accepted: row.accepted,
  agreed: row.agreed,
  disableImpersonation: row.disable_impersonation,
  user: {
    name: row.name,
    username: row.username,
    email: row.email,
    avatarUrl: row.avatar_url,
    bio: row.bio,
    metadata: row.metadata,
  },
});

export const members = (db: Database, groupId: number) =>
  db('membership')
    .join('account', 'account.id', 'membership.account_id')
    .where({ 'membership.team_id': groupId })
    .select<MemberRow[]>(
      'membership.*',
      ...['name', 'username', 'email', 'avatar_url', 'bio', 'metadata'].map((column) => `account.${column}`),
    );

/**
 * Who has let somebody in. `own`: they themselves, here or by what they said to the organization. `colleague`: nobody
 * yet, but an organization has them and the one who adds them in it. `outside`: they are not in the organization of the
 * team.
 */
export type Word = 'own' | 'colleague' | 'none' | 'outside';

const SHARED = `
select from membership as one
join membership as other on other.team_id = one.team_id
join team on team.id = one.team_id and team.organization
where one.account_id = :by and one.agreed and other.account_id = :accountId and other.agreed
limit 1`;

async function areColleagues(trx: Database, pair: Asked): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: readonly unknown[] }>(SHARED, { ...pair });
  return rows.length > 0;
}

interface Asked {
  readonly accountId: number;
  /** Who adds them. */
  readonly by: number;
}

/** Into an organization nobody comes but by their own word; what they have said to it holds for its teams. */
export async function wordOf(
  trx: Database,
  { organization, organization_id: organizationId }: TeamRow,
  { accountId, by }: Asked,
): Promise<Word> {
  if (organizationId !== null) {
    const inside = { team_id: organizationId, account_id: accountId, accepted: true };
    const above = await trx<MembershipRow>('membership').where(inside).first('agreed');
    if (above === undefined) return 'outside';
    if (above.agreed) return 'own';
  }
  if (accountId === by) return 'own';
  const mayBeColleagues = !organization && organizationId === null;
  return mayBeColleagues && (await areColleagues(trx, { accountId, by })) ? 'colleague' : 'none';
}

/** Without a word of anybody a membership is an invitation, whatever is asked. */
export const entryBy = (word: Word, accepted: boolean): Pick<MembershipRow, 'accepted' | 'agreed'> => ({
  accepted: accepted && word !== 'none',
  agreed: accepted && word === 'own',
});

type MembershipFacts<Name extends MembershipEvent> = Omit<EventOf<Name>['facts'], 'accountId' | 'team'>;
type MembershipEvent = `membership.${'created' | 'changed' | 'accepted' | 'removed'}`;

type MembershipChanged = {
  readonly [Name in MembershipEvent]: { readonly action: Name; readonly facts: MembershipFacts<Name> };
}[MembershipEvent];

const membershipEvent = (
  { id, account_id: accountId, team_id: team }: MembershipRow,
  change: MembershipChanged,
) => {
  const [subject, whose] = [`membership:${id}`, { accountId, team }];
  if (change.action === 'membership.created')
    return { ...change, subject, facts: { ...whose, ...change.facts } };
  return { ...change, subject, facts: { ...whose, ...change.facts } };
};

/** With every change of a membership, once it is written. */
export async function recordMembership(
  trx: Database,
  actor: Actor,
  row: MembershipRow,
  change: MembershipChanged,
): Promise<void> {
  await raiseBlocklistVersionOf(trx, row.team_id);
  await emit(trx, actor, membershipEvent(row, change));
  await assignManaged(trx, { teamId: row.team_id, accountId: row.account_id }, actor);
}

/** Limits over all bookings are for members of an organization; whoever is in another one keeps them. */
export async function endBookingLimits(trx: Database, accountId: number, actor: Actor): Promise<void> {
  const ended = await trx('account')
    .where({ id: accountId })
    .whereRaw(`booking_limits <> '{}'`)
    .whereRaw(`${ORGANIZATION_ID} is null`)
    .update({ booking_limits: '{}' });
  if (ended === 0) return;
  await emit(trx, actor, {
    action: 'booking_limits.cleared',
    subject: `account:${accountId}`,
    facts: { left: 'organization' },
  });
}

const inTeamsOf = (trx: Database, organizationId: number, accountId: number) =>
  trx<MembershipRow>('membership')
    .where({ account_id: accountId })
    .whereIn('team_id', trx('team').where({ organization_id: organizationId }).select('id'));

interface Leaving {
  readonly organizationId: number;
  readonly accountId: number;
  readonly as: 'gone' | 'not accepted';
}

const LEFT = { left: 'organization' } as const;
const WAITING = { accepted: false, agreed: false } as const;

/** Each by itself, so that each is in the audit log and what hangs on it follows. */
async function leaveTeams(
  trx: Database,
  { organizationId, accountId, as }: Leaving,
  actor: Actor,
): Promise<void> {
  for (const row of await inTeamsOf(trx, organizationId, accountId).orderBy('team_id')) {
    const membership = trx('membership').where({ id: row.id });
    if (as === 'gone') {
      await membership.delete();
      await recordMembership(trx, actor, row, { action: 'membership.removed', facts: LEFT });
    } else if (row.accepted) {
      await membership.update(WAITING);
      await recordMembership(trx, actor, row, {
        action: 'membership.changed',
        facts: { ...WAITING, ...LEFT },
      });
    }
  }
}

/** The membership of the organization itself does not count any more. */
export async function leaveOrganization(trx: Database, leaving: Leaving, actor: Actor): Promise<void> {
  await leaveTeams(trx, leaving, actor);
  await endBookingLimits(trx, leaving.accountId, actor);
}

export async function removeMembership(
  trx: Database,
  place: TeamRow,
  row: MembershipRow,
  actor: Actor,
): Promise<void> {
  await trx('membership').where({ id: row.id }).delete();
  await recordMembership(trx, actor, row, { action: 'membership.removed', facts: {} });
  const { account_id: accountId } = row;
  if (place.organization)
    await leaveOrganization(trx, { organizationId: place.id, accountId, as: 'gone' }, actor);
}
