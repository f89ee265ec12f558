/*
 * The request log in the database. A batch is one statement. The counts of its days are raised first, in one order, so
 * that replicas agree on what is still kept and cannot deadlock.
 */
import type { LoggedRequest } from '../../../src/request-log/entry.js';
import {
  type DayCount,
  type FoundRequest,
  KEPT_PER_DAY,
  type NewRequest,
  type RequestLogStore,
} from '../../../src/request-log/store.js';
import { present } from '../../../src/present.js';
import { isStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

const ADD = `
with sent as (
  select sent.*, row_number() over (partition by client_id, day, refused order by at, id) as place
  from jsonb_to_recordset(cast(:requests as jsonb)) as sent(
    id text, client_id text, at timestamptz(3), day date, endpoint text, refused boolean, grant_id text,
    hashes jsonb, entry jsonb)
), counts as (
  select * from jsonb_to_recordset(cast(:counts as jsonb)) as counts(
    client_id text, day date, refused bigint, succeeded bigint)
  where client_id = '' or exists (select from client where client.id = counts.client_id)
), counted as (
  insert into client_request_day as known (client_id, day, refused, succeeded)
  select client_id, day, refused, succeeded from counts order by client_id, day
  on conflict (client_id, day) do update
  set refused = known.refused + excluded.refused, succeeded = known.succeeded + excluded.succeeded
  returning client_id, day, refused, succeeded
), kept as (
  insert into client_request (id, client_id, at, endpoint, refused, grant_id, entry)
  select sent.id, sent.client_id, sent.at, sent.endpoint, sent.refused, sent.grant_id,
    sent.entry || coalesce(removed.cause, '{}')
  from sent
  join counted on counted.client_id = sent.client_id and counted.day = sent.day
  join counts on counts.client_id = sent.client_id and counts.day = sent.day
  left join lateral (
    select jsonb_build_object('cause', jsonb_build_object('code', 'removed_secret', 'hint', secret.hint,
      'removedAt', floor(extract(epoch from secret.removed_at) * 1000))) as cause
    from removed_client_secret as secret
    where secret.client_id = sent.client_id and jsonb_exists(sent.hashes, secret.hash)
    order by secret.removed_at desc limit 1
  ) as removed on true
  where sent.place <= :most - case
    when sent.refused then counted.refused - counts.refused else counted.succeeded - counts.succeeded end
  on conflict (id) do nothing
)
select client_id as "clientId", to_char(day, 'YYYY-MM-DD') as day,
  refused::float8 as refused, succeeded::float8 as succeeded
from counted`;

/** Earlier requests about the same authorization say what became of a code or token that is unknown now. */
const SELECTED = `
select request.id, request.client_id, request.at, request.endpoint, request.grant_id, request.entry,
  history.code_issued_at, history.code_redeemed_at, history.ended_at
from client_request as request
left join lateral (
  select min(earlier.at) filter (where endpoint = 'authorization' and not refused) as code_issued_at,
    min(earlier.at) filter (where endpoint = 'token' and not refused) as code_redeemed_at,
    max(earlier.at) filter (where entry #>> '{cause,code}' in ('code_reused', 'refresh_reused')) as ended_at
  from client_request as earlier
  where earlier.client_id = request.client_id and earlier.grant_id = request.grant_id
    and earlier.at <= request.at and earlier.id <> request.id
) as history on request.entry #>> '{cause,code}' in ('code_unknown', 'refresh_unknown')`;

const LIST = `${SELECTED}
where request.client_id = :clientId
  and (cast(:endpoint as text) is null or request.endpoint = :endpoint)
  and (request.refused or not :refusedOnly)
  and (cast(:id as text) is null or (request.at, request.id) < (cast(:at as timestamptz(3)), :id))
order by request.at desc, request.id desc
limit :most`;

const FIND = `${SELECTED}
where request.id = :id and (request.client_id = :clientId or (
  cast(:clientId as text) is null and (request.client_id = '' or exists (select from client where id = request.client_id))))`;

const FULL_DAYS = `
select client_id as "clientId", to_char(day, 'YYYY-MM-DD') as day,
  refused::float8 as refused, succeeded::float8 as succeeded
from client_request_day
where client_id = :clientId and greatest(refused, succeeded) > :most
order by client_request_day.day desc`;

type Columns = 'id' | 'clientId' | 'at' | 'endpoint' | 'grantId';

interface RequestRow extends Pick<LoggedRequest, 'id' | 'endpoint'> {
  readonly client_id: string;
  readonly at: Date;
  readonly grant_id: string | null;
  readonly entry: Omit<LoggedRequest, Columns>;
  readonly code_issued_at: Date | null;
  readonly code_redeemed_at: Date | null;
  readonly ended_at: Date | null;
}

const toRow = ({ id, clientId, at, endpoint, grantId, secretHashes = [], ...entry }: NewRequest) => ({
  ...{ id, endpoint, entry, at: new Date(at) },
  client_id: clientId,
  day: new Date(at).toISOString().slice(0, 10),
  refused: entry.error !== undefined,
  grant_id: grantId,
  hashes: secretHashes,
});

const toCountRow = ({ clientId, ...count }: DayCount) => ({ ...count, client_id: clientId });

const toFound = (row: RequestRow): FoundRequest => ({
  ...row.entry,
  ...{ id: row.id, clientId: row.client_id, at: row.at.getTime(), endpoint: row.endpoint },
  ...present({ grantId: row.grant_id ?? undefined }),
  history: present({
    codeIssuedAt: row.code_issued_at?.getTime(),
    codeRedeemedAt: row.code_redeemed_at?.getTime(),
    endedAt: row.ended_at?.getTime(),
  }),
});

export const createRequestLogStore = (db: Database): RequestLogStore => ({
  add: ({ requests, counts }) =>
    selectRows<DayCount>(db, ADD, {
      requests: JSON.stringify(requests.map(toRow)),
      counts: JSON.stringify(counts.filter(({ clientId }) => isStorable(clientId)).map(toCountRow)),
      most: KEPT_PER_DAY,
    }),
  async list({ clientId, endpoint = null, refusedOnly = false, behind, most }) {
    const from = { at: behind ? new Date(behind.at) : null, id: behind?.id ?? null };
    if (!isStorable(`${clientId}${from.id ?? ''}`)) return [];
    const rows = await selectRows<RequestRow>(db, LIST, { clientId, endpoint, refusedOnly, ...from, most });
    return rows.map(toFound);
  },
  async find(id, clientId) {
    if (!isStorable(`${id}${clientId ?? ''}`)) return undefined;
    const [row] = await selectRows<RequestRow>(db, FIND, { id, clientId: clientId ?? null });
    return row && toFound(row);
  },
  fullDays: (clientId) => selectRows<DayCount>(db, FULL_DAYS, { clientId, most: KEPT_PER_DAY }),
});
