/* Profiles: the public and editable part of accounts. */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  Profile,
  ProfileChange,
  ProfileEdit,
  ProfileStore,
} from '../../../src/scheduling/profile/store.js';
import { batchPerTick } from '../../batch-per-tick.js';
import { isId, mustBeStorable } from '../../storable.js';
import { type AccountRow, lockAccount } from '../account-rows.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { unlessTaken } from '../failures.js';
import { prepared } from '../prepared.js';
import { inTransaction } from '../transaction.js';

type ProfileRow = Pick<AccountRow, (typeof PROFILE_COLUMNS)[number]> & {
  readonly organization_id: number | null;
};

/** Of `account`, the outer row. An invited user who has not accepted belongs to none. */
export const ORGANIZATION_ID = `(
  select min(team.id) from membership join team on team.id = membership.team_id
  where membership.account_id = account.id and membership.accepted and team.organization)`;

const toProfile = (row: ProfileRow): Profile => ({
  id: row.id,
  username: row.username,
  email: row.email,
  emailVerifiedAt: row.email_verified_at,
  name: row.name,
  avatarUrl: row.avatar_url,
  bio: row.bio,
  timeFormat: row.time_format,
  defaultScheduleId: row.default_schedule_id,
  weekStart: row.week_start,
  timeZone: row.time_zone,
  locale: row.locale,
  metadata: row.metadata,
  organizationId: row.organization_id,
  version: row.profile_version,
});

type Change = ProfileChange & { readonly username?: string };

const COLUMNS = {
  username: 'username',
  name: 'name',
  avatarUrl: 'avatar_url',
  bio: 'bio',
  timeFormat: 'time_format',
  defaultScheduleId: 'default_schedule_id',
  weekStart: 'week_start',
  timeZone: 'time_zone',
  locale: 'locale',
  metadata: 'metadata',
} as const satisfies Readonly<Record<keyof Change, keyof AccountRow>>;

/** Only known properties that are present. */
export function changedColumns(change: Change): Readonly<Record<string, unknown>> {
  const properties = Object.keys(COLUMNS) as (keyof Change)[];
  const changed = properties.filter((property) => change[property] !== undefined);
  return Object.fromEntries(
    changed.map((property) => [
      COLUMNS[property],
      property === 'metadata' ? JSON.stringify(change.metadata) : change[property],
    ]),
  );
}

const PROFILE_COLUMNS = [
  'id',
  'username',
  'email',
  'email_verified_at',
  'default_schedule_id',
  'name',
  'avatar_url',
  'bio',
  'time_format',
  'week_start',
  'time_zone',
  'locale',
  'metadata',
  'profile_version',
] as const;

const readProfiles = prepared<ProfileRow>(
  'profiles',
  `select ${PROFILE_COLUMNS.join(', ')}, ${ORGANIZATION_ID} as organization_id
from account where id = any(cast(:ids as integer[])) and disabled_at is null`,
);

/** Of several accounts at once, in their order. */
async function findAll(db: Database, ids: readonly number[]): Promise<readonly (Profile | undefined)[]> {
  const rows = await readProfiles(db, { ids: [...new Set(ids)] });
  const profiles = new Map(rows.map((row) => [row.id, toProfile(row)]));
  return ids.map((id) => profiles.get(id));
}

const find = async (db: Database, id: number): Promise<Profile | undefined> => (await findAll(db, [id]))[0];

/** The account is locked, so that the schedule cannot be removed meanwhile. */
export async function hasSchedule(trx: Database, ownerId: number, id: number): Promise<boolean> {
  const schedule: unknown = isId(id) && (await trx('schedule').where({ id, owner_id: ownerId }).first('id'));
  return Boolean(schedule);
}

/** The columns of `changedColumns`. The account is locked. */
export async function updateProfile(
  trx: Database,
  id: number,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const version = trx.raw('profile_version + 1');
  await trx('account')
    .where({ id })
    .update({ ...columns, profile_version: version });
}

async function write(trx: Database, id: number, changes: Change, actor: Actor): Promise<Profile | undefined> {
  const columns = changedColumns(changes);
  const changed = Object.keys(columns);
  if (changed.length > 0) {
    await updateProfile(trx, id, columns);
    await emit(trx, actor, { action: 'profile.changed', subject: `account:${id}`, facts: { changed } });
  }
  return find(trx, id);
}

async function change(
  trx: Database,
  id: number,
  changes: ProfileChange,
  actor: Actor,
): Promise<Profile | 'no_such_schedule' | undefined> {
  const account = await lockAccount(trx, id);
  if (account?.disabled_at !== null) return undefined;
  const { defaultScheduleId } = changes;
  if (defaultScheduleId !== undefined && !(await hasSchedule(trx, id, defaultScheduleId)))
    return 'no_such_schedule';
  return write(trx, id, changes, actor);
}

async function edit(
  trx: Database,
  id: number,
  { version, change: changes }: ProfileEdit,
  actor: Actor,
): Promise<Profile | 'outdated' | undefined> {
  const account = await lockAccount(trx, id);
  if (account?.disabled_at !== null) return undefined;
  return account.profile_version === version ? write(trx, id, changes, actor) : 'outdated';
}

export function createProfileStore(db: Database): ProfileStore {
  const read = batchPerTick((ids: readonly number[]) => findAll(db, ids));
  return {
    profile: async (id) => (isId(id) ? read(id) : undefined),
    async changeProfile(id, changes, actor) {
      mustBeStorable(changes);
      return isId(id) ? inTransaction(db, (trx) => change(trx, id, changes, actor)) : undefined;
    },
    async editProfile(id, changes, actor) {
      mustBeStorable(changes);
      if (!isId(id)) return undefined;
      return unlessTaken(
        inTransaction(db, (trx) => edit(trx, id, changes, actor)),
        'username_taken',
      );
    },
  };
}
