/* Lists of clients for reviewers, page by page. Pages begin at a cursor, so no page costs more than another. */
import type { QueueFilter, QueuePage, QueueQuery } from '../../../src/clients/record-store.js';
import { CLIENT_STATUSES } from '../../../src/clients/status.js';
import { mustBeStorable } from '../../storable.js';
import { SELECT_RECORD } from './client-record-rows.js';
import type { RecordRow } from './client-record-rows.js';
import type { Database } from '../connection.js';
import { containing } from '../patterns.js';

/** The rule of src/clients/review/review-queue.ts, for the database: since when something waits, or null. */
const WAITING_SINCE = `
case client.status
  when 'pending' then client.created_at
  when 'rejected' then client.edited_at
  else case when client_proposal.refusal is null then client_proposal.proposed_at end
end`;

const LISTED = `
from client
join account on account.id = client.owner_id
left join team on team.id = client.team_id
left join client_proposal on client_proposal.client_id = client.id`;

/** The longest wait comes first; other lists begin with the newest. */
const ORDERS = {
  waiting: { key: WAITING_SINCE, direction: 'asc', behind: '>' },
  other: { key: 'client.created_at', direction: 'desc', behind: '<' },
} as const;

interface Condition {
  readonly sql: string;
  readonly values: readonly (string | Date)[];
}

const LABEL = '[^ -/:-@\\[-`{-~]((-|[^ -/:-@\\[-`{-~])*[^ -/:-@\\[-`{-~])?';

/**
 * The rule of src/clients/web-hosts.ts, for the database. Addresses are as people typed them, so what is not ASCII counts
 * as a letter: a parser turns it into letters, digits and hyphens.
 */
const FAULTY_HOSTS: Condition = {
  sql: `exists (
  select from unnest(array(select uri from client_redirect_uri where client_id = client.id) || client.website) as address
  where address ~* ? and address !~* ?)`,
  values: ['^https?:', `^https?://(${LABEL}(\\.${LABEL})*|\\[[0-9a-f:.]+\\])(:[0-9]+)?([/?#]|$)`],
};

function filtered(filter: QueueFilter): readonly Condition[] {
  if (filter === 'all') return [];
  if (filter === 'faulty_hosts') return [FAULTY_HOSTS];
  return filter === 'waiting'
    ? [{ sql: `${WAITING_SINCE} is not null`, values: [] }]
    : [{ sql: 'client.status = ?', values: [filter] }];
}

/** The part in parentheses is the host, with its port. */
const HOST = '^[^:/?#]+://([^/?#]*)';

const containingAll = (terms: readonly string[]): readonly Condition[] =>
  terms.map((word) => ({
    sql: `(concat_ws(' ', client.name, account.name, account.email, team.name, client.id) ilike ?
  or exists (
    select from client_redirect_uri
    where client_id = client.id and substring(uri from cast(? as text)) ilike ?))`,
    values: [containing(word), HOST, containing(word)],
  }));

const where = (conditions: readonly Condition[]): string =>
  conditions.map(({ sql }, index) => `${index === 0 ? 'where' : 'and'} ${sql}`).join('\n');

/** Throws 400 for words that cannot be stored. */
export async function queuePage(
  db: Database,
  { filter, words: terms }: QueueQuery,
  { after, most }: QueuePage,
): Promise<readonly RecordRow[]> {
  mustBeStorable(terms);
  const { key, direction, behind } = ORDERS[filter === 'waiting' ? 'waiting' : 'other'];
  const behindCursor = after && { sql: `(${key}, client.id) ${behind} (?, ?)`, values: [after.at, after.id] };
  const conditions = [...filtered(filter), ...containingAll(terms), ...(behindCursor ? [behindCursor] : [])];
  const sql = `
with listed as (
  select client.id as listed_id, ${key} as listed_at ${LISTED} ${where(conditions)}
  order by listed_at ${direction}, client.id ${direction} limit ?
)
${SELECT_RECORD} join listed on listed_id = record.id order by listed_at ${direction}, record.id ${direction}`;
  const values = [...conditions.flatMap((condition) => condition.values), most];
  return (await db.raw<{ rows: readonly RecordRow[] }>(sql, values)).rows;
}

export async function queueCounts(
  db: Database,
  terms: readonly string[],
): Promise<Readonly<Record<QueueFilter, number>>> {
  mustBeStorable(terms);
  const conditions = containingAll(terms);
  const statuses = CLIENT_STATUSES.map(
    (status) => `count(*) filter (where client.status = '${status}')::int as "${status}"`,
  );
  const sql = `
select count(*)::int as "all", count(*) filter (where ${WAITING_SINCE} is not null)::int as waiting,
  count(*) filter (where ${FAULTY_HOSTS.sql})::int as faulty_hosts,
  ${statuses.join(', ')} ${LISTED} ${where(conditions)}`;
  const { rows } = await db.raw<{ rows: readonly [Record<QueueFilter, number>] }>(
    sql,
    [FAULTY_HOSTS, ...conditions].flatMap(({ values }) => values),
  );
  return rows[0];
}

export async function countWaiting(db: Database, most: number): Promise<number> {
  const sql = `
select count(*)::int as waiting from (
  select from client left join client_proposal on client_proposal.client_id = client.id
  where ${WAITING_SINCE} is not null limit ?
) as waiting`;
  const { rows } = await db.raw<{ rows: readonly [{ readonly waiting: number }] }>(sql, [most]);
  return rows[0].waiting;
}
