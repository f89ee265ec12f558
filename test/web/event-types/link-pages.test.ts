/* The private links of an event type with real forms. */
import { parse } from 'node-html-parser';
import { visit, type Visitor } from '../../support/oauth.js';
import { createBrowser, type Page } from '../../support/browser.js';
import { useService } from '../../support/service.js';
import { formOf, mainText, sentTo } from '../../clients/forms.js';
import { eventTypeFixture, faultsOn, notice, send } from './fixture.js';

const service = useService();
const { eventType } = eventTypeFixture(service);
let ada: Visitor;
let path: string;
beforeAll(async () => {
  ada = await visit(service, await service.user('Ada Lovelace'));
  const zone = { timeZone: 'Asia/Tokyo' };
  await service.stores.scheduling.profiles.changeProfile(ada.user.account.id, zone, { actor: 'test' });
  path = `${await eventType(ada)}/links`;
});

const create = async (fields: Readonly<Record<string, string>>): Promise<Page> =>
  send(ada, await ada.browser.get(path), path, fields);
const stored = () => {
  const group = { accountId: ada.user.account.id, eventTypeId: Number(path.split('/')[3]) };
  return service.stores.scheduling.privateLinks.list(group);
};

test('links are created for one booking, for several, and until the end of a day', async () => {
  expect(mainText(await ada.browser.get(path))).toContain('There is no private link yet');
  await create({ limit: 'once' });
  await create({ limit: 'uses', uses: '5' });
  const page = await create({ limit: 'until', until: '2050-06-30' });
  expect(notice(page)).toContain('is created. It is the last in the list.');
  expect(await stored()).toMatchObject([
    { maxUses: 1, expiresAt: null, uses: 0 },
    { maxUses: 5, expiresAt: null },
    // The end of the day in the time zone of the owner.
    { maxUses: null, expiresAt: Date.parse('2050-06-30T15:00:00Z') },
  ]);
  const [link] = (await stored()) ?? [];
  expect(page.root.querySelector('[data-copy] code')?.text).toMatch(new RegExp(`/d/${link?.id}/event-1$`));
  expect(mainText(page)).toContain('0 of 5 bookings made');
  const address = page.root.querySelector('[data-copy] code')?.text ?? '';
  expect((await createBrowser(service.url).get(new URL(address).pathname)).status).toBe(200);
});

test.each([
  [{ limit: 'uses', uses: 'many' }, 'The number of bookings must be a whole number from 1 to 1000000.'],
  [{ limit: 'until', until: '' }, 'The last day must be a date.'],
  [{ limit: 'until', until: '2020-01-01' }, 'The last day must be in the future.'],
])('a link with the limits %j is refused', async (typed, message) => {
  const before = await stored();
  const refused = await create(typed);
  expect([refused.status, faultsOn(refused)]).toEqual([422, [message]]);
  expect(refused.root.querySelector('[name=limit][checked]')?.getAttribute('value')).toBe(typed.limit);
  expect(await stored()).toEqual(before);
});

test('a link is deleted after a question, and by its owner alone', async () => {
  await create({ limit: 'once' });
  const link = ((await stored()) ?? []).at(-1);
  const page = await ada.browser.get(path);
  const form = page.root
    .querySelectorAll('form')
    .find(({ outerHTML }) => outerHTML.includes(link?.id ?? '-'));
  const removal = { ...page, root: parse(form?.outerHTML ?? '') };
  const max = await visit(service);
  const foreign = formOf(await max.browser.get('/settings/event-types/new'), '/settings/event-types');
  const refused = await max.browser.ask(sentTo(foreign, `${path}/remove`), {
    link: link?.id ?? '',
    certain: 'yes',
  });
  expect(refused.status).toBe(404);
  const question = await ada.browser.ask(removal, {});
  expect(mainText(question)).toContain('Nobody can book with it any more.');
  expect(await stored()).toContainEqual(link);
  expect(notice(await ada.browser.submit(removal, {}))).toMatch(
    /^The private link to \u2068.+\u2069 is deleted\.$/,
  );
  expect(await stored()).not.toContainEqual(link);
});
