/*
 * Rows of the audit log, which are added and never changed, and pages of them. Every filter has an index that ends with
 * (at, id), so that a query reads only the rows of its page (migrations/005-audit.sql).
 */
import { v7 as uuidv7 } from 'uuid';
import type { AuditEntry, AuditPage } from '../../../src/events/audit-log.js';
import { isStorable, mustBeStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { present } from '../../../src/present.js';
import type { NewJob } from '../../../src/jobs/store.js';
import { INSERT_JOBS, jobsText } from '../jobs/jobs.js';
import { prepared } from '../prepared.js';

export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly network: string | null;
  readonly action: string;
  readonly subject: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export const toEntry = ({ network, ...row }: AuditRow): AuditEntry => ({
  ...row,
  ...present({ clientIp: network ?? undefined }),
});

type NewEntry = Omit<AuditEntry, 'id' | 'at'>;

/** Throws 400 for what cannot be stored. */
export function entryRow(
  { actor, clientIp: network, action, subject, facts }: NewEntry,
  id: string = uuidv7(),
) {
  const row = { id, actor, network, action, subject, facts: JSON.stringify(facts) };
  mustBeStorable([row, facts]);
  return row;
}

/** False when there is an entry with this id already. */
export async function insertEntry(trx: Database, entry: NewEntry, id?: string): Promise<boolean> {
  const rows = await trx('audit_entry').insert(entryRow(entry, id)).onConflict('id').ignore().returning('id');
  return rows.length > 0;
}

const insertTogether = prepared(
  'entries-and-jobs',
  `with entry as (
  insert into audit_entry (id, actor, network, action, subject, facts)
  select id, actor, network, action, subject, facts from jsonb_to_recordset(cast(:entries as jsonb))
    as added (id uuid, actor text, network text, action text, subject text, facts jsonb)
)
${INSERT_JOBS}`,
);

/** In one statement, each in their order. */
export async function insertEntries(
  trx: Database,
  entries: readonly NewEntry[],
  jobs: readonly NewJob[],
): Promise<void> {
  const rows = entries.map((entry) => ({ ...entryRow(entry), facts: entry.facts }));
  await insertTogether(trx, { entries: JSON.stringify(rows), jobs: jobsText(jobs) });
}

const DIRECTIONS = {
  newest: { order: 'desc', behind: '(at, id) < (?, ?)' },
  oldest: { order: 'asc', behind: '(at, id) > (?, ?)' },
} as const;

const inOrder = (order: AuditPage['order']) =>
  ['at', 'id'].map((column) => ({ column, order: DIRECTIONS[order].order }));

/** Everything but the subject. */
function matching(db: Database, { filter, order, behind, limit }: AuditPage) {
  const rows = db<AuditRow>('audit_entry').select('*').orderBy(inOrder(order)).limit(limit);
  const { actor, action, clientIp: network } = filter;
  for (const [column, value] of Object.entries({ actor, action, network })) {
    if (value !== undefined) void rows.where(column, value);
  }
  if (filter.since) void rows.where('at', '>=', filter.since);
  if (filter.until) void rows.where('at', '<', filter.until);
  if (behind) void rows.whereRaw(DIRECTIONS[order].behind, [behind.at, behind.id]);
  return rows;
}

/** The fact that names a party of this kind, in the expression of its index. */
const FACT_OF: Readonly<Record<string, string>> = {
  client: `facts->>'clientId'`,
  account: `facts->>'accountId'`,
};

/** Entries with this subject, or whose facts name it: two index ranges, merged. */
async function concerning(db: Database, page: AuditPage, subject: string): Promise<readonly AuditRow[]> {
  const about = matching(db, page).where({ subject });
  const [noun = '', ...id] = subject.split(':');
  const fact = FACT_OF[noun];
  if (fact === undefined) return about;
  const named = matching(db, page)
    .whereRaw(`${fact} = ?`, [id.join(':')])
    .whereNot({ subject });
  return db
    .queryBuilder<AuditRow>()
    .unionAll([about, named], true)
    .orderBy(inOrder(page.order))
    .limit(page.limit);
}

const texts = ({ actor, action, subject, clientIp: network }: AuditPage['filter']): readonly string[] =>
  [actor, action, subject, network].filter((text) => text !== undefined);

export async function readEntries(db: Database, page: AuditPage): Promise<readonly AuditEntry[]> {
  // No entry contains text that cannot be stored, and PostgreSQL refuses it as a parameter.
  if (!texts(page.filter).every(isStorable)) return [];
  const { subject } = page.filter;
  const rows = subject === undefined ? matching(db, page) : concerning(db, page, subject);
  return (await rows).map(toEntry);
}

/** A loose index scan: as many steps as there are actions, not entries. */
const ACTIONS = `
with recursive known as (
  (select action from audit_entry order by action limit 1)
  union all
  select (select action from audit_entry where action > known.action order by action limit 1)
  from known where known.action is not null
)
select action from known where action is not null order by action`;

export async function knownActions(db: Database): Promise<readonly string[]> {
  const { rows } = await db.raw<{ rows: readonly { action: string }[] }>(ACTIONS);
  return rows.map(({ action }) => action);
}
