/* `/settings/webhooks` with real forms: add, edit, test, replace the secret and delete, for every owner. */
import { parse } from 'node-html-parser';
import { Webhook } from 'standardwebhooks';
import { newTerms } from '../../../src/scheduling/event-types/rules.js';
import type { WatchedWebhook } from '../../../src/delivery/webhook-delivery-store.js';
import { formOf } from '../../clients/forms.js';
import { memberFixture } from '../../scheduling/member-fixture.js';
import { type Browser, createBrowser, type FieldValue, type Page } from '../../support/browser.js';
import { type Received, type Receiver, startReceiver } from '../../support/receiver.js';
import { type TestUser, useService } from '../../support/service.js';
import { until } from '../../support/until.js';

const PATH = '/settings/webhooks';
const ACTOR = { actor: 'test' };
const TERMS = { url: 'https://crm.example/hooks', triggers: ['BOOKING_CREATED'] };

/** How far the service is ahead of now, in milliseconds. */
let ahead = 0;
const service = useService({ clock: () => Date.now() + ahead });
let receiver: Receiver;
let user: TestUser;
let browser: Browser;
beforeEach(async () => {
  receiver = await startReceiver();
  user = await service.user('Ada Lovelace');
  browser = createBrowser(service.url);
  await browser.signIn(user);
});
afterEach(() => receiver.close());

type Fields = Readonly<Record<string, FieldValue>>;
const add = async (fields: Fields = {}): Promise<Page> =>
  browser.submit(formOf(await browser.get(`${PATH}/new`), PATH), { ...TERMS, ...fields });
const mine = (): Promise<readonly WatchedWebhook[]> =>
  service.stores.delivery.webhookWatch.list(user.account.id);
const first = async (): Promise<WatchedWebhook> => {
  const [webhook] = await mine();
  if (webhook === undefined) throw new Error('there is no webhook');
  return webhook;
};
const post = async (path: string, action: string, fields: Fields = {}): Promise<Page> =>
  browser.submit(formOf(await browser.get(path), action), fields);
const secretOn = ({ root }: Page): string => root.querySelector('[data-secret]')?.text.trim() ?? '';
const textOf = ({ root }: Page): string => root.querySelector('main')?.text ?? '';
const faultOf = ({ root }: Page, id: string): string | undefined =>
  root.querySelector(`#${id}-fault`)?.text.trim();

async function eventType(slug: string): Promise<number> {
  const terms = newTerms({ title: 'Intro', slug, lengthInMinutes: 30 });
  const made = await service.stores.scheduling.eventTypes.create(user.account.id, { terms, most: 9 }, ACTOR);
  if (typeof made !== 'object') throw new Error('no event type was made');
  return made.eventType.id;
}

/** The only request that arrives. */
async function received(): Promise<Received> {
  await until(() => Promise.resolve(receiver.received.length === 1));
  const [one] = receiver.received;
  if (one === undefined) throw new Error('nothing was received');
  return one;
}

test('a webhook is added with a secret that is shown once, and receives a signed test event', async () => {
  const created = await add({ url: receiver.url, template: '{"about":"{{title}}","of":"{{triggerEvent}}"}' });
  const secret = secretOn(created);
  expect([created.status, secret]).toEqual([201, expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/)]);
  const { id, ...webhook } = await first();
  expect(webhook).toMatchObject({
    ...{ url: receiver.url, triggers: TERMS.triggers, active: true, signed: true },
    record: { owner: { accountId: user.account.id } },
  });
  const path = `${PATH}/${id}`;
  expect(secretOn(await browser.get(path))).toBe('');
  const sent = await post(path, `${path}/tests`);
  expect(textOf(sent)).toContain('The test event is being sent to');
  const { headers, body } = await received();
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  expect(new Webhook(secret).verify(body, signed)).toEqual({ about: 'Test event', of: 'PING' });
  await until(async () => textOf(await browser.get(path)).includes('Delivered'));
  expect(textOf(await browser.get(path))).toContain('PING');
});

test('a webhook is edited, gets another secret, and is deleted after a question', async () => {
  const before = secretOn(await add());
  const { id } = await first();
  const path = `${PATH}/${id}`;
  const edit = await browser.get(`${path}/edit`);
  expect(edit.root.querySelector('input[value=BOOKING_CREATED]')?.hasAttribute('checked')).toBe(true);
  const fields = { url: receiver.url, triggers: ['BOOKING_CANCELLED', 'OOO_CREATED'], template: 'x' };
  expect(textOf(await browser.submit(formOf(edit, path), fields))).toContain(
    'was saved. Deliveries go to its URL',
  );
  expect(await first()).toMatchObject({ url: receiver.url, triggers: fields.triggers, signed: true });
  const after = secretOn(await post(path, `${path}/secret`));
  expect([after.startsWith('whsec_'), after === before]).toEqual([true, false]);
  await post(path, `${path}/tests`);
  const { headers } = await received();
  const [webhookId, timestamp] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])];
  const signature = new Webhook(after).sign(webhookId, new Date(timestamp * 1000), 'x');
  expect(headers['webhook-signature']).toBe(signature);
  const question = await browser.ask(formOf(await browser.get(path), `${path}/removal`), {});
  expect([textOf(question), (await mine()).length]).toEqual([
    expect.stringContaining('No more events are sent to it.'),
    1,
  ]);
  expect(textOf(await post(path, `${path}/removal`))).toContain('was deleted.');
  expect(await mine()).toEqual([]);
});

test('a secret is shown only after a recent sign-in', async () => {
  await add();
  const path = `${PATH}/${(await first()).id}`;
  const [form, rotation] = [await browser.get(`${PATH}/new`), await browser.get(path)];
  ahead = 11 * 60_000;
  const asked = [
    await browser.submit(formOf(form, PATH), TERMS),
    await browser.submit(formOf(rotation, `${path}/secret`), {}),
  ];
  ahead = 0;
  expect(asked.map(({ root }) => root.querySelector('h1')?.text)).toEqual(
    asked.map(() => 'Confirm it is you'),
  );
  expect(await mine()).toHaveLength(1);
});

test('a webhook of an event type is for the user who may change it', async () => {
  const eventTypeId = await eventType('intro');
  const page = await browser.get(`${PATH}/new`);
  expect(page.root.querySelectorAll('#owner option').map((option) => option.getAttribute('value'))).toEqual([
    'you',
    `event-type-${eventTypeId}`,
  ]);
  const refused = await add({ owner: `event-type-${eventTypeId}`, triggers: ['OOO_CREATED'] });
  expect([refused.status, faultOf(refused, 'triggers')]).toEqual([
    422,
    expect.stringContaining('This trigger never fires for an event type'),
  ]);
  for (const owner of ['organization-1', 'event-type-999999', '']) {
    const unknown = await add({ owner });
    expect([unknown.status, faultOf(unknown, 'owner')]).toEqual([422, 'Choose one of the list.']);
  }
  await add({ owner: `event-type-${eventTypeId}` });
  const { id, of, record } = await first();
  expect([of, record?.owner]).toEqual([
    { kind: 'event type', name: 'Intro' },
    { accountId: user.account.id, eventTypeId },
  ]);
  expect((await browser.get(`${PATH}/${id}/edit`)).root.querySelector('[value=OOO_CREATED]')).toBeNull();
});

test('administrators of an organization add webhooks to it and to event types of its teams', async () => {
  const groups = memberFixture(service);
  const { id } = user.account;
  const organization = await groups.organization(id, 'Harbour Clinic');
  const team = await groups.team(id, organization, 'Front desk');
  const member = await service.user();
  await groups.join(organization, id, member.account.id);
  await groups.join(team, id, member.account.id);
  const terms = newTerms({ title: 'Visit', slug: 'visit', lengthInMinutes: 30 });
  const assignment = { schedulingType: 'roundRobin', assignAllTeamMembers: true, hosts: [] } as const;
  const input = { ...assignment, terms, most: 9 };
  await service.stores.scheduling.teamEventTypes.create({ teamId: team }, input, ACTOR);
  const options = (await browser.get(`${PATH}/new`)).root.querySelectorAll('#owner option');
  const labels = options.map(({ text }) => text.replace(/[\u2068\u2069]/gu, ''));
  expect(labels).toEqual([
    'You: all your bookings',
    'The organization Harbour Clinic',
    'The event type Visit of Front desk',
  ]);
  for (const option of options.slice(1)) await add({ owner: option.getAttribute('value') ?? '' });
  expect((await mine()).map(({ of, record }) => [of?.kind, record?.owner])).toEqual([
    ['organization', { teamId: organization }],
    ['event type', { teamId: team, eventTypeId: expect.any(Number) }],
  ]);
  const path = `${PATH}/${(await mine())[1]?.id ?? ''}`;
  await post(`${path}/edit`, path, { url: 'https://moved.example/hooks' });
  expect((await mine())[1]?.url).toBe('https://moved.example/hooks');
  const other = createBrowser(service.url);
  await other.signIn(member);
  expect((await other.get(`${PATH}/new`)).root.querySelectorAll('#owner option')).toHaveLength(1);
  expect((await other.get(path)).status).toBe(404);
});

test.each([
  [{ url: 'crm.example/hooks' }, 'url', 'The URL is not a URL'],
  [{ url: 'http://10.0.0.1/hooks' }, 'url', 'The URL '],
  [{ triggers: [] }, 'triggers', 'Choose at least one trigger.'],
  [{ triggers: ['BOOKING_PAID'] }, 'triggers', 'This trigger never fires'],
  [{ template: '{{#open' }, 'template', 'The template is broken'],
  [{ template: 'x'.repeat(10_001) }, 'template', 'The body must be text of at most'],
] as const)('%j is refused at %s, and the input is kept', async (fields, id, fault) => {
  const typed = { template: 'kept', ...fields };
  const refused = await add(typed);
  expect([refused.status, faultOf(refused, id)]).toEqual([422, expect.stringContaining(fault)]);
  expect(refused.root.querySelector('textarea')?.text.trim()).toBe(typed.template);
  expect(refused.root.querySelector(`.error-summary a[href="#${id}"]`)).not.toBeNull();
  expect(await mine()).toEqual([]);
});

test('a URL that has a webhook already is refused, and the input is kept', async () => {
  await add();
  const twice = await add({ triggers: ['MEETING_ENDED'] });
  expect([twice.status, twice.root.querySelector('.notice')?.text]).toEqual([
    409,
    expect.stringContaining('There is a webhook for this URL here already.'),
  ]);
  expect(twice.root.querySelector('[value=MEETING_ENDED]')?.hasAttribute('checked')).toBe(true);
});

test('a webhook that is switched off gets no test event', async () => {
  await add();
  const { id } = await first();
  const path = `${PATH}/${id}`;
  const before = await browser.get(path);
  await post(path, `${path}/activity`, { active: 'off' });
  expect(textOf(await browser.get(path))).toContain('Switch the webhook on first.');
  expect((await browser.submit(formOf(before, `${path}/tests`), {})).status).toBe(409);
  const { deliveries } = service.stores.delivery.webhookWatch;
  expect(await deliveries(user.account.id, id, { limit: 9 })).toEqual([]);
});

test('a webhook of somebody else is not found', async () => {
  await add();
  const { id } = await first();
  const other = createBrowser(service.url);
  await other.signIn(await service.user());
  const page = await other.get(`${PATH}/new`);
  const csrf = page.root.querySelector('input[name=csrf]')?.outerHTML ?? '';
  for (const path of ['', '/edit']) expect((await other.get(`${PATH}/${id}${path}`)).status).toBe(404);
  for (const action of ['', '/secret', '/tests', '/removal', '/activity']) {
    const form = parse(`<form method="post" action="${PATH}/${id}${action}">${csrf}</form>`);
    expect((await other.submit({ ...page, root: form }, {})).status).toBe(404);
  }
  expect(await mine()).toHaveLength(1);
});

test('the webhook of a client is changed on the page of the client', async () => {
  const client = await service.client({}, { ownerId: user.account.id });
  const path = `/settings/developer/clients/${client.clientId}/webhook`;
  await post(path, path, { url: receiver.url });
  const { id, record } = await first();
  expect(record).toBeUndefined();
  const page = await browser.get(`${PATH}/${id}`);
  expect(page.root.querySelectorAll('form').map((form) => form.getAttribute('action'))).not.toContain(
    `${PATH}/${id}/secret`,
  );
  expect((await browser.get(`${PATH}/${id}/edit`)).status).toBe(404);
});
