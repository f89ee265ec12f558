/*
 * Which webhooks subscribe to an event: those of the users concerned, and of their groups. An organization receives events
 * of members who have accepted, as it reads their bookings. Each webhook once.
 */
import type { NewDelivery } from '../../../src/delivery/webhook-delivery-store.js';
import type { WebhookEvent } from '../../../src/scheduling/webhooks/webhook-event.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

export interface Subscriber {
  readonly webhookId: string;
  readonly triggers: readonly string[];
}

export type BookingSubscriber = Subscriber & { readonly bookingId: number };

const IS_ACTIVE = 'webhook.active and webhook.disabled_at is null';

// A member's copy of a managed event type belongs to the team.
export const SUBSCRIBERS_OF_BOOKINGS = `
with booked as (
  select booking.id, kind.id as kind_id, parent.id as parent_id, team.id as team_id, team.organization_id
  from booking
  left join event_type as kind on kind.id = booking.event_type_id
  left join event_type as parent on parent.id = kind.parent_id
  left join team on team.id = coalesce(parent.team_id, kind.team_id)
  where booking.id = any(:ids)
), host as (
  select booking_host.booking_id as id, account.id as account_id
  from booking_host join account on account.id = booking_host.account_id and account.disabled_at is null
  where booking_host.booking_id = any(:ids)
), subscribed as (
  select booked.id, webhook.id as webhook_id from booked
  join webhook on webhook.event_type_id in (booked.kind_id, booked.parent_id)
  union
  select booked.id, webhook.id from booked join webhook on webhook.team_id in (booked.team_id, booked.organization_id)
  union
  select host.id, webhook.id from host join webhook on webhook.account_id = host.account_id
  union
  select host.id, webhook.id from host
  join membership on membership.account_id = host.account_id and membership.agreed
  join team on team.id = membership.team_id and team.organization
  join webhook on webhook.team_id = team.id
)
select subscribed.id as "bookingId", webhook.id as "webhookId", webhook.triggers
from subscribed join webhook on webhook.id = subscribed.webhook_id
where ${IS_ACTIVE} order by subscribed.id, webhook.number`;

export const subscribersOfBookings = (
  trx: Database,
  bookingIds: readonly number[],
): Promise<readonly BookingSubscriber[]> => selectRows(trx, SUBSCRIBERS_OF_BOOKINGS, { ids: bookingIds });

/** Of a user, and of all groups whose membership they have accepted. */
const OF_USER = `
select webhook.id as "webhookId", webhook.triggers from webhook
where ${IS_ACTIVE} and (webhook.account_id = :accountId
  or webhook.team_id in (select team_id from membership where account_id = :accountId and agreed))
order by webhook.number`;

export const subscribersOfUser = (trx: Database, accountId: number): Promise<readonly Subscriber[]> =>
  selectRows(trx, OF_USER, { accountId });

/** Of a group, of the organization that it belongs to, and of a user while they are in the group. */
const OF_GROUP = `
select webhook.id as "webhookId", webhook.triggers from webhook
where ${IS_ACTIVE} and (webhook.team_id = :groupId
  or webhook.team_id = (select organization_id from team where id = :groupId)
  or webhook.account_id = (
    select account_id from membership where team_id = :groupId and account_id = :accountId and accepted))
order by webhook.number`;

export const subscribersOfGroup = (
  trx: Database,
  groupId: number,
  accountId: number | null,
): Promise<readonly Subscriber[]> => selectRows(trx, OF_GROUP, { groupId, accountId });

export const deliveriesOf = (
  events: readonly WebhookEvent[],
  subscribers: readonly Subscriber[],
): readonly NewDelivery[] =>
  events.flatMap((event) =>
    subscribers
      .filter(({ triggers }) => triggers.includes(event.trigger))
      .map(({ webhookId }) => ({ webhookId, ...event })),
  );
