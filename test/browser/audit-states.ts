/* The audit log, with long, right-to-left and hostile entries, and the users that it is about. */
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

export const AUDIT_STATES: readonly PageState[] = [
  ['audit', seen('/admin/audit')],
  ['audit-filtered', seen(`/admin/audit?actor=${encodeURIComponent(LONG_ACTOR)}&since=2026-01-01`)],
  ['audit-faulty', seen('/admin/audit?actor=nobody%40example.com&since=yesterday&until=2026-11-21')],
  ['users', seen('/admin/users')],
  ['users-none', seen('/admin/users?q=nobody-has-this-name')],
  ['user', seenUser],
  ['audit-none', seen('/admin/audit?action=nothing.like_this')],
];
