/*
 * Rows of the audit log, which are added and never changed, and pages of them. Every filter has an index that goes on with (at, id), so that a page costs as many
 * rows as it shows, however long the log is (migrations/005-audit.sql).
 */
import { v7 as uuidv7 } from 'uuid';
import type { AuditEntry, AuditPage } from '../../../src/events/audit-log.js';
import { isStorable, mustBeStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { present } from '../../../src/present.js';

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

/** False when there is an entry with this id already. */
export async function insertEntry(
  trx: Database,
  entry: Omit<AuditEntry, 'id' | 'at'>,
  id = uuidv7(),
): Promise<boolean> {
  const { actor, clientIp: network, action, subject } = entry;
  const row = { id, actor, network, action, subject, facts: JSON.stringify(entry.facts) };
  mustBeStorable([row, entry.facts]);
  const rows = await trx('audit_entry').insert(row).onConflict('id').ignore().returning('id');
  return rows.length > 0;
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

/** The facts that name a party of this noun, as the indexes spell them. */
const NAMED_IN: Readonly<Record<string, string>> = {
  client: `facts->>'clientId'`,
  account: `facts->>'accountId'`,
};

/** `client:ab12` is found as what an entry is about, and where its facts name it: two ranges, merged. */
async function concerning(db: Database, page: AuditPage, subject: string): Promise<readonly AuditRow[]> {
  const about = matching(db, page).where({ subject });
  const [noun = '', ...id] = subject.split(':');
  const fact = NAMED_IN[noun];
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
  // What cannot be kept is in no entry, and asking for it would be an error.
  if (!texts(page.filter).every(isStorable)) return [];
  const { subject } = page.filter;
  const rows = subject === undefined ? matching(db, page) : concerning(db, page, subject);
  return (await rows).map(toEntry);
}

/** From one action to the next along their index: as many steps as there are actions, not entries. */
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
