/* The clients that an account manages, page by page, with a search and by status. */
import type { OwnClientsQuery, QueuePage } from '../../../src/clients/record-store.js';
import type { ClientStatus } from '../../../src/clients/store.js';
import { mustBeStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { MANAGER_IDS, POSSIBLE_CLIENTS } from '../ownership/client-managers.js';
import { containing } from '../patterns.js';
import { selectRows } from '../rows.js';
import { type RecordRow, SELECT_RECORD } from './client-record-rows.js';

const OWN = `
from client left join team on team.id = client.team_id
where (${POSSIBLE_CLIENTS}) and :accountId = any(${MANAGER_IDS})
  and concat_ws(' ', client.name, team.name, client.id) ilike all(:patterns)`;

const page = ({ filter }: OwnClientsQuery, { after }: QueuePage): string => `
with listed as (
  select client.id as listed_id, client.created_at as listed_at ${OWN}
    ${filter === 'all' ? '' : 'and client.status = :filter'}
    ${after ? 'and (client.created_at, client.id) < (:at, :id)' : ''}
  order by client.created_at desc, client.id desc limit :most
)
${SELECT_RECORD} join listed on listed_id = record.id order by listed_at desc, record.id desc`;

const valuesOf = ({ accountId, words }: Pick<OwnClientsQuery, 'accountId' | 'words'>) => {
  mustBeStorable(words);
  return { accountId, patterns: words.map(containing) };
};

/** Throws 400 for words that cannot be stored. */
export const ownPage = (
  db: Database,
  query: OwnClientsQuery,
  cursor: QueuePage,
): Promise<readonly RecordRow[]> => {
  const { after, most } = cursor;
  return selectRows<RecordRow>(db, page(query, cursor), {
    ...{ ...valuesOf(query), most, ...after },
    ...(query.filter !== 'all' && { filter: query.filter }),
  });
};

export async function ownCounts(
  db: Database,
  query: Pick<OwnClientsQuery, 'accountId' | 'words'>,
): Promise<Readonly<Record<ClientStatus, number>>> {
  const rows = await selectRows<{ status: ClientStatus; count: number }>(
    db,
    `select client.status, count(*)::int as count ${OWN} group by client.status`,
    valuesOf(query),
  );
  const countOf = (status: ClientStatus): number => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    pending: countOf('pending'),
    approved: countOf('approved'),
    rejected: countOf('rejected'),
    suspended: countOf('suspended'),
  };
}
