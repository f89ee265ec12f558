/* Every link of the demonstration leads to a page. */
import type { Page } from 'playwright-core';
import { type Chromium, launchChromium } from './chromium.js';
import { type Demonstration, startDemonstration } from './demonstration.js';
import { type Credentials, signInWith } from './sign-in.js';

let demonstration: Demonstration;
let chromium: Chromium;
beforeAll(async () => {
  [demonstration, chromium] = await Promise.all([startDemonstration(), launchChromium()]);
});
afterAll(async () => {
  await chromium.close();
  await demonstration.close();
});

/** Paths of the links of a page within this origin, without fragments. */
async function linksOf(page: Page): Promise<readonly string[]> {
  const addresses = await page.evaluate<string[]>('[...document.links].map(({ href }) => href)');
  const urls = addresses
    .map((address) => new URL(address))
    .filter(({ origin }) => origin === demonstration.url);
  return urls.map(({ pathname, search }) => pathname + search);
}

/** Problems of the page at `path`; documents for programs need no heading. */
async function faultsOf(page: Page, path: string): Promise<readonly string[]> {
  const url = demonstration.url + path;
  const answer = await page.request.get(url);
  if (answer.status() !== 200) return [`${path}: ${answer.status()}`];
  if (!answer.headers()['content-type']?.startsWith('text/html')) return [];
  await page.goto(url);
  const headings = page.getByRole('heading', { level: 1 });
  await headings.first().waitFor();
  const count = await headings.count();
  return count === 1 ? [] : [`${path}: ${count} headings`];
}

interface Crawl {
  readonly seen: readonly string[];
  readonly faults: readonly string[];
}

/** The outbox is public, but the links in its mails are for their recipients. */
const OUTBOX = '/dev/outbox';

/** Of a public booking page: every month, day and time for a year. test/web/booking-page follows them. */
const STEP = /[?&](?:month|date|time)=/;

async function crawl(page: Page, start: string): Promise<Crawl> {
  const [seen, faults] = [[start], [] as string[]];
  for (const path of seen) {
    faults.push(...(await faultsOf(page, path)));
    const next = path.startsWith(OUTBOX) ? [] : (await linksOf(page)).filter((link) => !STEP.test(link));
    seen.push(...new Set(next.filter((link) => !seen.includes(link))));
  }
  return { seen, faults };
}

async function crawlAs(user: Credentials | undefined): Promise<Crawl & { complaints: readonly string[] }> {
  const { page, context, complaints } = await chromium.visit();
  if (user) {
    await page.goto(`${demonstration.url}/sign-in`);
    await signInWith(page, user);
  }
  const crawled = await crawl(page, '/');
  await context.close();
  return { ...crawled, complaints };
}

test.each([
  ['a signed-out user', undefined, ['/', '/sign-in', '/sign-up', '/recover']],
  ['the developer', 'developer@', ['/settings/developer/clients/new', '/settings/security', '/sign-out']],
  ['the administrator', 'admin@', ['/admin/clients', '/admin/audit', '/settings/apps']],
  ['a member of a team', 'maria@', ['/settings/teams', '/v2/docs', '/playground', '/dev/outbox']],
])('for %s every link leads to a page with one heading, without browser errors', async (_, name, some) => {
  const user = demonstration.people.find(({ email }) => name !== undefined && email.startsWith(name));
  expect(user === undefined).toBe(name === undefined);
  const { seen, faults, complaints } = await crawlAs(user);
  expect([faults, complaints]).toEqual([[], []]);
  expect(seen).toEqual(expect.arrayContaining(some));
});
