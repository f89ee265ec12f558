/* Webhooks as records: the same terms at each mount, accessible only to their owner. */
import { SCOPE_NAMES } from '../../../src/scopes/catalogue.js';
import { TRIGGERS, triggerFault } from '../../../src/events/triggers.js';
import { ACTOR, openFixture } from '../../api/api-fixture.js';
import type { Fixture } from '../../api/api-fixture.js';
import { newEventType, newGroupEventType, team } from '../../api/example-resources.js';

interface WebhookView {
  readonly id: number;
  readonly subscriberUrl: string;
  readonly triggers: readonly string[];
  readonly active: boolean;
  readonly payloadTemplate: string;
  readonly secret?: string;
}

interface Answer<D> {
  readonly status: number;
  readonly data: D;
  readonly message: string;
  readonly faults: readonly string[];
}

interface Envelope<D> {
  readonly data: D;
  readonly error?: {
    readonly message: string;
    readonly details: { readonly errors?: readonly { readonly property: string }[] };
  };
}

let fixture: Fixture;
let token: string;
let nonMember: string;
let member: string;
/** Each mount, and the id of the owner in its webhooks. */
const mounts: Record<'person' | 'event type' | 'team' | 'organization', readonly [string, object]> = {
  person: ['', {}],
  'event type': ['', {}],
  team: ['', {}],
  organization: ['', {}],
};
const MOUNTS = ['person', 'event type', 'team', 'organization'] as const;
const pathOf = (mount: (typeof MOUNTS)[number]): string => mounts[mount][0];

/** A member of the team without a managing role. */
async function addMember(groupId: number): Promise<number> {
  const { service, accountId, nonMember: otherUser } = fixture;
  const id = await otherUser();
  const {
    teams: { memberships, ownMemberships },
  } = service.stores;
  const terms = { role: 'member', accepted: true, disableImpersonation: false } as const;
  const added = await memberships.add(groupId, accountId, { accountId: id, ...terms }, ACTOR);
  if (typeof added !== 'object') throw new Error(`not added: ${added}`);
  await ownMemberships.agree(id, added.id, ACTOR);
  return id;
}

beforeAll(async () => {
  fixture = await openFixture();
  const { call, orgId, accountId } = fixture;
  const everything = SCOPE_NAMES.join(' ');
  token = await fixture.token(everything);
  nonMember = await fixture.token(everything, await fixture.nonMember());
  const own = (await call('POST', '/v2/event-types', newEventType(fixture))).id;
  const teamId = (await call('POST', '/v2/teams', team(fixture))).id;
  const kind = newGroupEventType(fixture, { teamId: String(teamId) });
  const groupBooked = (await call('POST', `/v2/teams/${teamId}/event-types`, kind)).id;
  mounts.person = ['/v2/webhooks', { userId: accountId }];
  mounts['event type'] = [`/v2/event-types/${own}/webhooks`, { eventTypeId: own }];
  mounts.team = [`/v2/teams/${teamId}/event-types/${groupBooked}/webhooks`, { eventTypeId: groupBooked }];
  mounts.organization = [`/v2/organizations/${orgId}/webhooks`, { teamId: orgId }];
  member = await fixture.token(everything, await addMember(teamId));
});
afterAll(() => fixture.close());

async function send<D = WebhookView>(
  method: string,
  path: string,
  body?: unknown,
  holder = token,
): Promise<Answer<D>> {
  const { status, text } = await fixture.wire.send({ method, path, token: holder, body });
  const { data, error } = JSON.parse(text) as Envelope<D>;
  const faults = (error?.details.errors ?? []).map(({ property }) => property);
  return { status, data, faults, message: error?.message ?? '' };
}

const url = (): string => `https://receiver.example/${fixture.next()}`;
const terms = (change: object = {}) => ({
  ...{ active: true, subscriberUrl: url(), triggers: ['BOOKING_CREATED'] },
  ...change,
});
const createWebhook = async (path: string, change: object = {}): Promise<WebhookView> => {
  const { status, data, message } = await send('POST', path, terms(change));
  expect([status, message]).toEqual([201, '']);
  return data;
};

describe.each(MOUNTS.map((mount) => [mount] as const))('webhooks of a %s', (mount) => {
  test('a webhook is created, read, listed, changed and deleted', async () => {
    const [path, named] = mounts[mount];
    const input = terms({ secret: 's3cret', payloadTemplate: '{"text":"{{title}}"}' });
    const created = await send('POST', path, { ...input, version: '2021-10-20', unknown: 1 });
    const { id } = created.data;
    const expected = { ...input, ...named, id: expect.any(Number) };
    expect([created.status, created.data]).toEqual([201, expected]);
    expect(await send('GET', `${path}/${id}`)).toMatchObject({ status: 200, data: created.data });
    expect((await send<readonly WebhookView[]>('GET', path)).data).toContainEqual(created.data);
    const change = { active: false, triggers: ['MEETING_ENDED'] };
    const changed = await send('PATCH', `${path}/${id}`, change);
    expect([changed.status, changed.data]).toEqual([200, { ...created.data, ...change }]);
    expect((await send('PATCH', `${path}/${id}`, {})).data).toEqual(changed.data);
    expect(await send('DELETE', `${path}/${id}`)).toMatchObject({ status: 200, data: changed.data });
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await send(method, `${path}/${id}`, method === 'PATCH' ? {} : undefined)).status).toBe(404);
  });

  test('a secret and a template are set and removed', async () => {
    const path = pathOf(mount);
    const { id, ...bare } = await createWebhook(path);
    expect(bare).not.toHaveProperty('secret');
    expect(bare.payloadTemplate).toBe('');
    const change = (body: object) => send('PATCH', `${path}/${id}`, body);
    expect((await change({ secret: 'one', payloadTemplate: 'Hello' })).data).toMatchObject({
      ...{ secret: 'one', payloadTemplate: 'Hello' },
    });
    expect((await change({ active: true })).data).toMatchObject({ secret: 'one', payloadTemplate: 'Hello' });
    const removed = await change({ secret: '', payloadTemplate: null });
    expect(removed.data).not.toHaveProperty('secret');
    expect(removed.data.payloadTemplate).toBe('');
  });

  test('a URL is unique', async () => {
    const path = pathOf(mount);
    const [one, other] = [await createWebhook(path), await createWebhook(path)];
    const { subscriberUrl } = one;
    expect(await send('POST', path, terms({ subscriberUrl }))).toMatchObject({ status: 409 });
    expect(await send('PATCH', `${path}/${other.id}`, { subscriberUrl })).toMatchObject({ status: 409 });
    expect((await send('PATCH', `${path}/${one.id}`, { subscriberUrl })).status).toBe(200);
    expect((await send('GET', `${path}/${other.id}`)).data).toEqual(other);
  });

  test('webhooks of other owners are not found', async () => {
    const path = pathOf(mount);
    const { id } = await createWebhook(path);
    expect((await send('GET', `${path}/${id}`, undefined, nonMember)).status).toBe(404);
    expect((await send('PATCH', `${path}/${id}`, { active: false }, nonMember)).status).toBe(404);
    expect((await send('DELETE', `${path}/${id}`, undefined, nonMember)).status).toBe(404);
    const [listed, added] = [
      await send<readonly WebhookView[]>('GET', path, undefined, nonMember),
      await send('POST', path, terms(), nonMember),
    ];
    if (mount === 'person') expect([listed.data, added.status]).toEqual([[], 201]);
    else expect([listed.status, added.status]).toEqual([404, 404]);
    for (const other of MOUNTS.filter((one) => one !== mount))
      expect((await send('GET', `${pathOf(other)}/${id}`)).status).toBe(404);
    expect(await send('GET', `${path}/${id}`)).toMatchObject({ status: 200, data: { active: true } });
  });

  test.each<[string, string, object]>([
    ['is no URL', 'subscriberUrl', { subscriberUrl: 'no url' }],
    ['is another scheme', 'subscriberUrl', { subscriberUrl: 'ftp://receiver.example' }],
    ['carries a password', 'subscriberUrl', { subscriberUrl: 'https://ada:secret@receiver.example' }],
    ['is private', 'subscriberUrl', { subscriberUrl: 'http://10.0.0.1/hook' }],
    ['is private in IPv6', 'subscriberUrl', { subscriberUrl: 'https://[::ffff:169.254.169.254]/' }],
    ['is too long', 'subscriberUrl', { subscriberUrl: `https://receiver.example/${'x'.repeat(2_048)}` }],
    ['is a number', 'subscriberUrl', { subscriberUrl: 7 }],
    ['is empty', 'triggers', { triggers: [] }],
    ['is text', 'triggers', { triggers: 'BOOKING_CREATED' }],
    ['is unknown', 'triggers.1', { triggers: ['BOOKING_CREATED', 'BOOKING_EATEN'] }],
    ['never fires', 'triggers.0', { triggers: ['BOOKING_PAID'] }],
    ['is text', 'active', { active: 'yes' }],
    ['is broken', 'payloadTemplate', { payloadTemplate: '{{title' }],
    ['has sections', 'payloadTemplate', { payloadTemplate: '{{#attendees}}{{name}}{{/attendees}}' }],
    ['is too long', 'payloadTemplate', { payloadTemplate: 'x'.repeat(10_001) }],
    ['is too long', 'secret', { secret: 'x'.repeat(501) }],
    ['is a number', 'secret', { secret: 7 }],
    ['is unknown', 'version', { version: '2099-01-01' }],
  ])('an input that %s is refused as %s', async (_, property, change) => {
    const path = pathOf(mount);
    const { id } = await createWebhook(path);
    for (const refused of [
      await send('POST', path, terms(change)),
      await send('PATCH', `${path}/${id}`, change),
    ])
      expect([refused.status, refused.faults]).toEqual([400, [property]]);
  });

  test('refuses every trigger that never fires with a reason', async () => {
    const ofEventType = mount === 'team' || mount === 'event type';
    for (const trigger of TRIGGERS) {
      const fault = triggerFault(trigger, ofEventType);
      const { status, message } = await send('POST', pathOf(mount), terms({ triggers: [trigger] }));
      expect([trigger, status]).toEqual([trigger, fault === undefined ? 201 : 400]);
      if (fault !== undefined) expect(message).toBe(`triggers.0: this trigger ${fault}`);
    }
  });
});

test('names every missing property', async () => {
  const { status, faults } = await send('POST', '/v2/webhooks', {});
  expect([status, [...faults].sort()]).toEqual([400, ['active', 'subscriberUrl', 'triggers']]);
});

test('a repeated trigger counts once', async () => {
  const triggers = ['OOO_CREATED', 'BOOKING_CREATED', 'OOO_CREATED'];
  expect((await createWebhook('/v2/webhooks', { triggers })).triggers).toEqual([
    'OOO_CREATED',
    'BOOKING_CREATED',
  ]);
});

test('a list is paged, oldest first', async () => {
  const path = pathOf('organization');
  const ids = [await createWebhook(path), await createWebhook(path), await createWebhook(path)].map(
    ({ id }) => id,
  );
  const all = (await send<readonly WebhookView[]>('GET', path)).data.map(({ id }) => id);
  expect(all.slice(-3)).toEqual(ids);
  const skip = all.length - 2;
  const page = await send<readonly WebhookView[]>('GET', `${path}?take=1&skip=${skip}`);
  expect(page.data.map(({ id }) => id)).toEqual([ids[1]]);
  expect((await send('GET', `${path}?take=251`)).status).toBe(400);
});

test.each(['event type', 'team'] as const)('all webhooks of an %s are deleted at once', async (mount) => {
  const path = pathOf(mount);
  const before = (await send<readonly WebhookView[]>('GET', path)).data.length;
  const other = await createWebhook('/v2/webhooks');
  expect((await send<string>('DELETE', path)).data).toBe(`${before} webhooks deleted`);
  expect((await send('GET', path)).data).toEqual([]);
  expect((await send<string>('DELETE', path)).data).toBe('0 webhooks deleted');
  expect((await send('DELETE', path, undefined, nonMember)).status).toBe(404);
  expect((await send('GET', `/v2/webhooks/${other.id}`)).status).toBe(200);
});

test('members read the webhooks of their team’s event types; only its managers read the secret', async () => {
  const path = pathOf('team');
  const { id, secret, ...rest } = await createWebhook(path, { secret: 'signing' });
  expect(secret).toBe('signing');
  const read = await send('GET', `${path}/${id}`, undefined, member);
  expect([read.status, read.data]).toEqual([200, { ...rest, id }]);
  const list = (await send<readonly WebhookView[]>('GET', path, undefined, member)).data;
  expect(list.filter((one) => 'secret' in one)).toEqual([]);
  expect((await send('POST', path, terms(), member)).status).toBe(403);
  expect((await send('PATCH', `${path}/${id}`, { active: false }, member)).status).toBe(403);
  expect((await send('DELETE', path, undefined, member)).status).toBe(403);
});

test('the secret is stored sealed, and the audit log names only the host', async () => {
  const secret = 'never at rest';
  const subscriberUrl = 'https://hooks.example/T0/opens-the-room';
  const { id } = await createWebhook('/v2/webhooks', { secret, subscriberUrl });
  const row = await fixture.db('webhook').where({ number: id }).first<{ secret_sealed: string }>();
  expect(row.secret_sealed).not.toContain(secret);
  const entries = await fixture.service.stores.events.audit.read({
    ...{ filter: { subject: `webhook:${id}` }, order: 'newest', limit: 5 },
  });
  expect(entries).toMatchObject([
    {
      ...{ action: 'webhook.created', actor: `account:${fixture.accountId}` },
      facts: { host: 'hooks.example', accountId: fixture.accountId, triggers: ['BOOKING_CREATED'] },
    },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/opens-the-room|never at rest/);
});

test('a disabled webhook is not active, and active: true enables it again', async () => {
  const { id } = await createWebhook('/v2/webhooks');
  const row = () => fixture.db('webhook').where({ number: id });
  await row().update({
    disabled_at: new Date(),
    disabled_reason: 'Nobody answered.',
    failing_since: new Date(),
  });
  const path = `/v2/webhooks/${id}`;
  expect((await send('GET', path)).data.active).toBe(false);
  expect((await send('PATCH', path, { triggers: ['MEETING_ENDED'] })).data.active).toBe(false);
  expect((await send('PATCH', path, { active: true })).data.active).toBe(true);
  expect(await row().first()).toMatchObject({
    ...{ disabled_at: null, disabled_reason: null, failing_since: null },
  });
});

test('a webhook is deleted with its event type', async () => {
  const eventTypeId = (await fixture.call('POST', '/v2/event-types', newEventType(fixture))).id;
  const { id } = await createWebhook(`/v2/event-types/${eventTypeId}/webhooks`);
  await fixture.call('DELETE', `/v2/event-types/${eventTypeId}`);
  expect(await fixture.db('webhook').where({ number: id })).toEqual([]);
});
