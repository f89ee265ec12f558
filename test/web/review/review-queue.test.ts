import type { Page } from '../../support/browser.js';
import { visit } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { mainText } from '../../clients/forms.js';

const REVIEW = '/admin/clients';
const ACTOR = { actor: 'test' };
const MANY = 120;

const service = useService();
let admin: Awaited<ReturnType<typeof visit>>;
let ownerId: number;
/** In the order of their creation. */
const ids: string[] = [];
beforeAll(async () => {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
  admin = await visit(service, user);
  ownerId = (await service.user('Olga Owner')).account.id;
  for (let number = 0; number < MANY; number += 1) {
    const client = await service.client({ name: `Many №${number}` }, { ownerId, approved: false });
    ids.push(client.clientId);
  }
});

const listed = (page: Page): string[] =>
  page.root
    .querySelectorAll('.rows > li > a')
    .map((link) => link.getAttribute('href')?.slice(REVIEW.length + 1) ?? '');
const linkTo = (page: Page, label: string): string | undefined =>
  page.root
    .querySelectorAll('main a')
    .find(({ text }) => text.trim() === label)
    ?.getAttribute('href');
const filters = (page: Page): string[] =>
  page.root.querySelectorAll('.filters li').map(({ text }) => text.trim());

describe('the pages of the review queue', () => {
  test('have 50 clients each, the longest waiting first, every client once', async () => {
    const seen: string[] = [];
    const lengths: number[] = [];
    let next: string | undefined = REVIEW;
    while (next !== undefined) {
      const page: Page = await admin.browser.get(next);
      seen.push(...listed(page));
      lengths.push(listed(page).length);
      next = linkTo(page, 'Next page');
    }
    expect(lengths).toEqual([50, 50, 20]);
    expect(seen).toHaveLength(MANY);
    expect(new Set(seen)).toEqual(new Set(ids));
    const times = await Promise.all(
      seen.map(async (id) => (await service.stores.clients.clients.find(id))?.createdAt.getTime() ?? 0),
    );
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('link the first page, except on the first page', async () => {
    const first = await admin.browser.get(REVIEW);
    expect(linkTo(first, 'First page')).toBeUndefined();
    const second = await admin.browser.get(linkTo(first, 'Next page') ?? '');
    expect(listed(await admin.browser.get(linkTo(second, 'First page') ?? ''))).toEqual(listed(first));
  });

  test('skip and repeat nothing when an earlier client is decided meanwhile', async () => {
    const first = await admin.browser.get(REVIEW);
    const [decided = ''] = listed(first);
    await service.stores.clients.clients.setStatus(decided, 'approved', undefined, ACTOR);
    const second = await admin.browser.get(linkTo(first, 'Next page') ?? '');
    expect(listed(first).filter((id) => listed(second).includes(id))).toEqual([]);
    expect(listed(second)).toHaveLength(50);
    expect(listed(await admin.browser.get(`${REVIEW}?status=approved`))).toEqual([decided]);
  });

  test('show the number of clients of each filter', async () => {
    const counts = filters(await admin.browser.get(REVIEW));
    expect(counts).toEqual([
      'Needs review (119)',
      'New (119)',
      'Approved (1)',
      'Rejected (0)',
      'Suspended (0)',
      `All (${MANY})`,
    ]);
  });

  test('search in name, owner, client ID and redirect host, and keep the search in the form and every link', async () => {
    const page = await admin.browser.get(`${REVIEW}?status=pending&q=${encodeURIComponent('many OLGA')}`);
    expect(listed(page)).toHaveLength(50);
    expect(page.root.querySelector('[name=q]')?.getAttribute('value')).toBe('many OLGA');
    const next = await admin.browser.get(linkTo(page, 'Next page') ?? '');
    expect(next.root.querySelector('[name=q]')?.getAttribute('value')).toBe('many OLGA');
    expect(filters(next)[1]).toBe('New (119)');
    const id = ids[77] ?? '';
    expect(listed(await admin.browser.get(`${REVIEW}?status=all&q=${id.slice(0, 20)}`))).toEqual([id]);
    expect(listed(await admin.browser.get(`${REVIEW}?q=${encodeURIComponent('many №119')}`))).toEqual([
      ids[119],
    ]);
  });

  test('search among the clients of every status, and by the host of a redirect URI alone', async () => {
    const redirectUris = ['https://localhost.acme-sync.example:8443/some-path', 'http://localhost/callback'];
    const { clientId } = await service.client({ name: 'Elsewhere', redirectUris }, { ownerId });
    const found = async (words: string) => listed(await admin.browser.get(`${REVIEW}?q=${words}`));
    expect(await found('acme-sync.EXAMPLE')).toEqual([clientId]);
    expect(await found('acme-sync+elsewhere')).toEqual([clientId]);
    expect([await found('some-path'), await found('https')]).toEqual([[], []]);
    await service.stores.clients.clients.setStatus(clientId, 'suspended', undefined, ACTOR);
    const page = await admin.browser.get(`${REVIEW}?q=acme-sync`);
    expect([listed(page), filters(page)]).toEqual([
      [clientId],
      ['Needs review (0)', 'New (0)', 'Approved (0)', 'Rejected (0)', 'Suspended (1)', 'All (1)'],
    ]);
    expect(mainText(page)).toContain('Clients of every status');
    await service.stores.clients.records.remove(clientId, ownerId, ACTOR);
  });

  test('say that no client matches, and escape the search text', async () => {
    const typed = `"><script>alert(1)</script>`;
    const page = await admin.browser.get(`${REVIEW}?q=${encodeURIComponent(typed)}`);
    expect([page.status, listed(page)]).toEqual([200, []]);
    expect(mainText(page)).toContain('No client found');
    expect(page.root.querySelector('[name=q]')?.getAttribute('value')).toBe(typed);
    expect(page.root.querySelectorAll('script')).toEqual([]);
    expect(linkTo(page, 'Clear the search')).toBe(REVIEW);
  });

  test.each([
    '?q=%00',
    '?q=a%00b',
    '?q=%ED%A0%80',
    '?after=x',
    '?after=99999999999999999.a',
    '?q=a&q=b',
    '?status=all&status=x',
    '?after=1.%00',
    `?q=${'x%20'.repeat(500)}`,
  ])('answer an unknown query: %s', async (query) => {
    expect((await admin.browser.get(REVIEW + query)).status).toBe(200);
  });
});

test('the CLI lists all clients', async () => {
  expect(await service.stores.clients.clients.list()).toHaveLength(MANY);
});
