/* Developer settings and review in every state, with long, right-to-left and hostile names. */
import type { Page } from 'playwright-core';
import type { ClientForm } from '../../src/clients/rules.js';
import { testingPath } from '../../src/clients/testers.js';
import { photograph, png, SVG } from '../clients/pictures.js';
import type { ClientOptions, TestClient, TestUser } from '../support/service.js';
import { signInWith } from './sign-in.js';
import type { PageState, BrowserFixture } from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const SETTINGS = '/settings/developer';
const RIGHT_TO_LEFT = 'מזכירות הפגישות של רחוב הרצל';
const LONG =
  'Wochenendterminvereinbarungsassistenzsystem für Physiotherapiepraxen und angeschlossene Einrichtungen';
const URIS = [
  'https://app.acme.example/oauth/callback',
  `https://app.acme.example/${'a-rather-long-path/'.repeat(8)}callback`,
  'http://localhost/callback',
];

const FORM: Partial<ClientForm> = {
  name: 'Acme Sync',
  purpose: 'Copies bookings into Acme.\nNothing else.',
  website: 'https://acme.example',
  redirectUris: URIS,
  scopes: ['BOOKING_READ', 'BOOKING_WRITE', 'TEAM_BOOKING_READ', 'ORG_MEMBERSHIP_READ'],
};

async function signedIn(
  page: Page,
  { service }: BrowserFixture,
  user: TestUser,
  path: string,
): Promise<void> {
  await page.goto(`${service.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await signInWith(page, user);
}

async function owned(
  { service }: BrowserFixture,
  form: Partial<ClientForm> = {},
  options: ClientOptions = {},
): Promise<{ owner: TestUser; client: TestClient; path: string }> {
  const owner = await service.user('Olga Owner');
  const client = await service.client(
    { ...FORM, ...form },
    { approved: false, ...options, ownerId: owner.account.id },
  );
  return { owner, client, path: `${SETTINGS}/clients/${client.clientId}` };
}

async function administrator({ service }: BrowserFixture): Promise<TestUser> {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
  return user;
}

async function propose(
  { service }: BrowserFixture,
  { owner, client }: { owner: TestUser; client: TestClient },
): Promise<void> {
  const record = await service.stores.clients.records.find(client.clientId);
  if (!record) throw new Error('no such client');
  const { name, purpose, website = '', redirectUris, scopes } = record.client;
  const proposal = {
    name: RIGHT_TO_LEFT,
    redirectUris: [URIS[1] ?? '', 'https://elsewhere.example/callback'],
    scopes: [...scopes, 'SCHEDULE_READ' as const],
  };
  const now = { name, purpose, website, redirectUris, scopes };
  const edit = { version: record.version, now, legacy: false, proposal, facts: { changed: [] } };
  await service.stores.clients.records.edit(client.clientId, owner.account.id, edit, ACTOR);
}

const chooseLogo = (page: Page, buffer: Buffer) =>
  page.getByLabel('Logo', { exact: true }).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });

/** Disables the validation of the browser. */
const withoutBrowserChecks = (page: Page) =>
  page.evaluate('[...document.forms].forEach((form) => { form.noValidate = true; })');

const DEVELOPER_STATES: readonly PageState[] = [
  [
    'clients-none',
    async (page, fixture) => signedIn(page, fixture, await fixture.service.user('New Here'), SETTINGS),
  ],
  [
    'clients-mine',
    async (page, fixture) => {
      const { service } = fixture;
      const owner = await service.user('Olga Owner');
      const options = { ownerId: owner.account.id };
      await service.client({ ...FORM, name: 'Acme Sync' }, { ...options, approved: false });
      await service.client({ ...FORM, name: RIGHT_TO_LEFT, kind: 'public' }, options);
      await service.client({ ...FORM, name: LONG.slice(0, 100), scopes: [] }, { ...options, legacy: true });
      const rejected = await service.client(
        { ...FORM, name: '<b>Bold</b> & "quoted"' },
        { ...options, approved: false },
      );
      await service.stores.clients.clients.setStatus(rejected.clientId, 'rejected', 'No.', ACTOR);
      const client = await service.client({ ...FORM, name: 'Proposing' }, options);
      await propose(fixture, { owner, client });
      await signedIn(page, fixture, owner, SETTINGS);
    },
  ],
  [
    'clients-new',
    async (page, fixture) => signedIn(page, fixture, await fixture.service.user(), `${SETTINGS}/clients/new`),
  ],
  [
    'clients-new-faults',
    async (page, fixture) => {
      await signedIn(page, fixture, await fixture.service.user(), `${SETTINGS}/clients/new`);
      await withoutBrowserChecks(page);
      await page.getByLabel('Website').fill('acme');
      await page.getByLabel('Redirect URIs').fill(`http://acme.example/cb\n${URIS[1] ?? ''}#fragment`);
      await page.getByRole('button', { name: 'Create client' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'clients-new-preset',
    async (page, fixture) => {
      await signedIn(page, fixture, await fixture.service.user(), `${SETTINGS}/clients/new`);
      await page.getByRole('button', { name: 'Read only' }).click();
      await page.getByText('is selected: 7 scopes').waitFor();
    },
  ],
  [
    'clients-edit-search',
    async (page, fixture) => {
      const { owner, path } = await owned(fixture, { name: LONG.slice(0, 100) });
      await signedIn(page, fixture, owner, `${path}/edit`);
      await page.getByRole('searchbox', { name: 'Find a scope' }).fill('booking');
      await page.getByText('scopes found').waitFor();
    },
  ],
  [
    'clients-new-logo',
    async (page, fixture) => {
      await signedIn(page, fixture, await fixture.service.user(), `${SETTINGS}/clients/new`);
      await withoutBrowserChecks(page);
      await page.getByRole('textbox', { name: 'Name' }).fill(RIGHT_TO_LEFT);
      await chooseLogo(page, await png());
      await page.getByRole('button', { name: 'Create client' }).click();
      await page.getByText('This logo is kept').waitFor();
      await withoutBrowserChecks(page);
      await chooseLogo(page, SVG);
      await page.getByRole('button', { name: 'Create client' }).click();
      await page.getByText('choose it again').waitFor();
    },
  ],
  [
    'clients-secret-once',
    async (page, fixture) => {
      await signedIn(page, fixture, await fixture.service.user(), `${SETTINGS}/clients/new`);
      await page.getByRole('textbox', { name: 'Name' }).fill(RIGHT_TO_LEFT);
      await page.getByLabel('Purpose').fill('Copies bookings.');
      await page.getByLabel('Redirect URIs').fill('https://acme.example/callback');
      await page.getByText('See your bookings').first().click();
      await page.getByRole('button', { name: 'Create client' }).click();
      await page.getByRole('heading', { name: 'Your client secret' }).waitFor();
    },
  ],
  [
    'clients-pending',
    async (page, fixture) => {
      const { owner, client, path } = await owned(fixture);
      for (const name of ['Tess Tester', RIGHT_TO_LEFT, LONG]) {
        const { account } = await fixture.service.user(name);
        const tester = { accountId: account.id, most: 20 };
        await fixture.service.stores.clients.records.addTester(
          client.clientId,
          owner.account.id,
          tester,
          ACTOR,
        );
      }
      await signedIn(page, fixture, owner, path);
    },
  ],
  ...(['testing-invitation', 'testing'] as const).map((state): PageState => [
    state,
    async (page, fixture) => {
      const { owner, client } = await owned(fixture);
      const tester = await fixture.service.user('Tess Tester');
      const { records } = fixture.service.stores.clients;
      const [id, accountId] = [client.clientId, tester.account.id];
      await records.addTester(id, owner.account.id, { accountId, most: 20 }, ACTOR);
      if (state === 'testing') await records.acceptInvitation(id, accountId, ACTOR);
      await signedIn(page, fixture, tester, testingPath(id));
    },
  ]),
  [
    'clients-tester-refused',
    async (page, fixture) => {
      const { owner, path } = await owned(fixture, {
        kind: 'public',
        redirectUris: ['com.acme.app:/callback'],
      });
      await signedIn(page, fixture, owner, path);
      await page.getByLabel('E-mail address').fill('nobody@example.com');
      await page.getByRole('button', { name: 'Add tester' }).click();
      await page.getByText('No account has confirmed this address').waitFor();
    },
  ],
  [
    'clients-proposal',
    async (page, fixture) => {
      const ownedClient = await owned(fixture, { name: LONG.slice(0, 100) }, { approved: true });
      await propose(fixture, ownedClient);
      await signedIn(page, fixture, ownedClient.owner, ownedClient.path);
      await page.getByRole('button', { name: 'Add a second secret' }).click();
      await page.getByRole('link', { name: 'I have copied it' }).click();
      await page.getByRole('button', { name: 'Remove secret' }).first().waitFor();
    },
  ],
  [
    'clients-proposal-rejected',
    async (page, fixture) => {
      const ownedClient = await owned(fixture, {}, { approved: true });
      await propose(fixture, ownedClient);
      const verdict = { version: 2, refusal: 'This address is not yours.', changes: [] };
      await fixture.service.stores.clients.records.settleProposal(
        ownedClient.client.clientId,
        verdict,
        ACTOR,
      );
      await signedIn(page, fixture, ownedClient.owner, ownedClient.path);
    },
  ],
  [
    'clients-suspended',
    async (page, fixture) => {
      const { owner, client, path } = await owned(fixture, { scopes: [] }, { approved: true, legacy: true });
      await fixture.service.stores.clients.clients.setStatus(
        client.clientId,
        'suspended',
        'It sends spam.\nStop that.',
        ACTOR,
      );
      await signedIn(page, fixture, owner, path);
    },
  ],
  [
    'clients-edit-legacy',
    async (page, fixture) => {
      const { owner, path } = await owned(fixture, { scopes: [] }, { approved: true, legacy: true });
      await signedIn(page, fixture, owner, `${path}/edit`);
    },
  ],
  [
    'clients-edit-meanwhile',
    async (page, fixture) => {
      const ownedClient = await owned(fixture, {}, { approved: true });
      await signedIn(page, fixture, ownedClient.owner, `${ownedClient.path}/edit`);
      await propose(fixture, ownedClient);
      await page.getByRole('textbox', { name: 'Name' }).fill('Acme Typed');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'clients-removal',
    async (page, fixture) => {
      const { owner, path } = await owned(fixture, { name: RIGHT_TO_LEFT });
      await signedIn(page, fixture, owner, `${path}/removal`);
      await page.getByLabel('Name of the client').fill('something else');
      await page.getByRole('button', { name: 'Delete this client' }).click();
      await page.getByText('This is not the name').waitFor();
    },
  ],
];

/** More than a page of them. */
async function manyClients(page: Page, fixture: BrowserFixture, query: string): Promise<void> {
  const owner = await fixture.service.user('Grace Hopper');
  const names = [
    LONG.slice(0, 100),
    RIGHT_TO_LEFT,
    ...Array.from({ length: 25 }, (_, at) => `Sync ${at + 1}`),
  ];
  for (const [at, name] of names.entries())
    await fixture.service.client({ name }, { ownerId: owner.account.id, approved: at % 3 > 0 });
  await signedIn(page, fixture, owner, `/settings/developer${query}`);
}

const LIST_STATES: readonly PageState[] = [
  ['my-clients-many', (page, fixture) => manyClients(page, fixture, '')],
  ['my-clients-not-found', (page, fixture) => manyClients(page, fixture, '?q=Harbour&status=pending')],
];

const REVIEW_STATES: readonly PageState[] = [
  [
    'clients-review-queue',
    async (page, fixture) => {
      await owned(fixture, { name: LONG.slice(0, 100) });
      await propose(fixture, await owned(fixture, { name: RIGHT_TO_LEFT }, { approved: true }));
      await signedIn(page, fixture, await administrator(fixture), '/admin/clients');
    },
  ],
  [
    'clients-review-queue-empty',
    async (page, fixture) =>
      signedIn(page, fixture, await administrator(fixture), '/admin/clients?status=suspended'),
  ],
  [
    'clients-review-request',
    async (page, fixture) => {
      await owned(fixture, { name: 'Kalendarbrücke' }, { approved: true });
      const { client } = await owned(fixture, { name: 'Kalendarbruсke', website: 'https://bridge.example' });
      await signedIn(page, fixture, await administrator(fixture), `/admin/clients/${client.clientId}`);
      await withoutBrowserChecks(page);
      await page.getByRole('button', { name: 'Reject the client' }).click();
      await page.getByText('The reason is missing').waitFor();
    },
  ],
  [
    'clients-review-logo',
    async (page, fixture) => {
      const { owner, client, path } = await owned(fixture, {}, { approved: true });
      await signedIn(page, fixture, owner, `${path}/edit`);
      await chooseLogo(page, await photograph());
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('wait for review').first().waitFor();
      await page.context().clearCookies();
      await signedIn(page, fixture, await administrator(fixture), `/admin/clients/${client.clientId}`);
    },
  ],
  [
    'clients-review-search',
    async (page, fixture) =>
      signedIn(
        page,
        fixture,
        await administrator(fixture),
        '/admin/clients?status=all&q=nobody+has+this+name',
      ),
  ],
  [
    'clients-review-changed',
    async (page, fixture) => {
      const ownedClient = await owned(fixture, {}, { approved: true });
      await signedIn(
        page,
        fixture,
        await administrator(fixture),
        `/admin/clients/${ownedClient.client.clientId}`,
      );
      await propose(fixture, ownedClient);
      await page.getByLabel('Reason').fill('It sends spam.');
      await page.getByRole('button', { name: 'Suspend the client' }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  [
    'clients-review-own',
    async (page, fixture) => {
      const user = await administrator(fixture);
      const client = await fixture.service.client(FORM, { ownerId: user.account.id, approved: false });
      await signedIn(page, fixture, user, `/admin/clients/${client.clientId}`);
    },
  ],
];

export const CLIENT_STATES: readonly PageState[] = [...DEVELOPER_STATES, ...LIST_STATES, ...REVIEW_STATES];
