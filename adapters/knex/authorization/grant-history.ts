/* The past grants of an account, in the audit log: each with the entry of its end, read by its subject. */
import type {
  GrantHistory,
  PastGrant,
  PastGrantsPage,
} from '../../../src/authorization/grants/grant-history.js';
import { present } from '../../../src/present.js';
import { isStorable } from '../../storable.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

type RecordedEnd = NonNullable<PastGrant['end']>['endedBy'];

interface PastRow {
  readonly id: string;
  readonly at: Date;
  readonly client_id: string;
  readonly client_name: string | null;
  readonly client_exists: boolean;
  readonly ends: string;
  readonly ended_at: Date | null;
  readonly ended_by: RecordedEnd | null;
}

const PAST = (behind: string): string => `
select allowed.id, allowed.at, allowed.facts->>'clientId' as client_id, client.id is not null as client_exists,
  coalesce(client.name, (
    select removed.facts->>'name' from audit_entry removed
    where removed.subject = 'client:' || (allowed.facts->>'clientId') and removed.action = 'client.removed' limit 1
  )) as client_name,
  allowed.facts->>'ends' as ends, ended.at as ended_at, ended.facts->>'endedBy' as ended_by
from audit_entry allowed
left join client on client.id = allowed.facts->>'clientId'
left join lateral (
  select at, facts from audit_entry
  where subject = allowed.subject and action in ('grant.revoked', 'grant.expired') order by at limit 1
) ended on true
where allowed.actor = :actor and allowed.action = 'grant.allowed'
  and not allowed.subject = any(:current) and (ended.at is not null or allowed.at < :allowedBefore) ${behind}
order by allowed.at desc, allowed.id desc
limit :limit`;

const NEWEST = PAST('');
const OLDER = PAST('and (allowed.at, allowed.id) < (:at, :id)');

interface OriginRow {
  readonly subject: string;
  readonly network: string | null;
  readonly browser: string | null;
}

const ORIGINS = `
select subject, network, facts->>'browser' as browser from audit_entry
where action = 'grant.allowed' and subject = any(:subjects)`;

const toPastGrant = ({ id, at, ended_at: endedAt, ended_by: endedBy, ...row }: PastRow): PastGrant => ({
  entry: { id, at },
  clientId: row.client_id,
  clientExists: row.client_exists,
  ends: new Date(row.ends),
  ...present({
    clientName: row.client_name ?? undefined,
    end: endedAt ? { at: endedAt, ...present({ endedBy: endedBy ?? undefined }) } : undefined,
  }),
});

const subjectOf = (grantId: string): string => `family:${grantId}`;

async function pastGrants(
  db: Database,
  { accountId, current, allowedBefore, behind, limit }: PastGrantsPage,
): Promise<readonly PastGrant[]> {
  const rows = await selectRows<PastRow>(db, behind ? OLDER : NEWEST, {
    ...{ actor: `account:${accountId}`, current: current.map(subjectOf), allowedBefore, limit },
    ...behind,
  });
  return rows.map(toPastGrant);
}

export const createGrantHistory = (db: Database): GrantHistory => ({
  past: (page) => pastGrants(db, page),
  async origins(grantIds) {
    const subjects = grantIds.filter(isStorable).map(subjectOf);
    const rows = await selectRows<OriginRow>(db, ORIGINS, { subjects });
    return new Map(
      rows.map(({ subject, network, browser }) => [
        subject.slice('family:'.length),
        present({ clientIp: network ?? undefined, browser: browser ?? undefined }),
      ]),
    );
  },
});
