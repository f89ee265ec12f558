/* The guides under `/docs`: every link leads somewhere, and the examples name the reader's client. */
import { readFile } from 'node:fs/promises';
import { GUIDES, guidePath, GUIDES_PATH } from '../../../src/web/guides/guides.js';
import { anchorOf, parseGuide } from '../../../src/web/guides/markdown.js';
import { createBrowser, type Page } from '../../support/browser.js';
import { useService } from '../../support/service.js';

const service = useService();
const CLIENTS = guidePath('clients');

const linksOn = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '');
const codeOn = ({ root }: Page): string =>
  root
    .querySelectorAll('pre')
    .map(({ text }) => text)
    .join('\n');

test('are listed, each under the title of its file', async () => {
  const browser = createBrowser(service.url);
  const list = await browser.get(GUIDES_PATH);
  expect(linksOn(list)).toEqual(expect.arrayContaining(GUIDES.map(({ name }) => guidePath(name))));
  for (const { name, title } of GUIDES) {
    const page = await browser.get(guidePath(name));
    expect([page.status, page.root.querySelectorAll('h1').map(({ text }) => text)]).toEqual([200, [title]]);
    expect(await readFile(`docs/${name}.md`, 'utf8')).toContain(`# ${title}\n`);
  }
  expect((await browser.get(`${GUIDES_PATH}/operating`)).status).toBe(404);
});

test('lead only to headings and pages that exist', async () => {
  const browser = createBrowser(service.url);
  const pages = new Map<string, Page>();
  for (const { name } of GUIDES) pages.set(guidePath(name), await browser.get(guidePath(name)));
  for (const [path, page] of pages) {
    for (const link of linksOn(page).filter((one) => /^[#/]/.test(one))) {
      const [to = '', anchor] = link.split('#');
      const target = to === '' ? page : pages.get(to);
      const found = anchor === undefined ? target : target?.root.querySelector(`[id="${anchor}"]`);
      if (to !== GUIDES_PATH && to !== '/')
        expect([path, link, found === null || found === undefined]).toEqual([path, link, false]);
    }
  }
});

test('name the addresses of this service, and the client that the reader chooses of their own', async () => {
  const owner = await service.user('Owner');
  const [first, second] = [
    await service.client(
      { name: 'First', redirectUris: ['https://first.example/cb'] },
      { ownerId: owner.account.id },
    ),
    await service.client({ name: 'Second' }, { ownerId: owner.account.id }),
  ];
  const other = await service.client({ name: 'Other' });
  const visitor = await createBrowser(service.url).get(`${CLIENTS}?client=${first.clientId}`);
  expect(codeOn(visitor)).toContain(service.url);
  expect(codeOn(visitor)).toContain('CLIENT_ID=your-client-id');
  const browser = createBrowser(service.url);
  await browser.signIn(owner);
  const names = (page: Page): readonly boolean[] =>
    [first, second, other].map(({ clientId }) => codeOn(page).includes(`CLIENT_ID=${clientId}`));
  const chosen = await browser.get(`${CLIENTS}?client=${first.clientId}`);
  expect([names(chosen), codeOn(chosen).includes("'https://first.example/cb'")]).toEqual([
    [true, false, false],
    true,
  ]);
  expect(names(await browser.get(`${CLIENTS}?client=${second.clientId}`))).toEqual([false, true, false]);
  expect(names(await browser.get(`${CLIENTS}?client=${other.clientId}`))).toEqual([false, false, false]);
  expect(names(await browser.get(CLIENTS)).filter(Boolean)).toHaveLength(1);
  expect((await browser.get(guidePath('slots'))).root.querySelector('select')).toBeNull();
});

test.each([
  [
    '[a](clients.md#errors)',
    [{ tag: 'p', children: [{ tag: 'a', children: ['a'], to: '/docs/clients#errors' }] }],
  ],
  ['[a](operating.md)', [{ tag: 'p', children: [{ tag: 'span', children: ['a'] }] }]],
  ['[a](../test/x.ts)', [{ tag: 'p', children: [{ tag: 'span', children: ['a'] }] }]],
  ['<b>x</b> & `<i>`', [{ tag: 'p', children: ['<b>x</b> & ', { tag: 'code', children: ['<i>'] }] }]],
  ['<!-- a\nb -->\n- x', [{ tag: 'ul', children: [{ tag: 'li', children: ['x'] }] }]],
  ['```sh\na\n```', [{ tag: 'pre', children: ['a\n'] }]],
  ['## A `b`', [{ tag: 'h2', children: ['A ', { tag: 'code', children: ['b'] }], id: 'a-b' }]],
])('%j is %j', (markdown, body) => {
  expect(parseGuide(markdown).body).toEqual(body);
});

test.each([
  ['Errors, and what to do', 'errors-and-what-to-do'],
  ['`GET /v2/slots`', 'get-v2slots'],
  ['Zürich: 2 Uhr', 'zürich-2-uhr'],
])('the anchor of %s is %s', (title, anchor) => {
  expect(anchorOf(title)).toBe(anchor);
});
