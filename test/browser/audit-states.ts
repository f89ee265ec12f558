/* Administration: the audit log, with long, right-to-left and hostile entries, users, jobs, overview and system. */
import { randomUUID } from 'node:crypto';
import { insertEntry } from '../../adapters/knex/events/audit-entries.js';
import type { Page } from 'playwright-core';
import { type PageState, signedIn, type BrowserFixture } from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const LONG_ACTOR = 'client:wochenendterminvereinbarung';

async function administrator(fixture: BrowserFixture): Promise<BrowserFixture> {
  const user = await fixture.service.user('Ada Admin');
  await fixture.service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
  return { ...fixture, user };
}

/** An edit, a revocation and a reuse as the service writes them, and a malformed entry. */
async function fill({ service }: BrowserFixture): Promise<void> {
  const owner = await service.user('מזכירות הפגישות של רחוב הרצל');
  const client = await service.client({ name: 'Acme Sync' }, { ownerId: owner.account.id });
  const [accountId, { clientId }] = [owner.account.id, client];
  const entries = [
    {
      action: 'client.edited',
      subject: `client:${clientId}`,
      facts: {
        changed: [
          {
            field: 'redirectUris',
            before: ['https://acme.example/callback', 'http://localhost/callback'],
            after: [`https://acme.example/${'a-rather-long-path/'.repeat(8)}callback`],
          },
          { field: 'purpose', before: ['Copies bookings.'], after: ['Copies bookings and more.'] },
        ],
        proposed: [{ field: 'name', before: ['Acme Sync'], after: ['<b>Bold</b> & "quoted"'] }],
      },
    },
    {
      action: 'grant.revoked',
      subject: 'family:lYrnqQ1cVw3kzX0oYJ5x2A',
      facts: {
        clientId,
        accountId,
        scope: 'BOOKING_READ BOOKING_WRITE '.repeat(20),
        endedBy: 'refresh_reused',
      },
    },
    {
      action: 'refresh.reuse_detected',
      subject: 'family:lYrnqQ1cVw3kzX0oYJ5x2A',
      facts: { accountId, firstUse: { at: '2026-11-21T14:05:00.000Z', network: '2001:db8::1' } },
    },
    { action: 'thing.happened', subject: 'x'.repeat(300), facts: { reason: 'y'.repeat(600) } },
  ];
  for (const entry of entries)
    await insertEntry(service.backend.db, {
      actor: LONG_ACTOR,
      clientIp: '2001:db8:85a3::8a2e:370:7334',
      ...entry,
    });
}

const seen =
  (path: string) =>
  async (page: Page, fixture: BrowserFixture): Promise<void> => {
    await fill(fixture);
    await signedIn(page, await administrator(fixture), path);
  };

const LONG_NAME = 'Wochenendterminvereinbarungsbeauftragte'.repeat(5);

/** One user with a long name and a client, who is disabled. */
async function seenUser(page: Page, fixture: BrowserFixture): Promise<void> {
  const { service } = fixture;
  const { account } = await service.user(LONG_NAME, { emailVerified: false });
  await service.client({ name: LONG_NAME.slice(0, 60) }, { ownerId: account.id });
  await service.stores.accounts.accounts.setDisabled(account.id, true, ACTOR);
  await signedIn(page, await administrator(fixture), `/admin/users/${account.id}`);
}

/** Jobs of every kind of trouble, and webhooks that fail. */
async function fail({ service }: BrowserFixture): Promise<void> {
  const { db } = service.backend;
  const { account } = await service.user(LONG_NAME);
  const [now, due] = [new Date(), new Date(Date.now() - 3_600_000)];
  const jobs = [
    { kind: 'booking', payload: { about: 'accepted', bookingIds: [12, 13], to: { host: 7 } }, dead_at: now },
    { kind: 'sms', payload: { until: '2030-01-01T00:00:00.000Z' }, dead_at: now, reason: 'x'.repeat(500) },
    { kind: 'recovery', payload: {}, dead_at: now, reason: '550 <ada@mail.example>: no such mailbox' },
    { kind: 'of_another_version', payload: {}, due_at: new Date(now.getTime() + 3_600_000) },
  ];
  await db('job').insert(
    jobs.map((job) => ({ id: randomUUID(), tries: 7, ...job, payload: JSON.stringify(job.payload) })),
  );
  const webhook = { account_id: account.id, triggers: [], active: true, failing_since: due };
  await db('webhook').insert({
    ...{ id: randomUUID(), ...webhook },
    subscriber_url: `https://${'a-rather-long-host.'.repeat(8)}example/x`,
  });
}

const failing =
  (path: (id: string) => string) =>
  async (page: Page, fixture: BrowserFixture): Promise<void> => {
    await fail(fixture);
    await fixture.service.client({ name: 'Acme Sync' }, { approved: false });
    const [job] = await fixture.service.stores.delivery.deadJobs.list({ kind: 'booking', most: 1 });
    await signedIn(page, await administrator(fixture), path(job?.id ?? ''));
  };

export const AUDIT_STATES: readonly PageState[] = [
  ['audit', seen('/admin/audit')],
  ['audit-filtered', seen(`/admin/audit?actor=${encodeURIComponent(LONG_ACTOR)}&since=2026-01-01`)],
  ['audit-faulty', seen('/admin/audit?actor=nobody%40example.com&since=yesterday&until=2026-11-21')],
  ['overview', failing(() => '/admin')],
  ['jobs', failing(() => '/admin/jobs')],
  ['jobs-none', failing(() => '/admin/jobs?kind=conference')],
  ['job', failing((id) => `/admin/jobs/${id}`)],
  ['system', seen('/admin/system')],
  ['users', seen('/admin/users')],
  ['users-none', seen('/admin/users?q=nobody-has-this-name')],
  ['user', seenUser],
  ['audit-none', seen('/admin/audit?action=nothing.like_this')],
];
