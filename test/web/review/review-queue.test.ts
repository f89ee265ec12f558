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
/** In the order in which they were made. */
const ids: string[] = [];
beforeAll(async () => {
  const person = await service.person('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(person.account.id, true, ACTOR);
  admin = await visit(service, person);
  ownerId = (await service.person('Olga Owner')).account.id;
  for (let number = 0; number < MANY; number += 1) {
    const client = await service.client({ name: `Many №${number}` }, { ownerId, approved: false });
    ids.push(client.clientId);
  }
});

const shown = (page: Page): string[] =>
  page.root
    .querySelectorAll('.rows > li > a')
    .map((link) => link.getAttribute('href')?.slice(REVIEW.length + 1) ?? '');
const linkTo = (page: Page, words: string): string | undefined =>
  page.root
    .querySelectorAll('main a')
    .find(({ text }) => text.trim() === words)
    ?.getAttribute('href');
const filters = (page: Page): string[] =>
  page.root.querySelectorAll('.filters li').map(({ text }) => text.trim());

describe('the review queue', () => {
  test('comes 50 a page, from what waits longest to what waits shortest, each once', async () => {
    const seen: string[] = [];
    const lengths: number[] = [];
    let next: string | undefined = REVIEW;
    while (next !== undefined) {
      const page: Page = await admin.browser.get(next);
      seen.push(...shown(page));
      lengths.push(shown(page).length);
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

  test('leads back to its first page, and there not to itself', async () => {
    const first = await admin.browser.get(REVIEW);
    expect(linkTo(first, 'First page')).toBeUndefined();
    const second = await admin.browser.get(linkTo(first, 'Next page') ?? '');
    expect(shown(await admin.browser.get(linkTo(second, 'First page') ?? ''))).toEqual(shown(first));
  });

  test('goes on where it was although something before was decided meanwhile', async () => {
    const first = await admin.browser.get(REVIEW);
    const [decided = ''] = shown(first);
    await service.stores.clients.clients.setStatus(decided, 'approved', undefined, ACTOR);
    const second = await admin.browser.get(linkTo(first, 'Next page') ?? '');
    expect(shown(first).filter((id) => shown(second).includes(id))).toEqual([]);
    expect(shown(second)).toHaveLength(50);
    expect(shown(await admin.browser.get(`${REVIEW}?status=approved`))).toEqual([decided]);
  });

  test('counts what each filter finds', async () => {
    const counts = filters(await admin.browser.get(REVIEW));
    expect(counts).toEqual([
      'Waiting (119)',
      'Pending (119)',
      'Approved (1)',
      'Rejected (0)',
      'Suspended (0)',
      `All (${MANY})`,
    ]);
  });

  test('finds words in name, owner and client id, keeps them in the form and in every link', async () => {
    const page = await admin.browser.get(`${REVIEW}?status=pending&q=${encodeURIComponent('many OLGA')}`);
    expect(shown(page)).toHaveLength(50);
    expect(page.root.querySelector('[name=q]')?.getAttribute('value')).toBe('many OLGA');
    expect(page.root.querySelector('form[role=search] [name=status]')?.getAttribute('value')).toBe('pending');
    const next = await admin.browser.get(linkTo(page, 'Next page') ?? '');
    expect(next.root.querySelector('[name=q]')?.getAttribute('value')).toBe('many OLGA');
    expect(filters(next)[1]).toBe('Pending (119)');
    const id = ids[77] ?? '';
    expect(shown(await admin.browser.get(`${REVIEW}?status=all&q=${id.slice(0, 20)}`))).toEqual([id]);
    expect(shown(await admin.browser.get(`${REVIEW}?q=${encodeURIComponent('many №119')}`))).toEqual([
      ids[119],
    ]);
  });

  test('says when nothing is found, and shows what was typed as text', async () => {
    const typed = `"><script>alert(1)</script>`;
    const page = await admin.browser.get(`${REVIEW}?q=${encodeURIComponent(typed)}`);
    expect([page.status, shown(page)]).toEqual([200, []]);
    expect(mainText(page)).toContain('No client found');
    expect(page.root.querySelector('[name=q]')?.getAttribute('value')).toBe(typed);
    expect(page.root.querySelectorAll('script')).toEqual([]);
    expect(linkTo(page, 'Clear the search')).toBe(`${REVIEW}?status=waiting`);
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
  ])('answers a query that no page leads to: %s', async (query) => {
    expect((await admin.browser.get(REVIEW + query)).status).toBe(200);
  });
});

test('the command line’s list stays whole', async () => {
  expect(await service.stores.clients.clients.list()).toHaveLength(MANY);
});
