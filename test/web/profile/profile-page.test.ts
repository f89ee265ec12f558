/* The profile page: what it changes, what it refuses, and two edits at once. */
import type { Browser, FieldValue, Page } from '../../support/browser.js';
import { visit } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { formOf, mainText } from '../../clients/forms.js';

const PATH = '/settings/profile';
const ACTOR = { actor: 'test' };

const service = useService();

const profiles = () => service.stores.scheduling.profiles;
const open = async (browser: Browser): Promise<Page> => formOf(await browser.get(PATH), PATH);
const save = async (browser: Browser, fields: Readonly<Record<string, FieldValue>>): Promise<Page> =>
  browser.submit(await open(browser), fields);
const valueIn = ({ root }: Page, field: string): string | undefined =>
  root.querySelector(`input[name=${field}]`)?.getAttribute('value');
const faultOf = ({ root }: Page, field: string): string =>
  root.querySelector(`#${field}-fault`)?.text.trim() ?? '';

describe('the profile page', () => {
  test('changes everything that it shows, and says so', async () => {
    const { browser, user } = await visit(service);
    const username = `ada.${user.account.id}`;
    const change = { name: 'Ada King', avatarUrl: 'https://pictures.example/ada.png', bio: 'At the desk.' };
    const times = { timeZone: 'America/Sao_Paulo', weekStart: 'Monday', locale: 'pt-BR' };
    const typed = { ...change, ...times, username: `  Ada.${user.account.id} `, timeFormat: '24' };
    const after = await save(browser, typed);
    expect([after.status, mainText(after)]).toEqual([200, expect.stringContaining('Your profile is saved.')]);
    const expected = { ...change, ...times, username, timeFormat: 24, version: 1 };
    expect(await profiles().profile(user.account.id)).toMatchObject(expected);
    const emptied = await save(browser, { avatarUrl: '', bio: '' });
    expect(emptied.status).toBe(200);
    expect(await profiles().profile(user.account.id)).toMatchObject({
      ...expected,
      ...{ avatarUrl: null, bio: '', version: 2 },
    });
  });

  test('saved as it is, changes nothing', async () => {
    const { browser, user } = await visit(service);
    const before = await profiles().profile(user.account.id);
    expect(mainText(await save(browser, {}))).toContain('Your profile is saved.');
    expect(await profiles().profile(user.account.id)).toEqual(before);
  });

  test('shows again what was typed, with a message at each faulty field and a list of all of them', async () => {
    const { browser, user } = await visit(service);
    const before = await profiles().profile(user.account.id);
    const refused = await save(browser, {
      ...{ name: ' ', username: 'two words', avatarUrl: 'http://pictures.example/a.png' },
      ...{ timeZone: '+02:00', timeFormat: '7', weekStart: 'Someday', locale: 'xx', bio: 'x'.repeat(2_001) },
    });
    expect(refused.status).toBe(422);
    const fields = ['name', 'username', 'avatarUrl', 'bio', 'timeZone', 'timeFormat', 'weekStart', 'locale'];
    expect(fields.filter((field) => faultOf(refused, field) === '')).toEqual([]);
    expect(faultOf(refused, 'name')).toBe('The name must not be empty.');
    const linked = refused.root.querySelectorAll('[role=alert] a').map((link) => link.getAttribute('href'));
    expect(linked).toEqual(fields.map((field) => `#${field}`));
    expect(valueIn(refused, 'username')).toBe('two words');
    expect(await profiles().profile(user.account.id)).toEqual(before);
  });

  test('refuses a username that is taken or reserved', async () => {
    const [{ browser, user }, other] = [await visit(service), await service.user()];
    const taken = await save(browser, { username: other.account.username });
    expect([taken.status, faultOf(taken, 'username')]).toEqual([
      422,
      'This username is taken. Choose another one.',
    ]);
    const reserved = await save(browser, { username: 'Settings' });
    expect([reserved.status, faultOf(reserved, 'username')]).toEqual([
      422,
      'The username must not be one that the service keeps for itself.',
    ]);
    expect((await profiles().profile(user.account.id))?.username).toBe(user.account.username);
  });

  test('leaves alone a reserved username, a language and an alias of a time zone that the account has', async () => {
    const { browser, user } = await visit(service);
    const { id } = user.account;
    await service.backend.db('account').where({ id }).update({ username: 'teams', locale: 'tlh' });
    await profiles().changeProfile(id, { timeZone: 'US/Eastern' }, ACTOR);
    expect((await save(browser, { name: 'Ada' })).status).toBe(200);
    expect(await profiles().profile(id)).toMatchObject({
      ...{ name: 'Ada', username: 'teams', locale: 'tlh', timeZone: 'US/Eastern' },
    });
  });

  test('does not undo a change that was made since it was shown, until the user saves again', async () => {
    const { browser, user } = await visit(service);
    const opened = await open(browser);
    await profiles().changeProfile(user.account.id, { bio: 'By an application.' }, ACTOR);
    const refused = await browser.submit(opened, { name: 'Ada King' });
    expect([refused.status, mainText(refused)]).toEqual([409, expect.stringContaining('changed elsewhere')]);
    expect(valueIn(refused, 'name')).toBe('Ada King');
    expect(await profiles().profile(user.account.id)).toMatchObject({ bio: 'By an application.' });
    expect((await browser.submit(formOf(refused, PATH), {})).status).toBe(200);
    expect(await profiles().profile(user.account.id)).toMatchObject({ name: 'Ada King', bio: '' });
  });

  test('keeps the version of a form that is shown again with faults', async () => {
    const { browser, user } = await visit(service);
    const faulty = await save(browser, { name: '' });
    await profiles().changeProfile(user.account.id, { bio: 'By an application.' }, ACTOR);
    expect((await browser.submit(formOf(faulty, PATH), { name: 'Ada' })).status).toBe(409);
  });

  test('saves one of two edits at once', async () => {
    const { browser, user } = await visit(service);
    const opened = await open(browser);
    const replies = await Promise.all(
      ['Ada', 'Grace', 'Edith'].map((name) => browser.submit(opened, { name })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await profiles().profile(user.account.id))?.version).toBe(1);
  });

  test('leads to the address, the data and the deletion of the account', async () => {
    const { browser } = await visit(service);
    const links = (await browser.get(PATH)).root.querySelectorAll('main a');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/settings/security/address/change',
      '/settings/account',
    ]);
  });
});
