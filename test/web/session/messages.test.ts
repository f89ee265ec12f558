/* The outcome of a form on the next page: it names what that page cannot find any more. */
import { visit } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { formOf } from '../../clients/forms.js';

const PATH = '/settings/availability';
const NAME = '<b>שעות</b>';

const service = useService();

const noticeOf = ({ root }: Awaited<ReturnType<Awaited<ReturnType<typeof visit>>['browser']['get']>>) =>
  root.querySelector('.notice')?.text;

test('is shown once, as text, with the name of what was deleted', async () => {
  const { browser, user } = await visit(service);
  const hours = { timeZone: 'UTC', availability: [], overrides: [], isDefault: false };
  const { schedules } = service.stores.scheduling;
  await schedules.create(user.account.id, { ...hours, name: NAME }, { actor: 'test' });
  const list = await browser.get(PATH);
  const link = list.root.querySelectorAll('.rows a').find(({ text }) => text === NAME);
  const path = link?.getAttribute('href') ?? '';
  const removed = await browser.submit(formOf(await browser.get(path), `${path}/removal`), {});
  expect([removed.url, noticeOf(removed)]).toEqual([
    `${service.url}${PATH}`,
    `The schedule \u2068${NAME}\u2069 was deleted.`,
  ]);
  expect(removed.html).not.toContain(NAME);
  expect(noticeOf(await browser.get(PATH))).toBeUndefined();
});

test('is read by our pages alone, and never longer than browsers keep', async () => {
  const { browser, user } = await visit(service);
  const [first] = await service.stores.scheduling.schedules.list(user.account.id, { take: 1, skip: 0 });
  const path = `${PATH}/schedules/${first?.id}`;
  const csrf = (await browser.get(path)).root.querySelector('input[name=csrf]')?.getAttribute('value') ?? '';
  const response = await browser.raw(`${path}/dates/removal`, {
    method: 'POST',
    body: new URLSearchParams({ csrf, date: '語'.repeat(5_000) }),
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  const [cookie = ''] = response.headers.getSetCookie().filter((line) => line.includes('slotkey_message='));
  expect(cookie).toMatch(/; httponly/i);
  expect(cookie).toMatch(/; samesite=lax/i);
  expect(cookie.split(';')[0]?.length).toBeLessThan(4_096);
  expect(noticeOf(await browser.get(path))).toContain('語語');
});
