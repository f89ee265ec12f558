/* The audit log: rows are added, never changed. Repositories call `record` inside their own transaction. */
import { v7 as uuidv7 } from 'uuid';
import type { AuditLog, Actor, NewAuditEntry } from '../../../src/events/audit-log.js';
import { mustBeStorable } from '../../storable.js';
import { namesOf } from './actor-names.js';
import { type AuditRow, knownActions, readEntries, toEntry } from './audit-pages.js';
import { enqueueClientEvents } from '../clients/client-events.js';
import type { Database } from '../connection.js';
import { enqueueNotifications } from './notifications.js';
import { inTransaction } from '../transaction.js';

/** With what the client that it is about is told of it. False when there is an entry of this id: then nothing changed. */
export async function insertEntry(trx: Database, entry: NewAuditEntry, id = uuidv7()): Promise<boolean> {
  mustBeStorable(entry);
  const { clientIp: network, ...columns } = entry;
  const row = { id, ...columns, network, facts: JSON.stringify(entry.facts) };
  const kept = await trx('audit_entry').insert(row).onConflict('id').ignore().returning('id');
  if (kept.length === 0) return false;
  await enqueueClientEvents(trx, entry);
  return true;
}

export type Change = Pick<NewAuditEntry, 'action' | 'subject' | 'facts'>;

export async function record(trx: Database, actor: Actor, change: Change): Promise<void> {
  await insertEntry(trx, { ...actor, ...change });
  await enqueueNotifications(trx, actor, change);
}

export const createAuditLog = (db: Database): AuditLog => ({
  async append(entry) {
    await inTransaction(db, (trx) => insertEntry(trx, entry));
  },
  async list(since, limit) {
    const rows = db<AuditRow>('audit_entry').select('*').orderBy(['at', 'id']).limit(limit);
    if (since !== undefined) void rows.where('at', '>=', since);
    return (await rows).map(toEntry);
  },
  read: (page) => readEntries(db, page),
  actions: () => knownActions(db),
  names: (parties) => namesOf(db, parties),
});
