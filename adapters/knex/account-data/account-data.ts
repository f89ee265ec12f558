/*
 * Everything stored about one account, for its user: one statement a subject. Hashes, credentials of connections and
 * secrets are left out; test/adapters/knex/account-data/account-data.test.ts holds that no table is forgotten.
 */
import type { AccountDataStore } from '../../../src/accounts/deletion-store.js';
import { isId } from '../../storable.js';
import type { Database } from '../connection.js';
import { selectRows } from '../rows.js';

const ATTENDEES = `(
  select coalesce(json_agg(json_build_object(
    'name', name, 'email', email, 'timeZone', time_zone, 'language', language, 'phoneNumber', phone_number,
    'absent', absent, 'responses', responses, 'metadata', metadata) order by attendee.id), '[]')
  from attendee where attendee.booking_id = booking.id)`;

/** `:id` is the account. */
export const SUBJECTS: Readonly<Record<string, string>> = {
  account: `select id, email, email_verified_at, username, name, admin, disabled_at, time_zone, time_format, week_start,
    locale, avatar_url, bio, metadata, appearance, booking_limits, default_schedule_id, destination_calendar_id,
    calendar_outage, created_at from account where id = :id`,
  emailChanges: 'select email, expires_at from email_change where account_id = :id',
  passkeys:
    'select id, name, transports, created_at, last_used_at from passkey where account_id = :id order by slot',
  recoveries: 'select mailed, expires_at, used_at from recovery where account_id = :id order by expires_at',
  memberships: `select team.id as team_id, team.name, team.slug, team.organization, team.organization_id,
    membership.role, membership.accepted, membership.agreed, membership.created_at
    from membership join team on team.id = membership.team_id where membership.account_id = :id order by membership.id`,
  invitationLinks: `select team_id, expires_at, max_uses, uses, created_at from team_invite
    where invited_by = :id order by id`,
  schedules: `select id, name, time_zone, availability, overrides, created_at, updated_at from schedule
    where owner_id = :id order by id`,
  outOfOffice: `select uuid, starts_at, ends_at, reason, notes, stand_in_id, created_at from out_of_office
    where account_id = :id order by starts_at`,
  eventTypes: `select id, parent_id, title, slug, length_minutes, hidden, schedule_id, settings, created_at, updated_at
    from event_type where owner_id = :id order by id`,
  hostedTeamEventTypes: `select event_type_id, team_id, mandatory, priority, weight from event_type_host
    where account_id = :id order by event_type_id`,
  privateLinks: `select link.id, link.event_type_id, link.expires_at, link.max_uses, link.uses, link.created_at
    from private_link link join event_type on event_type.id = link.event_type_id where owner_id = :id order by link.id`,
  hostedBookings: `select booking.id, booking.uid, booking.event_type_id, booking.title, booking.description,
    booking.status, booking.starts_at, booking.ends_at, booking.location, booking.responses, booking.metadata,
    booking.guests, booking.reason, booking.rescheduling_reason, booking.absent_host, booking.created_at,
    booking.updated_at, ${ATTENDEES} as attendees
    from booking join booking_host on booking_host.booking_id = booking.id
    where account_id = :id order by booking.starts_at, booking.id`,
  attendedBookings: `select booking.uid, booking.title, booking.status, booking.starts_at, booking.ends_at,
    booking.location, attendee.name, attendee.email, attendee.time_zone, attendee.language, attendee.phone_number,
    attendee.responses, attendee.created_at
    from account join attendee on attendee.email_key = account.email_key
    join booking on booking.id = attendee.booking_id
    where account.id = :id and account.email_verified_at is not null order by booking.starts_at, booking.id`,
  webhooks: `select id, subscriber_url, triggers, payload_template, active, disabled_at, disabled_reason, created_at
    from webhook where account_id = :id order by number`,
  calendarConnections: `select connection.kind, connection.identity, connection.created_at, (
      select coalesce(json_agg(json_build_object('name', calendar.name, 'selected', calendar.selected)
        order by calendar.id), '[]') from calendar where calendar.connection_id = connection.id) as calendars
    from calendar_connection connection where account_id = :id order by connection.id`,
  calendarEvents: `select calendar_id, ics_uid, event_id, ical_uid from calendar_event
    where account_id = :id order by ics_uid`,
  conferencingApps: `select app, team_id, is_default, created_at from conferencing_app
    where account_id = :id or connected_by = :id order by id`,
  verifiedEmails: `select email, team_id, created_at from verified_email
    where account_id = :id or verified_by = :id order by id`,
  verifiedPhones: `select phone, team_id, created_at from verified_phone
    where account_id = :id or verified_by = :id order by id`,
  verificationCodes:
    'select kind, address, expires_at from verification_code where account_id = :id order by id',
  workflows: 'select id, team_id, name, trigger, created_at from workflow where author_id = :id order by id',
  routingForms:
    'select id, team_id, name, description, created_at from routing_form where account_id = :id order by id',
  clients: `select id, name, purpose, website, support_email, privacy_policy, terms_of_service, kind, status, team_id, created_at,
      array(select uri from client_redirect_uri where client_id = client.id order by ordinal) as redirect_uris,
      array(select scope from client_scope where client_id = client.id order by ordinal) as scopes
    from client where owner_id = :id order by created_at`,
  editedClients: 'select client_id from client_maker where account_id = :id order by client_id',
  testedClients: 'select client_id from client_tester where account_id = :id order by client_id',
  grantedResources: `select family_id as grant, client_id, team_ids, organization_ids, ends_at from place_grant
    where account_id = :id order by family_id`,
  // The IP addresses of others who acted on the account are theirs.
  auditLog: `select at, actor, case when actor = 'account:' || :id then network end as client_ip, action, subject, facts
    from audit_entry where subject = 'account:' || :id or actor = 'account:' || :id order by at, id`,
};

const toProperty = (column: string): string =>
  column.replace(/_(\w)/g, (_, initial: string) => initial.toUpperCase());

const toObject = (row: object): object =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [toProperty(column), value as unknown]));

/** Of one moment. */
async function read(trx: Database, id: number): Promise<Readonly<Record<string, readonly object[]>>> {
  await trx.raw('set transaction isolation level repeatable read read only');
  const data: Record<string, readonly object[]> = {};
  for (const [subject, statement] of Object.entries(SUBJECTS))
    data[subject] = (await selectRows<object>(trx, statement, { id })).map(toObject);
  return data;
}

export const createAccountData = (db: Database): AccountDataStore => ({
  read: async (accountId) => (isId(accountId) ? db.transaction((trx) => read(trx, accountId)) : {}),
});
