import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

const MANAGERS = `
select webhook.account_id as id from webhook where id = :id and account_id is not null
union select event_type.owner_id from webhook
join event_type on event_type.id = webhook.event_type_id
where webhook.id = :id and event_type.owner_id is not null
union select membership.account_id from webhook
left join event_type on event_type.id = webhook.event_type_id
join team on team.id = coalesce(webhook.team_id, event_type.team_id)
join membership on membership.team_id = team.id or membership.team_id = team.organization_id
where webhook.id = :id and membership.agreed and membership.role in ('owner', 'admin')`;

/** Account ids of those who may change a webhook: its owner, or the owners and administrators of its group. */
export async function managersOfWebhook(db: Database, id: string): Promise<readonly number[]> {
  return (await selectRows<{ readonly id: number }>(db, MANAGERS, { id })).map((row) => row.id);
}
