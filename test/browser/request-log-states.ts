/* The request log of a client with long, right-to-left and hostile entries, and the search of administrators. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { NewRequest } from '../../src/request-log/store.js';
import { type BrowserFixture, type PageState, signedIn } from './browser-fixture.js';

const LONG_PATH = 'a-rather-long-path/'.repeat(12);
const MASK = '<b>Bold</b> & "quoted" מזכירות';

interface Filled {
  readonly path: string;
  readonly refused: string;
  readonly fixture: BrowserFixture;
}

const requestsOf = (clientId: string, now: number): readonly NewRequest[] => {
  const common = {
    ...{ clientId, method: 'POST', route: '/v2/auth/oauth2/token', clientIp: '2001:db8:85a3::8a2e:370:7334' },
    ...{ userAgent: 'node', sent: { parameters: ['client_id', 'client_secret', 'code', 'grant_type'] } },
  };
  const closest = `https://acme.example/${LONG_PATH}callback`;
  const difference = { sent: `${closest}/`, closest, differsIn: ['the slash at its end'] };
  return [
    { ...common, id: randomUUID(), at: now - 90_000, endpoint: 'token', status: 200 },
    {
      ...{
        ...common,
        id: randomUUID(),
        at: now - 60_000,
        endpoint: 'authorization',
        method: 'GET',
        status: 400,
      },
      ...{ route: '/auth/oauth2/authorize', userAgent: `${MASK} ${'Mozilla/5.0 '.repeat(20)}` },
      sent: {
        ...{
          parameters: ['client_id', MASK, 'x'.repeat(300)],
          redirectUri: `${closest}/`,
          challengeMethod: 'S256',
        },
        scope: 'BOOKING_READ BOOKING_WRITE '.repeat(12).trim(),
      },
      ...{ error: 'invalid_redirect_uri', cause: { code: 'redirect_uri_unregistered', ...difference } },
    },
    {
      ...{ ...common, id: randomUUID(), at: now - 1_000, endpoint: 'api', method: 'GET', status: 403 },
      ...{ route: '/v2/organizations/:orgId/teams/:teamId/event-types', error: 'INSUFFICIENT_SCOPE' },
      cause: { code: 'scope_missing', scope: 'TEAM_EVENT_TYPE_READ' },
    },
  ];
};

async function fill(fixture: BrowserFixture, isAdmin: boolean): Promise<Filled> {
  const { service } = fixture;
  const user = await service.user('Olga Owner');
  await service.stores.accounts.accounts.setAdmin(user.account.id, isAdmin, { actor: 'test' });
  const { clientId } = await service.client({ name: 'Acme Sync' }, { ownerId: user.account.id });
  const requests = requestsOf(clientId, service.stores.now());
  const day = new Date(service.stores.now()).toISOString().slice(0, 10);
  await service.stores.requestLog.requests.add({
    requests,
    counts: [{ clientId, day, refused: 2, succeeded: 21_345 }],
  });
  const refused = requests.find(({ endpoint }) => endpoint === 'authorization')?.id ?? '';
  const path = `/settings/developer/clients/${clientId}/logs`;
  return { path, refused, fixture: { ...fixture, user } };
}

const seen =
  (addressOf: (filled: Filled) => string, isAdmin = false) =>
  async (page: Page, fixture: BrowserFixture): Promise<void> => {
    const filled = await fill(fixture, isAdmin);
    await signedIn(page, filled.fixture, addressOf(filled));
  };

async function empty(page: Page, fixture: BrowserFixture): Promise<void> {
  const user = await fixture.service.user('Olga Owner');
  const { clientId } = await fixture.service.client({}, { ownerId: user.account.id });
  await signedIn(page, { ...fixture, user }, `/settings/developer/clients/${clientId}/logs`);
}

export const REQUEST_LOG_STATES: readonly PageState[] = [
  ['request-log', seen(({ path }) => path)],
  ['request-log-empty', empty],
  ['request-log-filtered', seen(({ path }) => `${path}?endpoint=revocation`)],
  ['request-log-unknown', seen(({ path }) => `${path}?id=what`)],
  ['logged-request', seen(({ path, refused }) => `${path}/${refused}`)],
  ['requests', seen(() => '/admin/requests', true)],
  ['requests-found', seen(({ refused }) => `/admin/requests?id=${refused}`, true)],
  ['requests-unknown', seen(() => `/admin/requests?id=${randomUUID()}`, true)],
];
