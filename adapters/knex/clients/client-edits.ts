/*
 * Changes of one client by its owner or a reviewer. Each locks the client's row first and compares its version, so that
 * of two changes that started from the same page the second is refused.
 */
import type { Actor } from '../../../src/events/audit-log.js';
import type {
  ClientEdit,
  ProposalVerdict,
  ProposedTerms,
  Settled,
  StatusVerdict,
} from '../../../src/clients/record-store.js';
import type { ClientKind, ClientStatus } from '../../../src/clients/store.js';
import { present } from '../../../src/present.js';
import { mayBecome, stageOf } from '../../../src/clients/status.js';
import { emit } from '../events/emit.js';
import { markContributor } from './client-contributors.js';
import { IS_MANAGER } from '../ownership/client-managers.js';
import { proposalRow, type ProposalRow } from './client-record-rows.js';
import { termsRow } from './client-rows.js';
import type { Database } from '../connection.js';
import { raiseRegistryRevision } from '../authorization/access-blocklist.js';
import { isStorable } from '../../storable.js';
import { inTransaction } from '../transaction.js';
import { linkColumns, linksIn } from './link-columns.js';

interface Locked {
  readonly version: number;
  readonly kind: ClientKind;
  readonly status: ClientStatus;
  readonly edited_at: Date | null;
  readonly owner_id: number;
  readonly team_id: number | null;
}

export interface Target {
  readonly id: string;
  /** Absent for a reviewer and for the command line. */
  readonly managerId?: number | undefined;
}

export interface ManagedTarget extends Target {
  readonly managerId: number;
}

/** In a transaction; an id that cannot be stored is not found. */
export const onClient = async <T>(
  db: Database,
  id: string,
  work: (trx: Database) => Promise<T>,
): Promise<T | 'not_found'> => (isStorable(id) ? inTransaction(db, work) : 'not_found');

export async function lockClient(trx: Database, { id, managerId }: Target): Promise<Locked | undefined> {
  const rows = trx<Locked & { id: string }>('client').where({ id });
  if (managerId !== undefined) void rows.whereRaw(IS_MANAGER, [managerId]);
  return rows.forUpdate().first('version', 'kind', 'status', 'edited_at', 'owner_id', 'team_id');
}

/** Any version when none is named. */
async function lockVersion(
  trx: Database,
  target: Target,
  version: number | undefined,
): Promise<Locked | Settled> {
  const locked = await lockClient(trx, target);
  if (!locked) return 'not_found';
  return version === undefined || locked.version === version ? locked : 'changed_meanwhile';
}

/** Replaces both lists. */
export async function writeLists(
  trx: Database,
  id: string,
  { redirectUris, scopes }: Pick<ProposedTerms, 'redirectUris' | 'scopes'>,
): Promise<void> {
  const lists = {
    client_redirect_uri: redirectUris.map((uri, ordinal) => ({ client_id: id, ordinal, uri })),
    client_scope: scopes.map((scope, ordinal) => ({ client_id: id, scope, ordinal })),
  };
  for (const [table, rows] of Object.entries(lists)) {
    await trx(table).where({ client_id: id }).delete();
    if (rows.length > 0) await trx(table).insert(rows);
  }
}

type Columns = Readonly<Record<string, unknown>>;

async function write(trx: Database, id: string, { version }: Locked, columns: Columns): Promise<void> {
  await trx('client')
    .where({ id })
    .update({ ...columns, version: version + 1 });
  await raiseRegistryRevision(trx);
}

// Scopes that were removed before keep their version, which is older, where they are kept now.
const REMOVE_SCOPES = `
update client set removed_scopes = removed_scopes || (
  select coalesce(jsonb_object_agg(name, cast(:version as integer)), '{}') from scope where name <> all(:keep))
where id = :id`;

/** With a write of the client. Takes every scope but these from the grants of the client that were allowed for an earlier version than its next one. */
async function keepScopes(
  trx: Database,
  id: string,
  { version }: Locked,
  keep: readonly string[] | undefined,
): Promise<void> {
  if (keep === undefined) return;
  await trx.raw(REMOVE_SCOPES, { id, keep: [...keep], version: version + 1 });
}

const dropProposal = (trx: Database, id: string): Promise<number> =>
  trx('client_proposal').where({ client_id: id }).delete();

export async function edit(
  trx: Database,
  target: ManagedTarget,
  change: ClientEdit,
  actor: Actor,
): Promise<Settled> {
  const { id, managerId } = target;
  const locked = await lockVersion(trx, target, change.version);
  if (typeof locked === 'string') return locked;
  const columns = { ...termsRow(change.now), legacy: change.legacy, edited_at: trx.fn.now() };
  await write(trx, id, locked, columns);
  await writeLists(trx, id, change.now);
  await keepScopes(trx, id, locked, change.installationsKeep);
  await dropProposal(trx, id);
  if (change.proposal) await trx('client_proposal').insert(proposalRow(id, change.proposal));
  await markContributor(trx, id, managerId);
  const subject = `client:${id}`;
  await emit(trx, actor, { action: 'client.edited', subject, facts: change.facts });
  // The first change after a rejection submits it again; while it waits, the others are edits like any other.
  if (locked.status === 'rejected' && locked.edited_at === null)
    await emit(trx, actor, { action: 'client.resubmitted', subject, facts: {} });
  return 'done';
}

export async function withdraw(
  trx: Database,
  target: Target,
  version: number,
  actor: Actor,
): Promise<Settled> {
  const locked = await lockVersion(trx, target, version);
  if (typeof locked === 'string') return locked;
  if ((await dropProposal(trx, target.id)) === 0) return 'changed_meanwhile';
  await write(trx, target.id, locked, {});
  await emit(trx, actor, { action: 'revision.withdrawn', subject: `client:${target.id}`, facts: {} });
  return 'done';
}

const verdictName = (from: ClientStatus, to: ClientStatus) =>
  from === 'suspended' && to === 'approved' ? 'client.resumed' : (`client.${to}` as const);

/** `changed_meanwhile` also when the status does not allow `to`. */
export async function settle(
  trx: Database,
  id: string,
  { version, to, reason }: Partial<StatusVerdict> & Pick<StatusVerdict, 'to'>,
  actor: Actor,
): Promise<Settled> {
  const locked = await lockVersion(trx, { id }, version);
  if (typeof locked === 'string') return locked;
  const { status: from, edited_at: editedAt } = locked;
  if (!mayBecome(stageOf(from, editedAt), to)) return 'changed_meanwhile';
  await write(trx, id, locked, { status: to, status_reason: reason ?? null, edited_at: null });
  const facts = { from, ...present({ reason }) };
  await emit(trx, actor, { action: verdictName(from, to), subject: `client:${id}`, facts });
  return 'done';
}

async function takeOver(trx: Database, id: string, locked: Locked): Promise<void> {
  const proposals = trx<ProposalRow & { client_id: string }>('client_proposal');
  const [row] = await proposals.where({ client_id: id }).delete().returning('*');
  if (!row) throw new Error('the proposal of a locked client was removed');
  const { name, logo, redirect_uris: redirectUris, scopes } = row;
  await write(trx, id, locked, { name, ...linkColumns(linksIn(row)), logo });
  await writeLists(trx, id, { redirectUris, scopes });
}

export async function settleProposal(
  trx: Database,
  id: string,
  { version, refusal, changes, installationsKeep }: ProposalVerdict,
  actor: Actor,
): Promise<Settled> {
  const locked = await lockVersion(trx, { id }, version);
  if (typeof locked === 'string') return locked;
  const waiting = trx('client_proposal').where({ client_id: id }).whereNull('refusal');
  if (!(await waiting.clone().first('client_id'))) return 'changed_meanwhile';
  const subject = `client:${id}`;
  if (refusal === undefined) {
    await takeOver(trx, id, locked);
    await keepScopes(trx, id, locked, installationsKeep);
    const facts = { changed: changes, ...present({ installationsKeep }) };
    await emit(trx, actor, { action: 'revision.approved', subject, facts });
  } else {
    await waiting.update({ refusal });
    await write(trx, id, locked, {});
    const facts = { reason: refusal, refused: changes };
    await emit(trx, actor, { action: 'revision.rejected', subject, facts });
  }
  return 'done';
}
