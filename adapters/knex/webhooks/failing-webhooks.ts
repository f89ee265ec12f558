/* Webhooks whose deliveries fail, for administrators. Each statement reads the indexes of those alone. */
import type { FailingWebhook, FailingWebhooks } from '../../../src/delivery/failing-webhook-store.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

interface FailingRow {
  readonly id: string;
  readonly subscriber_url: string;
  readonly failing_since: Date;
  readonly client_id: string | null;
  readonly account_id: number | null;
  readonly name: string;
}

const FAILING = `failing_since is not null and disabled_at is null`;

/** Of one kind, before their owners are looked up. */
const longest = (table: string): string => `
(select * from ${table} where ${FAILING} order by failing_since limit :most)`;

const LIST = `
select webhook.id, subscriber_url, failing_since, null as client_id,
  coalesce(webhook.account_id, event_type.owner_id) as account_id, coalesce(account.name, team.name, '') as name
from ${longest('webhook')} as webhook
left join event_type on event_type.id = webhook.event_type_id
left join account on account.id = coalesce(webhook.account_id, event_type.owner_id)
left join team on team.id = coalesce(webhook.team_id, event_type.team_id)
union all
select client_webhook.id, subscriber_url, failing_since, client.id, null, client.name
from ${longest('client_webhook')} as client_webhook join client on client.id = client_webhook.client_id
order by failing_since, id limit :most`;

const COUNT = `
select (select count(*) from (select from webhook where ${FAILING} limit :most) as own)::int
  + (select count(*) from (select from client_webhook where ${FAILING} limit :most) as clients)::int as count`;

function ownerOf({ client_id: clientId, account_id: accountId, name }: FailingRow): FailingWebhook['owner'] {
  if (clientId !== null) return { kind: 'client', id: clientId, name };
  return accountId === null ? { kind: 'team', name } : { kind: 'user', id: accountId, name };
}

export const createFailingWebhooks = (db: Database): FailingWebhooks => ({
  async list(most) {
    const rows = await selectRows<FailingRow>(db, LIST, { most });
    return rows.map((row) => ({
      id: row.id,
      host: new URL(row.subscriber_url).host,
      since: row.failing_since,
      owner: ownerOf(row),
    }));
  },
  async count(most) {
    const [row] = await selectRows<{ readonly count: number }>(db, COUNT, { most });
    return Math.min(most, row?.count ?? 0);
  },
});
