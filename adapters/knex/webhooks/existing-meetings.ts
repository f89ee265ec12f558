/*
 * Start and end of bookings that exist when a webhook is created or changed: the first of them in its transaction, the
 * rest part by part in jobs, since a call has a second. Bookings that begin later find the webhook and schedule by
 * themselves. The deliveries are rendered when they are due (due-meetings.ts).
 */
import { MEETING_TRIGGERS } from '../../../src/scheduling/webhooks/booking-events.js';
import { eventTypesOf } from '../booking-rows/administered-bookings.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';
import { selectRows } from '../rows.js';
import { lockHosts } from '../account-rows.js';

/** Bookings in one transaction. */
const PART = 500;

interface SubscriptionRow {
  readonly id: string;
  readonly account_id: number | null;
  readonly team_id: number | null;
  readonly event_type_id: number | null;
  readonly triggers: readonly string[];
  readonly active: boolean;
  readonly disabled_at: Date | null;
}

/** As in subscribers.ts: of a team, of the teams of an organization, or one with its copies. */
const EVENT_TYPES = `
${eventTypesOf('select id from team where id = :teamId or organization_id = :teamId')}
union
select id from event_type where id = :eventTypeId or parent_id = :eventTypeId`;

const HOSTS = `
select id from account where id = :accountId and disabled_at is null
union
select account.id from team
join membership on membership.team_id = team.id and membership.agreed
join account on account.id = membership.account_id and account.disabled_at is null
where team.id = :teamId and team.organization`;

const idsOf = async (
  trx: Database,
  sql: string,
  { account_id: accountId, team_id: teamId, event_type_id: eventTypeId }: SubscriptionRow,
): Promise<readonly number[]> => {
  const values = { accountId: accountId ?? 0, teamId: teamId ?? 0, eventTypeId: eventTypeId ?? 0 };
  return (await selectRows<{ readonly id: number }>(trx, sql, values)).map(({ id }) => id);
};

interface Sources {
  readonly hostIds: readonly number[];
  readonly eventTypeIds: readonly number[];
}

const sourcesOf = async (trx: Database, row: SubscriptionRow): Promise<Sources> => ({
  hostIds: await idsOf(trx, HOSTS, row),
  eventTypeIds: await idsOf(trx, EVENT_TYPES, row),
});

/**
 * Bookings share these locks: those that have begun end first, and later ones find the webhook. In the order in which
 * bookings take them.
 */
async function lockSources(trx: Database, { hostIds, eventTypeIds }: Sources): Promise<void> {
  await lockHosts(trx, hostIds);
  await trx.raw('select id from event_type where id = any(?) order by id for update', [[...eventTypeIds]]);
}

// No booking is longer than a day.
const AHEAD = `status = 'accepted' and starts_at > now() - interval '1 day' and ends_at > now()`;

const UPCOMING = `
select id from booking where event_type_id = any(:eventTypeIds) and ${AHEAD} and id > :after
union
select booking_id from booking_host where account_id = any(:hostIds) and ${AHEAD} and booking_id > :after
order by id limit ${PART}`;

// A change of one of them schedules by itself, before or after.
const LOCK_BOOKINGS = 'select id from booking where id = any(?) order by id for no key update';

const PLAN = `
with meeting as (
  select 'meeting:' || booking.id as lane, moment.trigger, moment.at
  from booking cross join lateral (values
    ('MEETING_STARTED', booking.starts_at), ('MEETING_ENDED', booking.ends_at)) as moment (trigger, at)
  where booking.id = any(:bookingIds) and moment.trigger = any(:triggers) and moment.at > now()
), planned as (
  insert into webhook_delivery (id, webhook_id, trigger, lane, body, created_at)
  select gen_random_uuid(), cast(:id as uuid), meeting.trigger, meeting.lane, '', meeting.at from meeting
  where (meeting.lane, meeting.trigger) not in (
    select known.lane, known.trigger from webhook_delivery as known
    where known.webhook_id = cast(:id as uuid) and known.state = 'waiting')
  returning id, lane, created_at
)
insert into job (id, kind, payload, party, lane, due_at)
select id, 'webhook', '{}', cast(:id as text), cast(:id as text) || ':' || lane, created_at from planned order by created_at`;

// A delivery whose job was taken is being sent.
const DROP = `
with dropped as (
  delete from job using webhook_delivery as delivery
  where delivery.id = job.id and delivery.webhook_id = :id and delivery.trigger = any(:meetings)
    and delivery.trigger <> all(:triggers) and delivery.state = 'waiting' and job.tries = 0
  returning job.id
)
delete from webhook_delivery where id in (select id from dropped)`;

async function planPart(
  trx: Database,
  { id, triggers: subscribed }: SubscriptionRow,
  { hostIds, eventTypeIds }: Sources,
  after: number,
): Promise<void> {
  const values = { hostIds: [...hostIds], eventTypeIds: [...eventTypeIds], after };
  const rows = await selectRows<{ readonly id: number }>(trx, UPCOMING, values);
  const bookingIds = rows.map((row) => row.id);
  await trx.raw(LOCK_BOOKINGS, [bookingIds]);
  const triggers = MEETING_TRIGGERS.filter((trigger) => subscribed.includes(trigger));
  await trx.raw(PLAN, { id, triggers, bookingIds });
  const last = bookingIds[PART - 1];
  if (last !== undefined) await enqueue(trx, [{ kind: 'planning', payload: { webhook: id, after: last } }]);
}

const wantsMeetings = ({ active, disabled_at: disabledAt, triggers }: SubscriptionRow): boolean =>
  active && disabledAt === null && MEETING_TRIGGERS.some((trigger) => triggers.includes(trigger));

/** Called in the transaction that wrote the webhook. A delivery that waits already stays as it is. */
export async function planMeetings(trx: Database, id: string): Promise<void> {
  const row = await trx<SubscriptionRow>('webhook').where({ id }).first();
  if (row === undefined) return;
  await trx.raw(DROP, { id, meetings: [...MEETING_TRIGGERS], triggers: [...row.triggers] });
  if (!wantsMeetings(row)) return;
  const sources = await sourcesOf(trx, row);
  await lockSources(trx, sources);
  await planPart(trx, row, sources, 0);
}

/** With the webhook as it is now; a deleted one plans nothing. `after`: the last booking that is planned. */
export async function planMoreMeetings(trx: Database, id: string, after: number): Promise<void> {
  const row = await trx<SubscriptionRow>('webhook').where({ id }).forShare().first();
  if (row === undefined || !wantsMeetings(row)) return;
  await planPart(trx, row, await sourcesOf(trx, row), after);
}
