/* The audit log: rows are added, never changed. Repositories call `record` inside their own transaction. */
import { v7 as uuidv7 } from 'uuid';
import type { AuditLog, Cause, NewAuditEntry } from '../../src/audit.js';
import { mustBeStorable } from '../storable.js';
import { namesOf } from './audit-names.js';
import { type AuditRow, knownActions, readEntries, toEntry } from './audit-pages.js';
import { enqueueClientEvents } from './client-events.js';
import type { Database } from './connection.js';
import { enqueueLetters } from './letters.js';
import { inTransaction } from './transaction.js';

/** With what the client that it is about is told of it. */
export async function insertEntry(trx: Database, entry: NewAuditEntry): Promise<void> {
  mustBeStorable(entry);
  await trx('audit_entry').insert({ id: uuidv7(), ...entry, facts: JSON.stringify(entry.facts) });
  await enqueueClientEvents(trx, entry);
}

export type Change = Pick<NewAuditEntry, 'action' | 'subject' | 'facts'>;

export async function record(trx: Database, cause: Cause, change: Change): Promise<void> {
  const { actor, network } = cause;
  await insertEntry(trx, { actor, ...(network === undefined ? {} : { network }), ...change });
  await enqueueLetters(trx, cause, change);
}

export const createAuditLog = (db: Database): AuditLog => ({
  append: (entry) => inTransaction(db, (trx) => insertEntry(trx, entry)),
  async list(since, limit) {
    const rows = db<AuditRow>('audit_entry').select('*').orderBy(['at', 'id']).limit(limit);
    if (since !== undefined) void rows.where('at', '>=', since);
    return (await rows).map(toEntry);
  },
  read: (page) => readEntries(db, page),
  actions: () => knownActions(db),
  names: (parties) => namesOf(db, parties),
});
