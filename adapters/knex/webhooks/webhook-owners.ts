/* Who owns webhooks that a user manages: the user, groups that they administer, and event types of both. */
import { present } from '../../../src/present.js';
import type { WebhookOwnerChoice } from '../../../src/delivery/webhook-delivery-store.js';
import type { WebhookOwner } from '../../../src/scheduling/webhooks/store.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

/** The groups that a user administers, teams of organizations included. */
export const ADMINISTERED = `
  select team.id, team.name, team.organization from membership
  join team on team.id = membership.team_id or team.organization_id = membership.team_id
  where membership.account_id = :accountId and membership.agreed and membership.role in ('owner', 'admin')`;

export interface OwnerColumns {
  readonly owner_id: number | null;
  readonly group_id: number | null;
  readonly event_type_id: number | null;
}

/** Undefined for the webhook of a client. */
export function toOwner(row: OwnerColumns): WebhookOwner | undefined {
  const eventType = present({ eventTypeId: row.event_type_id ?? undefined });
  if (row.group_id !== null) return { teamId: row.group_id, ...eventType };
  return row.owner_id === null ? undefined : { accountId: row.owner_id, ...eventType };
}

// Members' copies of a managed event type are not theirs to configure, and its own webhook receives their bookings.
const OWNERS = `
with administered as (${ADMINISTERED}), choice (kind, name, team, owner_id, group_id, event_type_id) as (
  select 'user', '', null, id, null::integer, null::integer from account where id = :accountId
  union select 'organization', name, null, null, id, null from administered where organization
  union select 'event type', title, null, owner_id, null, id from event_type
  where owner_id = :accountId and parent_id is null
  union select 'event type', event_type.title, administered.name, null, event_type.team_id, event_type.id
  from event_type join administered on administered.id = event_type.team_id
)
select * from choice order by kind = 'user' desc, kind = 'organization' desc, team nulls first, name, event_type_id
limit :most`;

interface ChoiceRow extends OwnerColumns {
  readonly kind: WebhookOwnerChoice['kind'];
  readonly name: string;
  readonly team: string | null;
}

export async function ownersOf(
  db: Database,
  accountId: number,
  most: number,
): Promise<readonly WebhookOwnerChoice[]> {
  const rows = await selectRows<ChoiceRow>(db, OWNERS, { accountId, most });
  return rows.flatMap(({ kind, name, team, ...columns }) => {
    const owner = toOwner(columns);
    return owner === undefined ? [] : [{ owner, kind, name, ...present({ team: team ?? undefined }) }];
  });
}
