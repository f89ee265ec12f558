-- A row at least in every table of the baseline (migrations 001 to 014), as version 0.1.0 writes them. Upgrades begin
-- with it, so it never changes: later versions must be able to read what this one wrote.

insert into account (email, email_key, email_verified_at, username, name, password_hash, admin, disabled_at, time_zone,
  time_format, week_start, locale, avatar_url, bio, metadata, appearance, booking_limits, calendar_outage, created_at)
values
  ('Ada@example.org', 'ada@example.org', '2026-01-02 03:04:05.678+00', 'ada', 'Ada Lovelace', '$argon2id$ada', true,
   null, 'Europe/London', 24, 'Monday', 'en', 'https://ada.example/me.png', 'Writes ''notes'' — is that odd?',
   '{"crm": {"id": 7}}', '{"theme": "dark"}', '{"day": 3}', 'last_known', '2026-01-01 00:00:00.001+00'),
  ('zoë@example.org', 'zoë@example.org', null, 'zoë', 'Zoë Ångström', '$argon2id$zoe', false,
   '2026-02-03 00:00:00+00', 'Asia/Kolkata', 12, 'Sunday', 'sv', null, null, '{}', '{}', '{}', 'block',
   '2026-01-01 00:00:00.002+00');
insert into passkey (id, account_id, slot, name, public_key, counter, transports, last_used_at)
values ('credential-1', 1, 1, 'Phone', 'key', 4294967295, '["internal","hybrid"]', '2026-03-01 00:00:00+00');
insert into recovery (id, account_id, mailed, expires_at, used_at) values
  ('00000000-0000-7000-8000-000000000001', 1, true, '2026-01-02 00:00:00+00', '2026-01-01 12:00:00+00'),
  ('00000000-0000-7000-8000-000000000002', 2, false, '2026-01-02 00:00:00+00', null);

insert into team (organization, organization_id, name, slug, settings, only_listed_clients) values
  (true, null, 'Analytical Society', 'society', '{"bio": "since 1812"}', true),
  (false, 1, 'Engines', 'engines', '{}', false),
  (false, null, 'Poets', 'engines', '{}', false);
insert into membership (team_id, account_id, role, accepted, agreed, invited_by, disable_impersonation) values
  (1, 1, 'owner', true, true, null, false),
  (2, 1, 'admin', true, true, null, true),
  (2, 2, 'member', false, false, 1, false);
insert into team_invite (team_id, token_hash, invited_by, expires_at, max_uses, uses)
values (2, 'k1.invite', 1, '2027-01-01 00:00:00+00', 5, 5);

insert into client_logo (hash, png) values (repeat('0a', 32), '\x89504e470d0a1a0a00ff');
insert into client (id, name, purpose, website, logo, logo_url, kind, status, status_reason, legacy, resource_server,
  owner_id, team_id, version, edited_at) values
  ('client-confidential', 'Acme Sync', 'Copies bookings.', 'https://acme.example', repeat('0a', 32), null,
   'confidential', 'approved', null, false, true, 1, 2, 3, '2026-02-01 00:00:00+00'),
  ('client-public', 'Pocket', 'Shows bookings.', null, null, 'https://pocket.example/logo.png', 'public', 'suspended',
   'Asked for passwords.', true, false, 2, null, 1, null);
insert into client_redirect_uri (client_id, ordinal, uri) values
  ('client-confidential', 0, 'https://acme.example/callback'),
  ('client-confidential', 1, 'https://acme.example/callback?region=eu'),
  ('client-public', 0, 'pocket:/callback');
insert into client_scope (client_id, scope, ordinal) values
  ('client-confidential', 'BOOKING_READ', 0), ('client-confidential', 'ORG_WEBHOOK_WRITE', 1),
  ('client-public', 'PROFILE_READ', 0);
insert into client_secret (id, client_id, slot, hash, hint, last_used_at, last_used_network, last_used_agent) values
  ('secret-1', 'client-confidential', 1, 'k1.one', '3f9a', '2026-02-01 00:00:00+00', '192.0.2.0/24', 'acme/1.0'),
  ('secret-2', 'client-confidential', 2, 'k1.two', '77b0', null, null, null);
insert into client_tester (client_id, account_id) values ('client-public', 1);
insert into client_maker (client_id, account_id) values ('client-confidential', 1), ('client-public', 2);
insert into client_proposal (client_id, name, website, logo, redirect_uris, scopes, refusal) values
  ('client-confidential', 'Acme Sync 2', null, repeat('0a', 32), '["https://acme.example/2"]', '["BOOKING_WRITE"]', null);
insert into removed_client (id) values ('client-removed');
insert into organization_client (organization_id, client_id) values (1, 'client-confidential');
insert into client_use (client_id, kind, name, day, uses, last_at) values
  ('client-confidential', 'call', 'GET /v2/bookings', '2026-02-01', 9007199254740993, '2026-02-01 23:59:59.999+00');
insert into client_use_batch (id) values ('batch-1');
update standing_revision set revision = 42;

insert into artifact (kind, key, version, value, owner, expires_at) values
  ('family', 'family-1', 'v1', '{"scopes":["BOOKING_READ"]}', 'account:1', '2027-01-01 00:00:00+00'),
  ('session', 'session-1', 'v2', 'sealed', null, '2027-01-01 00:00:00+00');
insert into throttle (key, points, expire) values ('sign-in:192.0.2.1', 3, 1790000000000), ('forever', 1, null);
insert into place_grant (family_id, account_id, client_id, team_ids, organization_ids, ends_at) values
  ('family-1', 1, 'client-confidential', '{2,3}', null, '2027-01-01 00:00:00+00'),
  ('family-2', 1, 'client-confidential', '{}', '{1}', '2027-01-01 00:00:00+00');

insert into audit_entry (id, at, actor, network, action, subject, facts) values
  ('00000000-0000-7000-8000-000000000010', '2026-01-01 00:00:00.123+00', 'account:1', '192.0.2.1', 'grant.created',
   'grant:family-1', '{"clientId": "client-confidential", "accountId": "1"}'),
  ('00000000-0000-7000-8000-000000000011', '2026-01-02 00:00:00+00', 'cli', null, 'client.created',
   'client:client-public', '{}');
insert into job (id, kind, payload, party, lane, tries, due_at, lease, reason, dead_at) values
  ('00000000-0000-7000-8000-000000000020', 'booking', '{"bookingIds": [1]}', null, null, 0, '2026-05-01 00:00:00+00',
   null, null, null),
  ('00000000-0000-7000-8000-000000000021', 'webhook', '{}', 'account:1', 'lane-1', 8, '2026-05-01 00:00:00+00',
   '00000000-0000-4000-8000-000000000022', 'HTTP 500', '2026-05-02 00:00:00+00');
insert into outbox_mail (id, sealed) values ('00000000-0000-7000-8000-000000000030', 'k1.sealed');

insert into schedule (owner_id, name, time_zone, availability, overrides) values
  (1, 'Working hours', 'Europe/London', '[{"days":["Monday"],"startTime":"09:00","endTime":"17:00"}]',
   '[{"date":"2026-12-24","startTime":"09:00","endTime":"12:00"}]'),
  (2, 'Nights', 'Asia/Kolkata', '[]', '[]');
update account set default_schedule_id = id;
insert into out_of_office (uuid, account_id, starts_at, ends_at, reason, notes, stand_in_id) values
  ('00000000-0000-4000-8000-000000000040', 1, '2026-07-01 00:00:00+00', '2026-07-08 00:00:00+00', 'vacation',
   'At the sea', 2);

insert into event_type (owner_id, team_id, parent_id, title, slug, length_minutes, hidden, scheduling_type, assign_all,
  schedule_id, settings) values
  (null, 2, null, 'Engine tour', 'tour', 30, false, 'managed', true, null, '{"seats": {"seatsPerTimeSlot": 3}}');
insert into event_type_host (event_type_id, team_id, account_id, position, mandatory, priority, weight)
values (1, 2, 1, 0, true, 'highest', 250);
insert into event_type (owner_id, team_id, parent_id, title, slug, length_minutes, schedule_id)
values (1, null, 1, 'Engine tour', 'tour', 30, 1), (2, null, null, 'Talk?', 'talk', 1440, null);
insert into private_link (id, event_type_id, expires_at, max_uses, uses)
values ('private-1', 3, null, 2, 1), ('private-2', 3, '2027-01-01 00:00:00+00', null, 0);

insert into booking (uid, event_type_id, title, status, starts_at, ends_at, location, responses, metadata, guests,
  guest_details, ics_uid, ics_sequence, recurring_uid, seats, rescheduled_from_uid, rescheduled_to_uid,
  reschedule_requested, reason, changed_by_email, absent_host) values
  ('booking-1', 1, 'Engine tour', 'accepted', '2026-06-01 09:00:00+00', '2026-06-01 09:30:00+00',
   '{"type": "link", "link": "https://meet.example"}', '{"name": "Grace"}', '{"crm": "1"}', '["alan@example.net"]',
   '[{"email": "alan@example.net", "name": "Alan"}]', 'booking-0@slotkey', 2, 'recurring-1', 3, 'booking-0', null,
   false, null, null, true),
  ('booking-0', null, 'Engine tour', 'cancelled', '2026-05-01 09:00:00+00', '2026-05-01 09:30:00+00', null, '{}', '{}',
   '[]', '[]', 'booking-0@slotkey', 1, null, null, null, 'booking-1', true, 'Illness', 'ada@example.org', false);
insert into booking_host (booking_id, account_id, position, starts_at, busy_from, busy_until) values
  (1, 1, 0, '2026-06-01 09:00:00+00', '2026-06-01 08:50:00+00', '2026-06-01 09:40:00+00'),
  (1, 2, 1, '2026-06-01 09:00:00+00', '2026-06-01 09:00:00+00', '2026-06-01 09:30:00+00'),
  (2, 1, 0, '2026-05-01 09:00:00+00', '2026-05-01 09:00:00+00', '2026-05-01 09:30:00+00');
insert into attendee (booking_id, name, email, email_key, time_zone, language, phone_number, absent, seat_uid,
  responses, metadata) values
  (1, 'Grace Hopper', 'Grace@example.net', 'grace@example.net', 'America/New_York', 'en', '+15550100', true, 'seat-1',
   '{"name": "Grace"}', '{}'),
  (2, 'Grace Hopper', 'grace@example.net', 'grace@example.net', 'America/New_York', 'en', null, false, null, null, null);
insert into booking_record (booking_id, kind, facts, told_id)
values (1, 'recording', '{"link": "https://meet.example/r"}', 'message-1'), (1, 'reference', '{}', null);
insert into slot_hold (uid, event_type_id, starts_at, ends_at, expires_at, holder) values
  ('hold-1', 3, '2026-06-02 00:00:00+00', '2026-06-03 00:00:00+00', '2026-06-01 00:05:00+00', 'k1.holder');
insert into booker_code (event_type_id, email_key, code_hash, tries, expires_at)
values (3, 'grace@example.net', 'k1.code', 4, '2026-06-01 00:10:00+00');
insert into idempotent_answer (key_hash, request_hash, answer, expires_at)
values ('k1.key', 'k1.request', '{"status": 201}', '2026-06-02 00:00:00+00');

insert into webhook (id, account_id, team_id, event_type_id, subscriber_url, triggers, payload_template, secret_sealed,
  active, failing_since, disabled_at, disabled_reason) values
  ('00000000-0000-4000-8000-000000000050', 1, null, null, 'https://hooks.example/a?b=c',
   '{BOOKING_CREATED,BOOKING_CANCELLED}', '{"title": "{{title}}"}', 'k1.sealed', true, '2026-05-01 00:00:00+00',
   '2026-05-04 00:00:00+00', 'Failed for three days.'),
  ('00000000-0000-4000-8000-000000000051', null, 1, null, 'https://hooks.example', '{}', null, null, false, null, null,
   null),
  ('00000000-0000-4000-8000-000000000052', null, null, 3, 'https://hooks.example', '{BOOKING_CREATED}', null, null,
   true, null, null, null);
insert into client_webhook (id, client_id, subscriber_url, secret_sealed)
values ('00000000-0000-4000-8000-000000000053', 'client-confidential', 'https://acme.example/hook', 'k1.sealed');
insert into webhook_delivery (id, webhook_id, client_webhook_id, trigger, lane, body, state, tries, tried_at,
  duration_ms, status, answer, failure, created_at) values
  ('00000000-0000-7000-8000-000000000054', '00000000-0000-4000-8000-000000000050', null, 'BOOKING_CREATED', 'lane-1',
   E'{"a":  1}\r\n', 'dead', 8, '2026-05-01 00:00:00+00', 120, 500, 'oops', 'HTTP 500', '2026-05-01 00:00:00+00'),
  ('00000000-0000-7000-8000-000000000055', null, '00000000-0000-4000-8000-000000000053', 'GRANT_REVOKED', 'lane-2',
   '{}', 'waiting', 0, null, null, null, null, null, '2026-05-01 00:00:00+00');

insert into verified_email (account_id, team_id, email, email_key, verified_by)
values (1, null, 'News@example.org', 'news@example.org', 1), (null, 2, 'Team@example.org', 'team@example.org', null);
insert into verified_phone (account_id, team_id, phone, verified_by) values (null, 2, '+15550101', 1);
insert into verification_code (account_id, team_id, kind, address, address_key, code_hash, tries, expires_at)
values (null, 2, 'phone', '+15550102', '+15550102', 'k1.code', 1, '2026-06-01 00:00:00+00');

insert into workflow (team_id, kind, author_id, name, trigger, offset_value, offset_unit, everywhere) values
  (2, 'event-type', 1, 'Remind', 'beforeEvent', 24, 'hour', false),
  (2, 'routing-form', null, 'Answer', 'formSubmitted', null, null, true);
insert into workflow_event_type (workflow_id, event_type_id) values (1, 1);
insert into workflow_form (workflow_id, form_id) values (2, 'form-1');
insert into workflow_step (workflow_id, number, action, template, sender, subject, html, text, calendar_event,
  phone_required, verified_email_id, verified_phone_id) values
  (1, 1, 'sms_attendee', 'reminder', 'Engines', '', null, 'See you?', false, true, null, null),
  (1, 2, 'email_address', 'custom', 'Engines', 'Tomorrow', '<p>See you</p>', null, true, false, 2, null),
  (2, 1, 'sms_number', 'custom', 'Engines', '', null, 'New response', false, false, null, 1);
insert into routing_form (id, team_id, account_id, name, description, position, disabled, fields, routes, fallback,
  version) values
  ('form-1', 2, 1, 'Which tour?', 'Two questions', 1, false, '[{"id": "size"}]', '[{"id": "large"}]',
   '{"type": "customPageMessage"}', 4);
insert into routing_form_response (form_id, filler_id, answers, action, fallback, event_type_id, booking_uid, queued_id)
values
  ('form-1', 'filler-1', '{"size": "large"}', '{"type": "eventTypeRedirectUrl"}', false, 1, 'booking-1', null),
  ('form-1', 'filler-2', '{}', '{"type": "customPageMessage"}', true, null, null, 'queued-1');
insert into workflow_occasion (id, workflow_id, trigger, key, booking_id, attendee_id, response_id, due_at, done_at)
values
  ('00000000-0000-7000-8000-000000000060', 1, 'beforeEvent', 'start', 1, 1, null, '2026-05-31 09:00:00+00', null),
  ('00000000-0000-7000-8000-000000000061', 2, 'formSubmitted', '', null, null, 1, '2026-05-31 09:00:00+00',
   '2026-05-31 09:00:01+00');

insert into calendar_connection (account_id, kind, identity, credential, invalid, ended_at, refresh_lease,
  refresh_until) values
  (1, 'google', 'ada@example.org', 'k1.sealed', false, null, 'lease', '2026-06-01 00:01:00+00'),
  (2, 'ics', 'feeds', 'k1.sealed', true, '2026-05-01 00:00:00+00', null, null);
insert into calendar (connection_id, external_id, name, is_primary, read_only, selected, etag, read_at, fetched_at,
  failing_since, fault, silence_told_at) values
  (1, 'primary', 'Ada', true, false, true, '"e1"', '2026-06-01 00:00:00+00', '2026-06-01 00:00:00+00', null, null, null),
  (2, 'https://feeds.example/z.ics', 'Zoë', false, true, true, null, null, null, '2026-05-01 00:00:00+00',
   'it has to be connected again', '2026-05-01 02:00:00+00');
update account set destination_calendar_id = 1 where id = 1;
insert into calendar_span (calendar_id, starts_at, ends_at, uid) values
  (1, '2026-06-01 12:00:00+00', '2026-06-01 13:00:00+00', 'lunch@example.org'),
  (1, '2026-06-02 12:00:00+00', '2026-06-02 13:00:00+00', null);
insert into calendar_event (account_id, ics_uid, calendar_id, event_id, ical_uid)
values (1, 'booking-0@slotkey', 1, 'event-1', 'event-1@google.example');
insert into conferencing_app (account_id, team_id, app, connected_by, credential, invalid, ended_at, is_default) values
  (1, null, 'zoom', 1, 'k1.sealed', false, null, true),
  (null, 2, 'jitsi', 1, null, false, null, false);
insert into booking_meeting (booking_id, app, conferencing_app_id, meeting_id)
values (1, 'zoom', 1, '81234567890'), (2, 'jitsi', null, 'room');
