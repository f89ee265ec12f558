/* The audit log: rows are added, never changed. Repositories call `record` inside their own transaction. */
import { v7 as uuidv7 } from 'uuid';
import type { AuditLog, Cause, NewAuditEntry } from '../../src/audit.js';
import { mustBeStorable } from '../storable.js';
import { namesOf } from './audit-names.js';
import { type AuditRow, knownActions, readEntries, toEntry } from './audit-pages.js';
import type { Database } from './connection.js';
import { enqueueLetters } from './letters.js';

export async function insertEntry(db: Database, entry: NewAuditEntry): Promise<void> {
  mustBeStorable(entry);
  await db('audit_entry').insert({ id: uuidv7(), ...entry, facts: JSON.stringify(entry.facts) });
}

export type Change = Pick<NewAuditEntry, 'action' | 'subject' | 'facts'>;

export async function record(trx: Database, cause: Cause, change: Change): Promise<void> {
  const { actor, network } = cause;
  await insertEntry(trx, { actor, ...(network === undefined ? {} : { network }), ...change });
  await enqueueLetters(trx, cause, change);
}

export const createAuditLog = (db: Database): AuditLog => ({
  append: (entry) => insertEntry(db, entry),
  async list(since, limit) {
    const rows = db<AuditRow>('audit_entry').select('*').orderBy(['at', 'id']).limit(limit);
    if (since !== undefined) void rows.where('at', '>=', since);
    return (await rows).map(toEntry);
  },
  read: (page) => readEntries(db, page),
  actions: () => knownActions(db),
  names: (parties) => namesOf(db, parties),
});
