/* The scopes of the client form: levels that fold, counters, presets that keep what was typed. */
import type { Page } from '../../support/browser.js';
import { me, tokensFor, visit } from '../../support/oauth.js';
import { REDIRECT_URI, useService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { mainText } from '../../clients/forms.js';
import { png } from '../../clients/pictures.js';

const SETTINGS = '/settings/developer';
const USER_READS = [
  'EVENT_TYPE_READ',
  'BOOKING_READ',
  'SCHEDULE_READ',
  'APPS_READ',
  'PROFILE_READ',
  'WEBHOOK_READ',
  'VERIFIED_RESOURCES_READ',
];
const TYPED = {
  name: 'Acme Typed',
  purpose: '',
  website: 'acme',
  support_email: 'help@acme.example',
  privacy_policy: 'https://acme.example/privacy',
  terms_of_service: 'https://acme.example/terms',
  redirect_uris: 'http://acme.example/one\nhttps://acme.example/two',
};

const service = useService();

const ticked = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('[name=scopes][checked]').map((box) => box.getAttribute('value') ?? '');
const counters = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('.scope-count').map(({ text }) => text.trim());
const openLevels = ({ root }: Page): readonly boolean[] =>
  root.querySelectorAll('details.level').map((level) => level.hasAttribute('open'));
const presets = ({ root }: Page): readonly string[] =>
  root.querySelectorAll('[name=preset]').map((button) => button.getAttribute('value') ?? '');
const valueOf = ({ root }: Page, name: string): string => {
  const field = root.querySelector(`#${name}`);
  return (field?.getAttribute('value') ?? field?.text ?? '').replaceAll('\r\n', '\n');
};

async function editing(scopes: readonly ('BOOKING_READ' | 'PROFILE_READ')[]) {
  const visitor = await visit(service);
  const client = await service.client({ scopes }, { ownerId: visitor.user.account.id });
  const path = `${SETTINGS}/clients/${client.clientId}`;
  return { ...visitor, client, form: await visitor.browser.get(`${path}/edit`) };
}

test('a new form shows every level, and the counters say that nothing is selected', async () => {
  const { browser } = await visit(service);
  const form = await browser.get(`${SETTINGS}/clients/new`);
  expect(openLevels(form)).toEqual([true, true, true]);
  expect(counters(form)).toEqual(['0 of 46 selected', '0 of 14', '0 of 18', '0 of 14']);
  expect(presets(form)).toEqual(['read_only']);
});

test('on edit only levels with a selected scope are open', async () => {
  const { form } = await editing(['BOOKING_READ', 'PROFILE_READ']);
  expect(openLevels(form)).toEqual([true, false, false]);
  expect(counters(form)).toEqual(['2 of 46 selected', '2 of 14', '0 of 18', '0 of 14']);
  expect(mainText(form).split('ORG_BOOKING_READ satisfies TEAM_BOOKING_READ')).toHaveLength(2);
});

test('without a script there is no search field, and Enter does not press a preset', async () => {
  const { form } = await editing(['PROFILE_READ']);
  expect(form.root.querySelector('[data-scope-search]')?.hasAttribute('hidden')).toBe(true);
  expect(form.root.querySelector('#main form button')?.getAttribute('name')).toBeUndefined();
});

test('"Read only" replaces the selection, keeps everything typed with the logo, and saves nothing', async () => {
  const { browser } = await visit(service);
  const logo = { filename: 'logo.png', type: 'image/png', bytes: await png() };
  const typed = { ...TYPED, kind: 'public', scopes: ['ORG_WEBHOOK_WRITE'], logo };
  const page = await browser.submit(await browser.get(`${SETTINGS}/clients/new`), typed, 'read_only');
  expect([page.status, ticked(page)]).toEqual([200, USER_READS]);
  expect(counters(page)).toEqual(['7 of 46 selected', '7 of 14', '0 of 18', '0 of 14']);
  expect(mainText(page)).toContain('“Read only” is selected: 7 scopes');
  for (const [name, value] of Object.entries(TYPED))
    expect([name, valueOf(page, name)]).toEqual([name, value]);
  expect(page.root.querySelector('[name=kind][checked]')?.getAttribute('value')).toBe('public');
  expect(page.root.querySelector('[name=logo_stored]')?.getAttribute('value')).toMatch(/^[0-9a-f]{64}$/);
  expect(mainText(await browser.get(SETTINGS))).toContain('You have no clients yet');
});

test('on edit a preset saves nothing, and keeps the version that was edited', async () => {
  const { browser, client, form } = await editing(['BOOKING_READ']);
  const { records } = service.stores.clients;
  const own = { website: '', purpose: 'Syncs.', redirect_uris: REDIRECT_URI };
  expect((await browser.submit(form, { ...own, name: 'Saved elsewhere' })).status).toBe(200);
  const before = await records.find(client.clientId);
  const page = await browser.submit(form, TYPED, 'read_only');
  expect([page.status, ticked(page), valueOf(page, 'name')]).toEqual([200, USER_READS, 'Acme Typed']);
  expect(await records.find(client.clientId)).toEqual(before);
  expect((await browser.submit(page, { ...own, name: 'Late' })).status).toBe(409);
});

test('on edit a preset selects what the calls of the client needed, once there are any', async () => {
  const { browser, user, client, form } = await editing(['BOOKING_READ', 'PROFILE_READ']);
  expect(presets(form)).toEqual(['read_only']);
  const { access_token: token } = await tokensFor(service, client, { user, browser });
  expect((await me(service, token)).status).toBe(200);
  let page = form;
  await until(async () => {
    page = await browser.get(`${SETTINGS}/clients/${client.clientId}/edit`);
    return presets(page).includes('used');
  });
  const applied = await browser.submit(page, {}, 'used');
  expect([applied.status, ticked(applied)]).toEqual([200, ['PROFILE_READ']]);
});

test('a preset on the form of another user is 404', async () => {
  const { form } = await editing(['BOOKING_READ']);
  const other = await visit(service);
  const csrf = (await other.browser.get(`${SETTINGS}/clients/new`)).root
    .querySelector('[name=csrf]')
    ?.getAttribute('value');
  const page = await other.browser.submit(form, { csrf: csrf ?? '' }, 'read_only');
  expect(page.status).toBe(404);
});
