/* Slotkey as a calendar: a host whose hours are always open, and one who has many bookings already. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { EventType } from '../../src/scheduling/event-types/event-type.js';
import { newTerms } from '../../src/scheduling/event-types/rules.js';
import { accessTokens, ACTOR, type ServiceFixture, open, whole } from './slotkey.js';
import { inParallel, type Servers, type Target } from './target.js';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const LENGTH = 15;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const attendee = { name: 'Grace Hopper', email: 'grace@example.net', timeZone: 'America/New_York' };

interface Calendar {
  readonly hostId: number;
  readonly eventType: EventType;
}

/** The mails of an earlier measurement would be counted in this one. */
async function dropJobs(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('delete from job');
  await client.end();
}

/** Of a host of its own: no measurement finds the bookings of another. */
async function openCalendar({ stores }: ServiceFixture): Promise<Calendar> {
  const host = { email: `${randomUUID()}@example.com`, name: 'Ada Lovelace', passwordHash: 'none' };
  const account = await stores.accounts.accounts.create(host, ACTOR);
  if (account === 'email_taken') throw new Error('two hosts of one address');
  const availability = [{ days: DAYS, startTime: '00:00', endTime: '24:00' }];
  const hours = { name: 'Always', timeZone: 'UTC', availability, overrides: [], isDefault: true };
  await stores.scheduling.schedules.create(account.id, hours, ACTOR);
  const terms = newTerms({ title: 'Intro call', slug: 'intro', lengthInMinutes: LENGTH });
  const made = await stores.scheduling.eventTypes.create(account.id, { terms, most: 1 }, ACTOR);
  if (typeof made !== 'object') throw new Error(`no event type: ${made}`);
  return { hostId: account.id, eventType: made.eventType };
}

/** Its credentials are the bodies of bookings, each for a time of its own. */
export const slotkeyBooking =
  (withoutWorkers = false) =>
  async (servers: Servers): Promise<Target> => {
    const fixture = await open(servers);
    await dropJobs(servers.databaseUrl);
    const { eventType } = await openCalendar(fixture);
    const first = Math.ceil(Date.now() / DAY_MS + 1) * DAY_MS;
    let count = 0;
    const body = (): string => {
      const start = new Date(first + (count += 1) * LENGTH * MINUTE_MS).toISOString();
      return JSON.stringify({ start, eventTypeId: eventType.id, attendee });
    };
    return {
      listener: whole(fixture, withoutWorkers),
      seed: async (wanted) => Array.from({ length: wanted }, body),
    };
  };

/** Half of them past, half to come. */
const FILL = `
with made as (
  insert into booking (uid, ics_uid, event_type_id, title, status, starts_at, ends_at)
  select $1 || '-' || at, $1 || '-' || at, $2, 'Intro call', 'accepted', begun, begun + interval '15 minutes'
  from generate_series(1, $3::integer) as at,
    lateral (select date_trunc('hour', now()) + (at - $3::integer / 2) * interval '15 minutes' as begun) as time
  returning id, starts_at, ends_at
), hosts as (
  insert into booking_host (booking_id, account_id, starts_at, busy_from, busy_until)
  select id, $4, starts_at, starts_at, ends_at from made
)
insert into attendee (booking_id, name, email, email_key, time_zone)
select id, 'Grace Hopper', 'grace@example.net', 'grace@example.net', 'America/New_York' from made`;

async function fill(databaseUrl: string, { hostId, eventType }: Calendar, rows: number): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(FILL, [randomUUID(), eventType.id, rows, hostId]);
  // As the database does by itself after a while.
  await client.query('vacuum analyze booking, booking_host, attendee');
  await client.end();
}

interface Full {
  readonly fixture: ServiceFixture;
  readonly calendar: Calendar;
}

async function fullOrganization(servers: Servers, rows: number): Promise<Full> {
  const fixture = await open(servers);
  await dropJobs(servers.databaseUrl);
  const calendar = await openCalendar(fixture);
  await fill(servers.databaseUrl, calendar, rows);
  return { fixture: { ...fixture, accountId: calendar.hostId }, calendar };
}

/** Credentials of a host who has so many bookings. */
export const slotkeyList =
  (rows: number) =>
  async (servers: Servers): Promise<Target> => {
    const { fixture } = await fullOrganization(servers, rows);
    return { listener: whole(fixture), seed: (count) => inParallel(count, accessTokens(fixture)) };
  };

/** Credentials are paths with the token of an owner of an organization whose members have so many bookings. */
export const slotkeyOrganizationList =
  (rows: number, query = '') =>
  async (servers: Servers): Promise<Target> => {
    const { fixture, calendar } = await fullOrganization(servers, rows);
    const made = await fixture.stores.teams.teams.createOrganization(
      calendar.hostId,
      { name: 'Bench', slug: `bench-${randomUUID()}` },
      ACTOR,
    );
    if (typeof made !== 'object') throw new Error('no organization was made');
    const token = accessTokens(fixture);
    const credential = async () => `/v2/organizations/${made.id}/bookings${query} ${await token()}`;
    return { listener: whole(fixture), seed: (count) => inParallel(count, credential) };
  };
