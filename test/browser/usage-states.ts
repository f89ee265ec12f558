/* Usage of a client as owners and reviewers see it: of its secrets and of its scopes. */
import { randomBytes } from 'node:crypto';
import { addSecret } from '../../src/clients/rotate-secrets.js';
import type { CountedUse } from '../../src/clients/usage/usage-store.js';
import type { ClientOptions, TestClient, TestUser } from '../support/service.js';
import { signInAt, type PageState, type BrowserFixture } from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const DAY = 86_400_000;

interface Owned {
  readonly owner: TestUser;
  readonly client: TestClient;
  readonly path: string;
}

async function owned({ service }: BrowserFixture, options: ClientOptions = {}): Promise<Owned> {
  const owner = await service.user('Olga Owner');
  const client = await service.client({ name: 'Acme Sync' }, { ...options, ownerId: owner.account.id });
  return { owner, client, path: `/settings/developer/clients/${client.clientId}` };
}

const signInUrl = ({ service }: BrowserFixture, path: string): string =>
  `${service.url}/sign-in?return_to=${encodeURIComponent(path)}`;

type Done = Omit<CountedUse, 'clientId' | 'day' | 'lastAt'> & { readonly ago?: number };

async function used(
  { service }: BrowserFixture,
  { clientId }: TestClient,
  ...done: readonly Done[]
): Promise<void> {
  const uses = done.map(({ ago = 0, ...use }) => {
    const lastAt = new Date(Date.now() - ago);
    return { ...use, clientId, lastAt, day: lastAt.toISOString().slice(0, 10) };
  });
  await service.stores.clients.usage.add({ id: randomBytes(16).toString('hex'), uses });
}

const calls = (name: string, uses: number): Done => ({ kind: 'call', name, uses });

const CALLS = [
  calls('BOOKING_READ', 1204),
  calls('PROFILE_READ', 1),
  calls('TEAM_ROUTING_FORM_WRITE', 12),
  calls('ORG_MEMBERSHIP_READ', 98_765),
];
const REQUESTS: readonly Done[] = [
  { kind: 'authorization', name: 'no_scope', uses: 3 },
  { kind: 'authorization', name: 'scope', uses: 41 },
];

async function legacy(fixture: BrowserFixture, ...done: readonly Done[]): Promise<Owned> {
  const ownedClient = await owned(fixture, { legacy: true });
  await used(fixture, ownedClient.client, ...done);
  return ownedClient;
}

export const USAGE_STATES: readonly PageState[] = [
  [
    'usage-two-secrets',
    async (page, fixture) => {
      const { owner, client, path } = await owned(fixture);
      const { id } = await addSecret(fixture.service.registry, client.clientId, ACTOR);
      const [first] = (await fixture.service.stores.clients.clients.find(client.clientId))?.secrets ?? [];
      const token = (name = '', ago = 0, clientIp = '192.0.2.7'): Done => ({
        ...{ kind: 'token', name, uses: 14, ago },
        from: { clientIp, agent: 'Node.js' },
      });
      await used(
        fixture,
        client,
        token(first?.id, 9 * DAY),
        token(id, 180_000, '2001:db8::7:1234:5678:9abc'),
      );
      await signInAt(page, fixture, signInUrl(fixture, path), owner);
    },
  ],
  [
    'usage-legacy-unused',
    async (page, fixture) => {
      const { owner, path } = await legacy(fixture);
      await signInAt(page, fixture, signInUrl(fixture, path), owner);
    },
  ],
  [
    'usage-legacy-assistant',
    async (page, fixture) => {
      const { owner, path } = await legacy(fixture, ...CALLS, ...REQUESTS);
      await signInAt(page, fixture, signInUrl(fixture, path), owner);
    },
  ],
  [
    'usage-legacy-suggested',
    async (page, fixture) => {
      const { owner, path } = await legacy(fixture, ...CALLS);
      await signInAt(page, fixture, signInUrl(fixture, path), owner);
      await page.getByRole('link', { name: 'Use these scopes' }).click();
      await page.getByText('Nothing is saved yet. Check them').waitFor();
    },
  ],
  [
    'usage-legacy-refusals',
    async (page, fixture) => {
      const { owner, path } = await legacy(fixture, ...CALLS, ...REQUESTS);
      await signInAt(page, fixture, signInUrl(fixture, `${path}/edit?scopes=used`), owner);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('button', { name: 'Save anyway' }).waitFor();
    },
  ],
  [
    'usage-review-warnings',
    async (page, fixture) => {
      const { service } = fixture;
      const { owner } = await owned(fixture);
      const client = await service.client(
        { website: 'https://new.example', redirectUris: ['https://new.example/cb'] },
        { ownerId: owner.account.id, approved: false },
      );
      await used(fixture, client, ...CALLS.slice(0, 2));
      const administrator = await service.user('Ada Admin');
      await service.stores.accounts.accounts.setAdmin(administrator.account.id, true, ACTOR);
      await signInAt(page, fixture, signInUrl(fixture, `/admin/clients/${client.clientId}`), administrator);
    },
  ],
];
