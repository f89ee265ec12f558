/* `/settings/apps/ended`: which access of a user has ended, and why, as far as the audit log goes. */
import { randomUUID } from 'node:crypto';
import { codeFor, exchange, refresh, revoke, tokensFor, visit, type Visitor } from '../../support/oauth.js';
import { type StartedService, startService, type TestClient } from '../../support/service.js';

const DAY = 86_400_000;
const PATH = '/settings/apps/ended';

let service: StartedService;
let client: TestClient;
let ahead = 0;
beforeAll(async () => {
  service = await startService({ clock: () => Date.now() + ahead });
  client = await service.client();
});
afterEach(() => {
  ahead = 0;
});
afterAll(() => service.close());

async function rowsAt({ browser }: Visitor, path = PATH): Promise<readonly string[]> {
  const page = await browser.get(path);
  expect(page.status).toBe(200);
  return page.root
    .querySelectorAll('main .rows > li')
    .map(({ structuredText }) => structuredText.replaceAll(/\s+/g, ' '));
}

const remove = async ({ browser }: Visitor, installation: string): Promise<unknown> =>
  browser.submit(await browser.get('/settings/apps'), { installation });

describe('access that has ended', () => {
  test('is found from the connected applications, and none at first', async () => {
    const visitor = await visit(service);
    await tokensFor(service, client, visitor);
    const links = (await visitor.browser.get('/settings/apps')).root.querySelectorAll('main a');
    expect(links.map((link) => link.getAttribute('href'))).toContain(PATH);
    expect((await visitor.browser.get(PATH)).root.querySelector('h2')?.text).toBe('Nothing has ended');
  });

  test('is listed with its reason, the last allowed first, without what lasts', async () => {
    const visitor = await visit(service);
    const [byPerson, byClient] = [
      await tokensFor(service, client, visitor),
      await tokensFor(service, client, visitor),
    ];
    const code = await codeFor(service, client, visitor);
    for (const wait of [0, 3000]) {
      ahead = wait;
      await exchange(service, client, code);
    }
    const last = await tokensFor(service, client, visitor);
    await remove(visitor, byPerson.access_token.slice(4, 26));
    await revoke(service, client, byClient.refresh_token);
    expect(await rowsAt(visitor)).toEqual([
      expect.stringMatching(/^Acme Sync Its access was collected a second time.* Allowed .*, ended /),
      expect.stringMatching(/^Acme Sync The application gave its access back\. Allowed .*, ended /),
      expect.stringMatching(/^Acme Sync You removed it\. Allowed .*, ended /),
    ]);
    expect((await refresh(service, client, last.refresh_token)).status).toBe(200);
  });

  test('includes grants that expired without a record, and those of a removed application', async () => {
    const visitor = await visit(service);
    const ownerId = (await service.user()).account.id;
    const removed = await service.client({ name: 'Beta Board' }, { ownerId });
    await tokensFor(service, removed, visitor);
    await service.stores.clients.records.remove(removed.clientId, ownerId, { actor: 'test' });
    await tokensFor(service, client, visitor);
    ahead = 120_000;
    expect(await rowsAt(visitor)).toEqual([
      expect.stringMatching(/^Beta Board The application was removed from this service\. Allowed [^,]*$/),
    ]);
    ahead = 31 * DAY;
    const later = await visit(service, visitor.user);
    const [expired, gone] = await rowsAt(later);
    expect(expired).toMatch(/^Acme Sync Its time was over, or it was not used for too long\. Allowed [^,]*$/);
    expect(gone).toContain('Beta Board');
    ahead = 400 * DAY;
    const [over] = await rowsAt(await visit(service, visitor.user));
    expect(over).toMatch(/^Acme Sync Its time was over, .*, ended /);
  });

  test('of another user is not listed', async () => {
    const [visitor, other] = [await visit(service), await visit(service)];
    await tokensFor(service, client, visitor);
    await remove(visitor, 'all');
    expect(await rowsAt(visitor)).toHaveLength(1);
    expect(await rowsAt(other)).toEqual([]);
  });

  test('is listed page by page, each once, and a wrong cursor is refused', async () => {
    const visitor = await visit(service);
    const { id } = visitor.user.account;
    const rows = Array.from({ length: 60 }, (_, at) => ({
      id: randomUUID(),
      at: new Date(Date.UTC(2026, 0, 1 + Math.floor(at / 20))),
      actor: `account:${id}`,
      action: 'grant.allowed',
      subject: `family:paged-${id}-${at}`,
      facts: JSON.stringify({ clientId: `paged-${at}`, accountId: id, ends: '2026-02-01T00:00:00.000Z' }),
    }));
    await service.backend.db.batchInsert('audit_entry', rows, 60);
    const sizes: number[] = [];
    const seen = new Set<string>();
    for (let path: string | undefined = PATH; path !== undefined;) {
      const { root }: { root: Awaited<ReturnType<Visitor['browser']['get']>>['root'] } =
        await visitor.browser.get(path);
      const listed = root.querySelectorAll('main .rows > li');
      sizes.push(listed.length);
      const links = root.querySelectorAll('nav[aria-label=Pages] a');
      path = links.find(({ text }) => text === 'Older')?.getAttribute('href');
      if (path !== undefined) seen.add(path);
    }
    expect([sizes, seen.size]).toEqual([[25, 25, 10], 2]);
    expect((await visitor.browser.get(`${PATH}?behind=x`)).status).toBe(400);
  });
});
