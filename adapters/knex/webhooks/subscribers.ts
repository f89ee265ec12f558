/*
 * Which webhooks hear of something: those of the people it happens to, and of the places that may know of it. An
 * organization hears of people who are in it by their own word, as it reads their bookings. Each webhook once.
 */
import type { NewDelivery } from '../../../src/delivery/webhook-delivery-store.js';
import type { WebhookEvent } from '../../../src/scheduling/webhooks/webhook-event.js';
import type { Database } from '../connection.js';

export interface Subscriber {
  readonly webhookId: string;
  readonly triggers: readonly string[];
}

export type BookingSubscriber = Subscriber & { readonly bookingId: number };

const HEARS = 'webhook.active and webhook.disabled_at is null';

// What a member has of a managed event type is the team's.
const OF_BOOKINGS = `
with told as (
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
), heard as (
  select told.id, webhook.id as webhook_id from told
  join webhook on webhook.event_type_id in (told.kind_id, told.parent_id)
  union
  select told.id, webhook.id from told join webhook on webhook.team_id in (told.team_id, told.organization_id)
  union
  select host.id, webhook.id from host join webhook on webhook.account_id = host.account_id
  union
  select host.id, webhook.id from host
  join membership on membership.account_id = host.account_id and membership.agreed
  join team on team.id = membership.team_id and team.organization
  join webhook on webhook.team_id = team.id
)
select heard.id as "bookingId", webhook.id as "webhookId", webhook.triggers
from heard join webhook on webhook.id = heard.webhook_id
where ${HEARS} order by heard.id, webhook.number`;

export async function subscribersOfBookings(
  trx: Database,
  bookingIds: readonly number[],
): Promise<readonly BookingSubscriber[]> {
  const { rows } = await trx.raw<{ rows: readonly BookingSubscriber[] }>(OF_BOOKINGS, {
    ids: [...bookingIds],
  });
  return rows;
}

/** A person, and all places that they are in by their own word. */
const OF_PERSON = `
select webhook.id as "webhookId", webhook.triggers from webhook
where ${HEARS} and (webhook.account_id = :accountId
  or webhook.team_id in (select team_id from membership where account_id = :accountId and agreed))
order by webhook.number`;

export async function subscribersOfUser(trx: Database, accountId: number): Promise<readonly Subscriber[]> {
  return (await trx.raw<{ rows: readonly Subscriber[] }>(OF_PERSON, { accountId })).rows;
}

/** A place, the organization that it belongs to, and a person as long as they are in the place. */
const OF_GROUP = `
select webhook.id as "webhookId", webhook.triggers from webhook
where ${HEARS} and (webhook.team_id = :groupId
  or webhook.team_id = (select organization_id from team where id = :groupId)
  or webhook.account_id = (
    select account_id from membership where team_id = :groupId and account_id = :accountId and accepted))
order by webhook.number`;

export async function subscribersOfGroup(
  trx: Database,
  groupId: number,
  accountId: number | null,
): Promise<readonly Subscriber[]> {
  return (await trx.raw<{ rows: readonly Subscriber[] }>(OF_GROUP, { groupId, accountId })).rows;
}

/** Each for those who asked for it. */
export const deliveriesOf = (
  news: readonly WebhookEvent[],
  subscribers: readonly Subscriber[],
): readonly NewDelivery[] =>
  news.flatMap((told) =>
    subscribers
      .filter(({ triggers }) => triggers.includes(told.trigger))
      .map(({ webhookId }) => ({ webhookId, ...told })),
  );
