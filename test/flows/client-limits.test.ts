/* How many clients an account may have waiting, and how often it may save their forms. */
import { FORM_LIMITS } from '../../src/web/developer/form-limits.js';
import { MAX_PENDING } from '../../src/clients/rules.js';
import type { Page } from '../support/browser.js';
import { visit } from '../support/oauth.js';
import type { Visitor } from '../support/oauth.js';
import { useService } from '../support/service.js';
import { mainText } from '../clients/forms.js';

const SETTINGS = '/settings/developer';
const FORM = {
  name: 'One Too Many',
  purpose: 'Sees where it ends.',
  website: 'https://acme.example',
  kind: 'public',
  redirect_uris: 'https://acme.example/cb',
  scopes: ['PROFILE_READ'],
};

const service = useService({ env: { CLIENTS_PER_ACCOUNT: '21' } });

const register = async ({ browser }: Visitor, change: Partial<typeof FORM> = {}): Promise<Page> =>
  browser.submit(await browser.get(`${SETTINGS}/clients/new`), { ...FORM, ...change });

const pendingOf = ({ user }: Visitor) => service.client({}, { ownerId: user.account.id, approved: false });

const spend = async (kind: keyof typeof FORM_LIMITS, { user }: Visitor): Promise<void> => {
  const limit = FORM_LIMITS[kind];
  for (let spent = 0; spent < limit.attempts; spent += 1)
    await service.stores.throttle.take(`client-${kind}:${user.account.id}`, limit);
};

/** The form again, with what was typed and why nothing was saved. */
function expectRefused(page: Page, status: number, message: RegExp): void {
  expect(page.status).toBe(status);
  expect(mainText(page)).toMatch(message);
  expect(page.root.querySelector('[role=alert]')?.text).toContain('Nothing was saved');
  expect(page.root.querySelector('input[name=name]')?.getAttribute('value')).toBe(FORM.name);
  expect(page.root.querySelector('textarea[name=purpose]')?.text.trim()).toBe(FORM.purpose);
  expect(page.root.querySelectorAll('input[name=scopes][checked]')).toHaveLength(1);
}

test('an owner may have a limited number of pending clients; a verdict or a deletion makes room', async () => {
  const visitor = await visit(service);
  const waiting = [];
  for (let count = 0; count < MAX_PENDING; count += 1) waiting.push(await pendingOf(visitor));
  expectRefused(await register(visitor), 409, /20 of your clients are already waiting for review/);
  expect(mainText(await visitor.browser.get(SETTINGS))).not.toContain(FORM.name);
  await service.stores.clients.clients.setStatus(waiting[0]?.clientId ?? '', 'approved', undefined, {
    actor: 'test',
  });
  expect((await register(visitor)).status).toBe(200);
  expectRefused(await register(visitor), 409, /Delete one that you do not need/);
  const cause = { actor: 'test' };
  await service.stores.clients.records.remove(waiting[1]?.clientId ?? '', visitor.user.account.id, cause);
  expect((await register(visitor)).status).toBe(200);
  expect((await register(await visit(service))).status).toBe(200);
});

test('an owner may have a limited number of clients, whatever their status; a removal makes room', async () => {
  const visitor = await visit(service);
  const ownerId = visitor.user.account.id;
  const owned = [await pendingOf(visitor)];
  for (let count = 1; count < 21; count += 1) owned.push(await service.client({}, { ownerId }));
  expectRefused(await register(visitor), 409, /You own 21 clients, the most that an account may own/);
  const { records } = service.stores.clients;
  await records.remove(owned[1]?.clientId ?? '', ownerId, { actor: 'test' });
  const both = await Promise.all([register(visitor), register(visitor)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('registrations of one account are limited; a form with faults is not counted', async () => {
  const visitor = await visit(service);
  expect((await register(visitor, { name: '' })).status).toBe(422);
  await spend('registrations', visitor);
  const refused = await register(visitor);
  expectRefused(refused, 429, /Too many registrations within an hour\. Wait 60 minutes/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await register(visitor, { name: '' })).status).toBe(422);
});

test('changes of one account are limited, and nothing of a refused one is saved', async () => {
  const visitor = await visit(service);
  const { clientId } = await pendingOf(visitor);
  const path = `${SETTINGS}/clients/${clientId}`;
  await spend('changes', visitor);
  const { kind: _, ...edited } = FORM;
  const refused = await visitor.browser.submit(await visitor.browser.get(`${path}/edit`), edited);
  expectRefused(refused, 429, /Too many changes within an hour\. Wait 60 minutes/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect(mainText(await visitor.browser.get(path))).not.toContain(FORM.name);
});
