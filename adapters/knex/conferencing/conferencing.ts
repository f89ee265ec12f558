/*
 * Connected conferencing apps. Every query filters by owner. A unique index allows one default app; it is unset with
 * its connection.
 */
import { present } from '../../../src/present.js';
import type { App } from '../../../src/scheduling/event-types/meeting-apps.js';
import type {
  AppOwner,
  ConferencingStore,
  ConnectedApp,
} from '../../../src/scheduling/conferencing/store.js';
import { isId } from '../../storable.js';
import type { EventOf } from '../../../src/events/catalogue.js';
import { lockAccount } from '../account-rows.js';
import { emit } from '../events/emit.js';
import type { Database } from '../connection.js';
import { enqueueRevocations } from '../provider-oauth/authorization-states.js';
import { createCredentialStore, VALID } from '../provider-oauth/provider-credentials.js';
import { administeredBy } from '../ownership/team-administrators.js';
import { inTransaction } from '../transaction.js';

const TABLE = 'conferencing_app';

interface AppRow {
  readonly id: number;
  readonly app: App;
  readonly connected_by: number;
  readonly credential: string | null;
  readonly invalid: boolean;
  readonly ended_at: Date | null;
  readonly is_default: boolean;
}

const toApp = ({ id, app, connected_by, invalid, ended_at, is_default }: AppRow): ConnectedApp => ({
  id,
  app,
  accountId: connected_by,
  invalid,
  endedAt: ended_at?.getTime() ?? null,
  isDefault: is_default,
});

const columnsOf = (owner: AppOwner) =>
  'teamId' in owner ? { team_id: owner.teamId } : { account_id: owner.accountId };

const isOwner = (owner: AppOwner): boolean => isId('teamId' in owner ? owner.teamId : owner.accountId);

const changeEvent = <Verb extends 'connected' | 'disconnected' | 'default_set'>(
  verb: Verb,
  owner: AppOwner,
  app: App,
) => ({
  action: `conferencing.${verb}` as const,
  subject: 'teamId' in owner ? `team:${owner.teamId}` : `account:${owner.accountId}`,
  facts: { app },
});

const apps = (db: Database, owner: AppOwner) => db<AppRow>(TABLE).where(columnsOf(owner));

/** Serializes changes of the apps of one owner. */
const lockOwner = async (trx: Database, owner: AppOwner): Promise<boolean> =>
  'teamId' in owner
    ? (await trx('team').where({ id: owner.teamId }).forNoKeyUpdate().first('id')) !== undefined
    : (await lockAccount(trx, owner.accountId)) !== undefined;

async function connect(
  trx: Database,
  ...[owner, { app, accountId, sealed }, actor]: Parameters<ConferencingStore['connect']>
): Promise<ConnectedApp | undefined> {
  if (!(await lockOwner(trx, owner))) return undefined;
  const fresh = { connected_by: accountId, credential: sealed ?? null, ...VALID };
  const [row] = await trx(TABLE)
    .insert({ ...columnsOf(owner), app, ...fresh })
    .onConflict([...Object.keys(columnsOf(owner)), 'app'])
    .merge({ ...fresh, refresh_lease: null, refresh_until: null })
    .returning<AppRow[]>('*');
  if (row === undefined) throw new Error('the connection was not written');
  await emit(trx, actor, changeEvent('connected', owner, app));
  return toApp(row);
}

/** Also revokes their tokens at the provider. Whether there were any. */
export async function deleteApps(
  trx: Database,
  condition: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const rows = await trx(TABLE).where(condition).delete().returning<AppRow[]>('*');
  await enqueueRevocations(
    trx,
    rows.map((row) => ({ ...row, kind: row.app, accountId: row.connected_by })),
  );
  return rows.length > 0;
}

async function disconnect(
  trx: Database,
  ...[owner, app, actor]: Parameters<ConferencingStore['disconnect']>
): Promise<'disconnected' | 'not_connected'> {
  if (!(await deleteApps(trx, { ...columnsOf(owner), app }))) return 'not_connected';
  await emit(trx, actor, changeEvent('disconnected', owner, app));
  return 'disconnected';
}

async function setDefault(
  trx: Database,
  ...[owner, app, actor]: Parameters<ConferencingStore['setDefault']>
): Promise<'set' | 'not_connected'> {
  if (!(await lockOwner(trx, owner))) return 'not_connected';
  const connected = await apps(trx, owner).where({ app }).first('id');
  if (connected === undefined && app !== 'jitsi') return 'not_connected';
  await apps(trx, owner).where({ is_default: true }).update({ is_default: false });
  if (app !== 'jitsi') await apps(trx, owner).where({ app }).update({ is_default: true });
  await emit(trx, actor, changeEvent('default_set', owner, app));
  return 'set';
}

async function list(db: Database, owner: AppOwner): Promise<readonly ConnectedApp[]> {
  const rows = await apps(db, owner).orderBy('id').select('*');
  return rows.map(toApp);
}

export const createConferencingStore = (db: Database): ConferencingStore => ({
  administeredTeams: async (accountId) => (isId(accountId) ? administeredBy(db, accountId) : []),
  list: async (owner) => (isOwner(owner) ? list(db, owner) : []),
  connect: async (owner, connection, actor) =>
    isOwner(owner) ? inTransaction(db, (trx) => connect(trx, owner, connection, actor)) : undefined,
  disconnect: async (owner, app, actor) =>
    isOwner(owner) ? inTransaction(db, (trx) => disconnect(trx, owner, app, actor)) : 'not_connected',
  setDefault: async (owner, app, actor) =>
    isOwner(owner) ? inTransaction(db, (trx) => setDefault(trx, owner, app, actor)) : 'not_connected',
});

interface OwnerRow {
  readonly app: App;
  readonly account_id: number | null;
  readonly team_id: number | null;
}

async function toEndedEvent(trx: Database, id: number, at: Date): Promise<EventOf<'conferencing.ended'>> {
  const row = await trx(TABLE).where({ id }).first<OwnerRow | undefined>('app', 'account_id', 'team_id');
  if (row === undefined) throw new Error('the revoked connection was deleted');
  const { app, account_id: accountId, team_id: teamId } = row;
  const owner = present({ teamId: teamId ?? undefined, accountId: accountId ?? undefined });
  const facts = { app, ...owner, endedAt: at.toISOString() };
  return { action: 'conferencing.ended', subject: `conferencing_app:${id}`, facts };
}

export const createConferencingCredentials = (db: Database) => createCredentialStore(db, TABLE, toEndedEvent);
