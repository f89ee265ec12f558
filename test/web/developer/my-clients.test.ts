/* A long list of clients: pages, search, filters, and what a page costs. */
import { statementsOfPage } from '../../support/costs.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { mainText } from '../../clients/forms.js';

const SETTINGS = '/settings/developer';
const CLIENTS = 1_000;
const STATUSES = ['approved', 'pending', 'rejected', 'suspended'];

/** Many of the same time, so that pages depend on their ids. */
const FILL = `
insert into client (id, name, purpose, kind, status, owner_id, created_at)
select 'many-' || n, 'Client ' || n || case when n % 100 = 0 then ' 100%' else '' end, 'Copies bookings.', 'public',
  (array['approved', 'approved', 'approved', 'pending', 'rejected'])[1 + n % 5], :ownerId,
  timestamptz '2026-01-01' + (n / 50) * interval '1 hour'
from generate_series(1, ${CLIENTS}) n`;

const service = useService();
let owner: Visitor;
let other: Visitor;
beforeAll(async () => {
  [owner, other] = [await visit(service), await visit(service)];
  await service.backend.db.raw(FILL, { ownerId: owner.user.account.id });
});

const open = ({ browser }: Visitor, query = '') => browser.get(`${SETTINGS}${query}`);
type Page = Awaited<ReturnType<typeof open>>;

const listed = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.rows > li > a').map(({ text }) => text);
const nextOf = ({ root }: Page): string | undefined =>
  root
    .querySelectorAll('nav[aria-label=Pages] a')
    .find(({ text }) => text === 'Next page')
    ?.getAttribute('href');
const filtersOf = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.filters li').map(({ text }) => text.replaceAll(/\s+/g, ' ').trim());

/** Every page of a list. */
async function pagesFrom(query: string): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  for (let path: string | undefined = `${SETTINGS}${query}`; path !== undefined;) {
    const page: Page = await owner.browser.get(path);
    pages.push(listed(page));
    path = nextOf(page);
  }
  return pages;
}

test('is shown in pages of 25, the newest first, each client once', async () => {
  const first = await open(owner);
  expect(listed(first)[0]).toBe('Client 1000 100%');
  expect(filtersOf(first)).toEqual([
    'All (1000)',
    'Pending (200)',
    'Approved (600)',
    'Rejected (200)',
    'Suspended (0)',
  ]);
  const pages = await pagesFrom('?status=pending');
  expect(pages.map(({ length }) => length)).toEqual(Array(8).fill(25));
  expect(new Set(pages.flat()).size).toBe(200);
});

test('is searched by the words of names and by client ID, also within a status', async () => {
  const found = await open(owner, `?q=${encodeURIComponent('client 100%')}`);
  expect(listed(found)).toHaveLength(10);
  expect(filtersOf(found)[0]).toBe('All (10)');
  expect(listed(await open(owner, '?q=many-777'))).toEqual(['Client 777']);
  expect(listed(await open(owner, '?q=many-777&status=pending'))).toEqual([]);
  expect(found.root.querySelector('input[name=q]')?.getAttribute('value')).toBe('client 100%');
});

test('says why it is empty', async () => {
  const none = await open(owner, '?status=suspended');
  expect(mainText(none)).toContain('No client found');
  const links = none.root.querySelectorAll(`main .card a[href="${SETTINGS}"]`);
  expect(links.map(({ text }) => text)).toEqual(['Show all clients']);
  const without = await open(other);
  expect(mainText(without)).toContain('You have no clients yet');
  expect(filtersOf(without)).toEqual([]);
});

test.each(['?status=other', '?after=x', '?q=%00', `?q=${'x'.repeat(2000)}`, '?after=9.many-1'])(
  'answers a strange address: %s',
  async (query) => {
    expect((await open(owner, query)).status).toBe(200);
  },
);

test('is of its managers alone', async () => {
  for (const status of STATUSES) expect(listed(await open(other, `?status=${status}`))).toEqual([]);
  expect(listed(await open(other, '?q=many'))).toEqual([]);
});

test('costs as many statements as a short one', async () => {
  const statements = async (of: Visitor) =>
    (await statementsOfPage(service, () => open(of))).map(({ sql }) => sql);
  const long = await statements(owner);
  expect(long).toHaveLength((await statements(other)).length);
  expect(long.filter((sql) => sql.includes('from client '))).toHaveLength(2);
});
