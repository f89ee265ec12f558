/* The store of the audit log. Other stores call `emit` (emit.ts) in their own transaction. */
import type { AuditLog } from '../../../src/events/audit-log.js';
import type { Database } from '../connection.js';
import { inTransaction } from '../transaction.js';
import { namesOf } from './actor-names.js';
import { type AuditRow, knownActions, readEntries, toEntry } from './audit-entries.js';
import { pruneBatch } from './audit-retention.js';
import { emit } from './emit.js';

const NEWEST_FIRST = ['at', 'id'].map((column) => ({ column, order: 'desc' }));

export const createAuditLog = (db: Database): AuditLog => ({
  async append(entry) {
    await inTransaction(db, (trx) => emit(trx, entry, entry));
  },
  prune: (before) => pruneBatch(db, before),
  async list(since, limit) {
    const rows = db<AuditRow>('audit_entry').select('*').orderBy(['at', 'id']).limit(limit);
    if (since !== undefined) void rows.where('at', '>=', since);
    return (await rows).map(toEntry);
  },
  about: async (subject, actions, limit) => {
    const rows = db<AuditRow>('audit_entry').where({ subject }).whereIn('action', actions);
    return (await rows.orderBy(NEWEST_FIRST).limit(limit)).map(toEntry);
  },
  read: (page) => readEntries(db, page),
  actions: () => knownActions(db),
  names: (parties) => namesOf(db, parties),
});
