/* The audit log: rows are added, never changed. Repositories call `record` inside their own transaction. */
import { v7 as uuidv7 } from 'uuid';
import type { AuditEntry, AuditLog, Cause, NewAuditEntry } from '../../src/audit.js';
import { mustBeStorable } from '../storable.js';
import type { Database } from './connection.js';
import { enqueueLetters } from './letters.js';

interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly network: string | null;
  readonly action: string;
  readonly subject: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

const toEntry = ({ network, ...row }: AuditRow): AuditEntry => ({
  ...row,
  ...(network === null ? {} : { network }),
});

async function insert(db: Database, entry: NewAuditEntry): Promise<void> {
  mustBeStorable(entry);
  await db('audit_entry').insert({ id: uuidv7(), ...entry, facts: JSON.stringify(entry.facts) });
}

export type Change = Pick<NewAuditEntry, 'action' | 'subject' | 'facts'>;

export async function record(trx: Database, cause: Cause, change: Change): Promise<void> {
  const { actor, network } = cause;
  await insert(trx, { actor, ...(network === undefined ? {} : { network }), ...change });
  await enqueueLetters(trx, cause, change);
}

export const createAuditLog = (db: Database): AuditLog => ({
  append: (entry) => insert(db, entry),
  async list(since, limit) {
    const rows = db<AuditRow>('audit_entry').select('*').orderBy(['at', 'id']).limit(limit);
    if (since !== undefined) void rows.where('at', '>=', since);
    return (await rows).map(toEntry);
  },
});
