/* What follows from every event of the catalogue: a row per event with sample facts, and the effects it has. */
import {
  type DomainEvent,
  effectsOf,
  type EventName,
  EVENTS,
  REMINDERS,
} from '../../src/events/catalogue.js';
import type { BookingDetails } from '../../src/events/booking-events.js';
import type { Effects } from '../../src/events/definition.js';
import { isConnectionMail } from '../../src/delivery/connection-mail.js';
import { isNotificationName, NOTIFICATIONS } from '../../views/mails/notifications.js';

const CHANGES = [{ field: 'name', before: ['Old'], after: ['New'] }];
const CLIENT = {
  ...{
    name: 'Acme',
    purpose: 'Syncs.',
    kind: 'public' as const,
    legacy: false,
    resourceServer: false,
    owner: 7,
  },
  ...{ redirectUris: [], scopes: [], secrets: [{ secret: 's1', hint: 'abcd' }] },
};
const VERDICT = { from: 'pending' } as const;
const SECRET = { secret: 's1', hint: 'abcd' };
const PASSKEY = { passkey: 'pk', name: 'Phone' };
const DISABLED = { receiver: 'w1', host: 'r.example', reason: 'Every delivery has failed for 24 hours.' };
const GRANT = { clientId: 'c1', accountId: 7, scope: 'PROFILE_READ' };
const WEBHOOK = { accountId: 7, host: 'r.example', triggers: ['OOO_CREATED'], active: true } as const;
const CALENDAR = { accountId: 7, kind: 'google' } as const;
const ENDED = { endedAt: '2030-01-01T00:00:00.000Z' };

const self: Effects = { mail: { account: 7 } };
const managers: Effects = { mail: { managersOfClient: 'c1' } };
const administrators: Effects = { mail: 'administrators' };
const clientWebhook = (facts: object = {}) => ({
  clientWebhook: { clientId: 'c1', lane: 'client', payload: { clientId: 'c1', ...facts } },
});
const grantWebhook = (facts: object = {}): Effects => ({
  clientWebhook: {
    ...{ clientId: 'c1', lane: 'grant:f1' },
    payload: { clientId: 'c1', grantId: 'f1', subject: '7', ...facts },
  },
});

const account = 'account:7';
const client = 'client:c1';
const family = 'family:f1';
const none: Effects = {};

type Row = readonly [event: DomainEvent, effects: Effects];

const AUDIT: readonly Row[] = [
  [{ action: 'audit.pruned', subject: 'audit', facts: { before: '2030-01-01T00:00:00.000Z' } }, none],
  [{ action: 'job.retried', subject: 'job:j1', facts: { kind: 'sms' } }, none],
  [{ action: 'job.discarded', subject: 'job:j1', facts: { kind: 'sms' } }, none],
];

const ACCOUNTS: readonly Row[] = [
  [{ action: 'account.created', subject: account, facts: { username: 'ada', admin: false } }, none],
  [{ action: 'account.disabled', subject: account, facts: {} }, none],
  [{ action: 'account.enabled', subject: account, facts: {} }, none],
  [{ action: 'account.made_admin', subject: account, facts: {} }, none],
  [{ action: 'account.admin_removed', subject: account, facts: {} }, none],
  [{ action: 'account.signed_in', subject: account, facts: { method: 'passkey' } }, none],
  [{ action: 'account.sessions_ended', subject: account, facts: { browsers: ['x'], others: true } }, none],
  [{ action: 'account.password_changed', subject: account, facts: {} }, self],
  [{ action: 'account.recovered', subject: account, facts: {} }, self],
  [
    {
      action: 'account.access_ended',
      subject: account,
      facts: { passkeys: ['Phone'], calendars: 1, conferencing: false },
    },
    none,
  ],
  [{ action: 'account.recovery_issued', subject: account, facts: { expiresAt: '2030' } }, self],
  [{ action: 'account.email_verified', subject: account, facts: {} }, none],
  [{ action: 'account.email_change_requested', subject: account, facts: {} }, self],
  [{ action: 'account.email_change_withdrawn', subject: account, facts: {} }, none],
  [{ action: 'account.email_changed', subject: account, facts: {} }, none],
  [{ action: 'account.deleted', subject: account, facts: {} }, none],
  [{ action: 'account.erased', subject: account, facts: {} }, none],
  [{ action: 'passkey.added', subject: account, facts: PASSKEY }, self],
  [{ action: 'passkey.removed', subject: account, facts: PASSKEY }, self],
  [{ action: 'passkey.counter_regressed', subject: account, facts: PASSKEY }, none],
  [{ action: 'profile.changed', subject: account, facts: { changed: ['name'] } }, none],
  [{ action: 'booking_limits.changed', subject: account, facts: { changed: ['perDay'] } }, none],
  [{ action: 'booking_limits.cleared', subject: account, facts: { left: 'organization' } }, none],
];

const CLIENTS: readonly Row[] = [
  [{ action: 'client.created', subject: client, facts: { ...CLIENT, status: 'pending' } }, administrators],
  [{ action: 'client.created', subject: client, facts: { ...CLIENT, status: 'approved' } }, none],
  [{ action: 'client.removed', subject: client, facts: { ...CLIENT, status: 'pending' } }, none],
  [{ action: 'client.edited', subject: client, facts: { changed: CHANGES } }, none],
  [{ action: 'client.edited', subject: client, facts: { changed: [], proposed: CHANGES } }, administrators],
  [
    { action: 'client.edited', subject: client, facts: { changed: CHANGES, installationsKeep: [] } },
    { narrowGrants: 'c1' },
  ],
  [{ action: 'client.resubmitted', subject: client, facts: {} }, administrators],
  [{ action: 'client.pending', subject: client, facts: VERDICT }, none],
  [{ action: 'client.approved', subject: client, facts: VERDICT }, managers],
  [{ action: 'client.rejected', subject: client, facts: { ...VERDICT, reason: 'no' } }, managers],
  [
    { action: 'client.suspended', subject: client, facts: VERDICT },
    { ...managers, ...clientWebhook() },
  ],
  [{ action: 'client.resumed', subject: client, facts: { from: 'suspended' } }, managers],
  [{ action: 'client.migration_started', subject: client, facts: {} }, managers],
  [{ action: 'client.migration_ended', subject: client, facts: {} }, managers],
  [{ action: 'client.scheme_allowed', subject: client, facts: { scheme: 'myapp' } }, managers],
  [
    {
      action: 'client.transferred',
      subject: client,
      facts: { by: 9, from: { owner: 7, team: null }, to: { owner: 9, team: 3 } },
    },
    { mail: { account: 9 } },
  ],
  [{ action: 'revision.approved', subject: client, facts: { changed: CHANGES } }, managers],
  [
    { action: 'revision.approved', subject: client, facts: { changed: CHANGES, installationsKeep: [] } },
    { ...managers, narrowGrants: 'c1' },
  ],
  [{ action: 'revision.rejected', subject: client, facts: { reason: 'no', refused: CHANGES } }, managers],
  [{ action: 'revision.withdrawn', subject: client, facts: {} }, none],
  [{ action: 'tester.added', subject: client, facts: { account: 7, by: 9 } }, self],
  [{ action: 'tester.accepted', subject: client, facts: { account: 7 } }, none],
  [{ action: 'tester.declined', subject: client, facts: { account: 7 } }, none],
  [{ action: 'tester.removed', subject: client, facts: { account: 7 } }, none],
  [{ action: 'secret.added', subject: client, facts: SECRET }, managers],
  [
    { action: 'secret.removed', subject: client, facts: SECRET },
    { ...managers, ...clientWebhook({ secretId: 's1' }) },
  ],
  [{ action: 'client_webhook.added', subject: client, facts: {} }, none],
  [{ action: 'client_webhook.moved', subject: client, facts: {} }, none],
  [{ action: 'client_webhook.secret_replaced', subject: client, facts: {} }, none],
  [{ action: 'client_webhook.removed', subject: client, facts: {} }, none],
  [{ action: 'client_webhook.switched_on', subject: client, facts: {} }, none],
  [{ action: 'client_webhook.switched_off', subject: client, facts: {} }, none],
  [{ action: 'client_webhook.sent_again', subject: client, facts: { delivery: 'd1' } }, none],
  [{ action: 'client_webhook.disabled', subject: client, facts: DISABLED }, managers],
];

const GRANTS: readonly Row[] = [
  [
    {
      action: 'grant.allowed',
      subject: family,
      facts: { ...GRANT, until: 'revoked', ends: '2031', browser: 'Firefox' },
    },
    { ...self, watchGrant: { grantId: 'f1', clientId: 'c1', accountId: 7 } },
  ],
  [
    {
      action: 'grant.narrowed',
      subject: family,
      facts: { ...GRANT, teams: [3], changes: CHANGES, narrowedBy: 'person' },
    },
    grantWebhook({ scope: 'PROFILE_READ', teams: [3] }),
  ],
  [{ action: 'grant.revoked', subject: family, facts: { ...GRANT, endedBy: 'person' } }, grantWebhook()],
  [{ action: 'grant.expired', subject: family, facts: { clientId: 'c1', accountId: 7 } }, grantWebhook()],
  [{ action: 'refresh.reuse_detected', subject: family, facts: { accountId: 7 } }, none],
  [
    {
      action: 'refresh.repeated_elsewhere',
      subject: family,
      facts: { clientId: 'c1', accountId: 7, firstUse: { at: new Date(0), clientIp: '192.0.2.1' } },
    },
    none,
  ],
];

const team = 'team:3';
const membership = { accountId: 7, team: 3 };
const role = 'member';

const TEAMS: readonly Row[] = [
  [{ action: 'team.created', subject: team, facts: { slug: 't', owner: 7, organization: null } }, none],
  [{ action: 'team.changed', subject: team, facts: { changed: ['name'] } }, none],
  [{ action: 'team.deleted', subject: team, facts: { slug: 't', organization: 1 } }, none],
  [{ action: 'team.invite_opened', subject: team, facts: { expiresAt: '2030', maxUses: 3 } }, none],
  [{ action: 'organization.created', subject: team, facts: { slug: 'o', owner: 7 } }, none],
  [
    {
      action: 'organization.changed',
      subject: team,
      facts: { before: { name: 'O', slug: 'o' }, after: { name: 'P', slug: 'p' } },
    },
    none,
  ],
  [
    {
      action: 'organization.deleted',
      subject: team,
      facts: { name: 'O', slug: 'o', people: 2, comingBookings: 0 },
    },
    none,
  ],
  [{ action: 'organization.admission_changed', subject: team, facts: { policy: 'listed' } }, none],
  [{ action: 'organization.client_admitted', subject: team, facts: { clientId: 'c1' } }, none],
  [{ action: 'organization.client_dismissed', subject: team, facts: { clientId: 'c1' } }, none],
  [
    {
      action: 'membership.created',
      subject: 'membership:5',
      facts: { ...membership, role, accepted: false, agreed: false },
    },
    self,
  ],
  [
    {
      action: 'membership.created',
      subject: 'membership:5',
      facts: { ...membership, role, accepted: true, agreed: true },
    },
    none,
  ],
  [{ action: 'membership.changed', subject: 'membership:5', facts: { ...membership, role: 'admin' } }, none],
  [{ action: 'membership.accepted', subject: 'membership:5', facts: membership }, none],
  [{ action: 'membership.removed', subject: 'membership:5', facts: membership }, none],
];

const absence = { account: 7 };
const link = 'event_type:4';
const workflow = { team: 3, name: 'Remind', trigger: 'beforeEvent' };
const form = 'routing_form:x';

const RESOURCES: readonly Row[] = [
  [{ action: 'schedule.created', subject: 'schedule:2', facts: { owner: 7, default: true } }, none],
  [{ action: 'schedule.changed', subject: 'schedule:2', facts: { owner: 7, changed: ['name'] } }, none],
  [{ action: 'schedule.removed', subject: 'schedule:2', facts: { owner: 7 } }, none],
  [
    { action: 'out_of_office.created', subject: 'out_of_office:1', facts: absence },
    { triggers: ['OOO_CREATED'] },
  ],
  [{ action: 'out_of_office.changed', subject: 'out_of_office:1', facts: absence }, none],
  [{ action: 'out_of_office.removed', subject: 'out_of_office:1', facts: absence }, none],
  [{ action: 'event_type.created', subject: link, facts: { slug: 'intro', lengthInMinutes: 30 } }, none],
  [{ action: 'event_type.changed', subject: link, facts: { changed: ['title'] } }, none],
  [{ action: 'event_type.deleted', subject: link, facts: { slug: 'intro' } }, none],
  [{ action: 'private_link.created', subject: link, facts: { maxUses: 1 } }, none],
  [{ action: 'private_link.changed', subject: link, facts: { expiresAt: null } }, none],
  [{ action: 'private_link.deleted', subject: link, facts: {} }, none],
  [{ action: 'workflow.created', subject: 'workflow:1', facts: workflow }, none],
  [{ action: 'workflow.changed', subject: 'workflow:1', facts: workflow }, none],
  [{ action: 'workflow.deleted', subject: 'workflow:1', facts: { team: 3 } }, none],
  [{ action: 'verification_code.requested', subject: account, facts: { kind: 'email' } }, none],
  [{ action: 'verified_email.created', subject: account, facts: { id: 1 } }, none],
  [{ action: 'verified_phone.created', subject: account, facts: { id: 1 } }, none],
  [{ action: 'routing_form.created', subject: form, facts: { name: 'F', teamId: 3 } }, none],
  [{ action: 'routing_form.changed', subject: form, facts: { name: 'F', changed: ['name'] } }, none],
  [{ action: 'routing_form.deleted', subject: form, facts: { name: 'F' } }, none],
  [
    {
      action: 'routing_form_response.created',
      subject: form,
      facts: { responseId: 1 },
      details: { fallback: false },
    },
    { triggers: ['FORM_SUBMITTED'] },
  ],
  [
    {
      action: 'routing_form_response.created',
      subject: form,
      facts: { responseId: 1 },
      details: { fallback: true },
    },
    { triggers: ['FORM_SUBMITTED', 'ROUTING_FORM_FALLBACK_HIT'] },
  ],
  [{ action: 'routing_form_response.changed', subject: form, facts: { responseId: 1 } }, none],
  [{ action: 'routing_form_response.deleted', subject: form, facts: { responseId: 1 } }, none],
];

const connection = 'calendar_connection:1';

const CONNECTIONS: readonly Row[] = [
  [{ action: 'calendar.connected', subject: connection, facts: CALENDAR }, none],
  [{ action: 'calendar.disconnected', subject: connection, facts: CALENDAR }, none],
  [{ action: 'calendar.ended', subject: connection, facts: { ...CALENDAR, ...ENDED } }, self],
  [{ action: 'calendar.silent', subject: 'calendar:1', facts: { ...CALENDAR, ...ENDED } }, self],
  [{ action: 'calendar.selected', subject: 'calendar:1', facts: { accountId: 7 } }, none],
  [{ action: 'calendar.deselected', subject: 'calendar:1', facts: { accountId: 7 } }, none],
  [{ action: 'calendar.destination_set', subject: 'calendar:1', facts: { accountId: 7 } }, none],
  [{ action: 'calendar.destination_unset', subject: account, facts: {} }, none],
  [{ action: 'calendar.outage_set', subject: account, facts: { outage: 'block' } }, none],
  [{ action: 'conferencing.connected', subject: account, facts: { app: 'zoom' } }, none],
  [{ action: 'conferencing.disconnected', subject: account, facts: { app: 'zoom' } }, none],
  [{ action: 'conferencing.default_set', subject: account, facts: { app: 'zoom' } }, none],
  [
    {
      action: 'conferencing.ended',
      subject: 'conferencing_app:1',
      facts: { app: 'zoom', accountId: 7, ...ENDED },
    },
    self,
  ],
  [
    {
      action: 'conferencing.ended',
      subject: 'conferencing_app:1',
      facts: { app: 'zoom', teamId: 3, ...ENDED },
    },
    { mail: { administratorsOfTeam: 3 } },
  ],
  [{ action: 'webhook.created', subject: 'webhook:w1', facts: WEBHOOK }, none],
  [{ action: 'webhook.changed', subject: 'webhook:w1', facts: WEBHOOK }, none],
  [{ action: 'webhook.removed', subject: 'webhook:w1', facts: WEBHOOK }, none],
  [{ action: 'webhook.switched_on', subject: 'webhook:w1', facts: {} }, none],
  [{ action: 'webhook.switched_off', subject: 'webhook:w1', facts: {} }, none],
  [{ action: 'webhook.tested', subject: 'webhook:w1', facts: {} }, none],
  [{ action: 'webhook.sent_again', subject: 'webhook:w1', facts: { delivery: 'd1' } }, none],
  [
    { action: 'webhook.disabled', subject: 'webhook:w1', facts: DISABLED },
    { mail: { managersOfWebhook: 'w1' } },
  ],
];

type BookingAction = Exclude<Extract<EventName, `booking.${string}`>, 'booking.record_added'>;
type Status = 'accepted' | 'pending' | 'cancelled' | 'rejected';

const DETAILS: BookingDetails = {
  ...{ rescheduled: false, moved: false, meetingCreated: false, hostReleased: false, silent: false },
};

const booking = (
  action: BookingAction,
  status: Status = 'accepted',
  details: Partial<BookingDetails> = {},
): DomainEvent => ({
  ...{ action, subject: 'booking:91' },
  facts: { eventTypeId: 4, status, start: '2030-01-01T09:00:00.000Z' },
  details: { ...DETAILS, ...details },
});

const record = (kind: 'recording' | 'transcript' | 'reference' | 'session', ready = true): DomainEvent => ({
  ...{ action: 'booking.record_added', subject: 'booking:91', facts: { kind }, details: { ready } },
});

const parties = ['hosts', 'attendees'] as const;
const allParties = [...parties, 'guests'] as const;
type Follows = readonly [
  mails: NonNullable<Effects['bookingMails']>,
  ...triggers: NonNullable<Effects['triggers']>,
];
const follows = (...[bookingMails, ...triggers]: Follows): Effects => ({ bookingMails, triggers });

const BOOKINGS: readonly Row[] = [
  [booking('booking.created'), follows([['accepted', allParties]], 'BOOKING_CREATED')],
  [booking('booking.created', 'pending'), follows([['requested', parties]], 'BOOKING_REQUESTED')],
  [
    booking('booking.created', 'pending', { rescheduled: true }),
    follows([['requested', allParties]], 'BOOKING_REQUESTED'),
  ],
  [
    booking('booking.created', 'accepted', { rescheduled: true }),
    follows([['rescheduled', allParties]], 'BOOKING_RESCHEDULED'),
  ],
  [
    booking('booking.created', 'accepted', { moved: true }),
    follows([['accepted', allParties]], 'BOOKING_RESCHEDULED'),
  ],
  [booking('booking.seat_taken'), follows([['seat_taken', ['hosts', 'seat']]], 'BOOKING_CREATED')],
  [
    booking('booking.seat_taken', 'accepted', { moved: true }),
    follows([['seat_taken', ['hosts', 'seat']]], 'BOOKING_RESCHEDULED'),
  ],
  [
    booking('booking.seat_taken', 'accepted', { rescheduled: true }),
    follows([['seat_taken', ['hosts', 'seat']]], 'BOOKING_CREATED'),
  ],
  [
    booking('booking.seat_taken', 'pending'),
    follows([['seat_taken', ['hosts', 'seat']]], 'BOOKING_REQUESTED'),
  ],
  [booking('booking.accepted'), follows([['accepted', allParties]], 'BOOKING_CREATED')],
  [booking('booking.rejected', 'rejected'), follows([['rejected', parties]], 'BOOKING_REJECTED')],
  [booking('booking.cancelled', 'cancelled'), follows([['cancelled', allParties]], 'BOOKING_CANCELLED')],
  [booking('booking.cancelled', 'cancelled', { silent: true }), follows([], 'BOOKING_CANCELLED')],
  [
    booking('booking.seat_cancelled'),
    follows([['seat_cancelled', ['hosts', 'leaver']]], 'BOOKING_CANCELLED'),
  ],
  [booking('booking.seat_moved'), follows([['seat_cancelled', ['hosts', 'leaver']]])],
  [booking('booking.rescheduled', 'cancelled'), follows([['cancelled', ['released hosts']]])],
  [
    booking('booking.reschedule_requested', 'cancelled'),
    follows(
      [
        ['reschedule_requested', ['attendees']],
        ['cancelled', ['hosts', 'guests']],
      ],
      'BOOKING_CANCELLED',
    ),
  ],
  [booking('booking.location_changed'), follows([['location_changed', allParties]])],
  [booking('booking.location_changed', 'pending'), follows([['location_changed', parties]])],
  [
    booking('booking.location_changed', 'accepted', { meetingCreated: true }),
    follows([['meeting_ready', allParties]]),
  ],
  [booking('booking.title_changed'), follows([])],
  [booking('booking.attendee_added'), follows([['invited', ['added attendee']]])],
  [booking('booking.attendee_added', 'pending'), follows([])],
  [booking('booking.guests_added'), follows([['invited', ['added guests']]])],
  [booking('booking.guests_added', 'pending'), follows([])],
  [booking('booking.absence_marked'), follows([], 'BOOKING_NO_SHOW_UPDATED')],
  [
    booking('booking.reassigned'),
    follows([
      ['reassigned', allParties],
      ['handed_over', ['former host']],
    ]),
  ],
  [
    booking('booking.reassigned', 'accepted', { hostReleased: true }),
    follows([
      ['reassigned', ['attendees', 'guests']],
      ['handed_over', ['former host']],
    ]),
  ],
  [record('recording'), { triggers: ['RECORDING_READY'] }],
  [record('recording', false), { triggers: [] }],
  [record('transcript'), { triggers: ['RECORDING_TRANSCRIPTION_GENERATED'] }],
  [record('reference'), { triggers: [] }],
  [record('session'), { triggers: [] }],
];

const ROWS: readonly Row[] = [
  ...[...AUDIT, ...ACCOUNTS, ...CLIENTS, ...GRANTS],
  ...[...TEAMS, ...RESOURCES, ...CONNECTIONS, ...BOOKINGS],
];
const named = ROWS.map(([event, effects]) => [event.action, event, effects] as const);

test('every event of the catalogue is in this table', () => {
  expect(new Set(ROWS.map(([{ action }]) => action))).toEqual(new Set(Object.keys(EVENTS)));
});

test.each(named)('%s has these effects', (_, event, effects) => {
  expect(effectsOf(event)).toEqual(effects);
});

test.each(named)('%s has exactly the facts of its schema', (action, { facts }) => {
  expect(EVENTS[action].facts.safeParse(facts)).toMatchObject({ success: true });
  expect(EVENTS[action].facts.safeParse({ ...facts, password: 'x' })).toMatchObject({ success: false });
});

test('every event is a sentence in the audit log', () => {
  for (const { wording } of Object.values(EVENTS)) expect(wording).toMatch(/^[A-Z].{5,80}\.$/);
});

test('every mail that an event sends has a text', () => {
  const mailed = ROWS.filter(([, { mail }]) => mail !== undefined).map(([{ action }]) => action);
  expect(mailed.filter((name) => !isNotificationName(name) && !isConnectionMail(name))).toEqual([]);
});

test('every text belongs to an event that sends it or to a reminder', () => {
  const mailed: readonly string[] = ROWS.filter(([, { mail }]) => mail !== undefined).map(
    ([{ action }]) => action,
  );
  const names: readonly string[] = Object.keys(NOTIFICATIONS);
  expect(names.filter((name) => !mailed.includes(name))).toEqual([...REMINDERS]);
});
