/* Times of pages in the zone and the language of their reader, and what that costs. */
import { createBrowser, type Page } from '../../support/browser.js';
import { visit } from '../../support/oauth.js';
import { statementsOf } from '../../support/plans.js';
import { useService } from '../../support/service.js';
import { waitForMails } from '../../delivery/mail-outbox.js';

const ACTOR = { actor: 'test' };
const SECURITY = '/settings/security';

const service = useService();

const titles = ({ root }: Page): readonly (string | undefined)[] =>
  root.querySelectorAll('main time').map((time) => time.getAttribute('title'));
const script = ({ root }: Page): string | undefined =>
  root.querySelector('script[src*=browser-zone]')?.getAttribute('src');

async function visitor() {
  const visiting = await visit(service);
  const { id } = visiting.user.account;
  const { profiles } = service.stores.scheduling;
  const change = (timeZone: string) =>
    profiles.changeProfile(id, { timeZone, locale: 'de', timeFormat: 24 }, ACTOR);
  return { ...visiting, change };
}

test('a change of the profile counts for the next page', async () => {
  const { browser, change } = await visitor();
  expect(titles(await browser.get(SECURITY))).toContainEqual(expect.stringMatching(/[ap]m UTC$/));
  await change('Asia/Tokyo');
  const after = titles(await browser.get(SECURITY));
  expect(after).not.toEqual([]);
  for (const title of after) expect(title).toMatch(/^\d+\. \S+ \d{4}, \d\d:\d\d Asia\/Tokyo$/);
});

test('a form that is shown again, and a question without navigation, have the zone of the reader', async () => {
  const { browser, user, change } = await visitor();
  await createBrowser(service.url).signIn(user);
  await change('Asia/Tokyo');
  const page = await browser.get(SECURITY);
  const csrf = page.root.querySelector('[name=csrf]')?.getAttribute('value') ?? '';
  const body = new URLSearchParams({ csrf, current_password: 'wrong', password: '' });
  const refused = await browser.raw(`${SECURITY}/password`, { method: 'POST', body });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Asia/Tokyo')]);
});

test('the reader is read with the account, in one statement', async () => {
  const { browser } = await visitor();
  const statements = await statementsOf(service.backend.db, () => browser.get('/'));
  expect(statements.filter(({ sql }) => /from "?account\b/.test(sql))).toHaveLength(1);
});

test('a visitor has UTC and a script, and a signed-in user none', async () => {
  const { browser, user } = await visitor();
  await browser.submit(await browser.get('/recover'), { email: user.email });
  await waitForMails(service, user.email);
  const signedOut = await createBrowser(service.url).get('/dev/outbox');
  expect(titles(signedOut)).toContainEqual(expect.stringMatching(/\d\d:\d\d UTC$/));
  expect((await fetch(`${service.url}${script(signedOut) ?? ''}`)).status).toBe(200);
  expect(signedOut.headers.get('content-security-policy')).toContain("script-src 'self'");
  const signedIn = await browser.get('/dev/outbox');
  expect(titles(signedIn)).toContainEqual(expect.stringMatching(/[ap]m UTC$/));
  expect(script(signedIn)).toBeUndefined();
  expect(signedIn.headers.get('content-security-policy')).not.toContain('script-src');
});
