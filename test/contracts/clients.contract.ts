/* What every ClientStore promises, together with the audit rows its changes leave. */
import { linksOf } from '../../src/clients/links.js';
import type { Client, ClientStatus, NewClient } from '../../src/clients/store.js';
import type { Stores } from '../../src/stores.js';
import { ACTOR, ODD_TEXTS, UNSTORABLE_TEXTS, client, newAccount, secret, unique } from './samples.js';

type Needed = Pick<Stores, 'accounts' | 'clients' | 'events'>;

const STATUSES: readonly ClientStatus[] = ['pending', 'approved', 'rejected', 'suspended'];
const ALLOWED: readonly string[] = [
  'pending approved',
  'pending rejected',
  'approved suspended',
  'suspended approved',
  'rejected approved',
];

export function clientsContract(open: () => Needed): void {
  let owner = 0;
  beforeAll(async () => {
    const account = await open().accounts.accounts.create(newAccount(), ACTOR);
    if (account !== 'email_taken') owner = account.id;
  });

  async function created(change: Partial<NewClient> = {}) {
    const {
      clients: { clients },
    } = open();
    const input = client(owner, change);
    expect(await clients.create(input, ACTOR)).toBe('created');
    const found = async (): Promise<Client> => {
      const there = await clients.find(input.id);
      if (!there) throw new Error('the client is not there');
      return there;
    };
    return { clients, input, id: input.id, found };
  }

  const actionsOf = async (id: string) => {
    const entries = await open().events.audit.list(undefined, 10_000);
    return entries.filter(({ subject }) => subject === `client:${id}`).map(({ action }) => action);
  };

  test('a client is found by its id, with lists in their order', async () => {
    const { input, found } = await created({ secrets: [secret(), secret()] });
    const { createdAt, secrets, ...rest } = await found();
    const { secrets: newSecrets, ...expected } = input;
    const added = {
      version: 1,
      removedScopes: new Map(),
      migrating: false,
      managerIds: [owner],
      testerIds: [],
      allowedSchemes: [],
    };
    expect(rest).toEqual({ ...expected, ...added });
    expect(Date.now() - createdAt.getTime()).toBeLessThan(60_000);
    expect(secrets).toHaveLength(2);
    expect(secrets).toEqual(
      expect.arrayContaining(newSecrets.map((one) => expect.objectContaining(one) as unknown)),
    );
    expect(secrets.every((one) => Date.now() - one.createdAt.getTime() < 60_000)).toBe(true);
  });

  test('parallel look-ups of clients each find their client', async () => {
    const [first, second] = [await created(), await created()];
    const ids = [first.id, unique(), second.id, first.id, 'broken \0'];
    const found = await Promise.all(ids.map((id) => open().clients.clients.find(id)));
    expect(found.map((client) => client?.id)).toEqual([first.id, undefined, second.id, first.id, undefined]);
  });

  test('parallel registrations cannot exceed the limit of pending clients of one owner', async () => {
    const {
      accounts: { accounts },
      clients: { clients },
    } = open();
    const account = await accounts.create(newAccount(), ACTOR);
    if (account === 'email_taken') throw new Error('a random address was taken');
    const register = (change: Partial<NewClient>) =>
      clients.create(client(account.id, { status: 'pending', ...change }), ACTOR);
    expect(await register({})).toBe('created');
    const verdicts = await Promise.all(Array.from({ length: 6 }, () => register({ maxPending: 3 })));
    expect(verdicts.sort()).toEqual(['created', 'created', ...Array<string>(4).fill('too_many_pending')]);
    expect(await register({})).toBe('created');
    expect(await clients.create(client(owner, { status: 'pending', maxPending: 1000 }), ACTOR)).toBe(
      'created',
    );
  });

  test('a resource server must be confidential', async () => {
    const { found } = await created({ resourceServer: true });
    expect((await found()).resourceServer).toBe(true);
    const secretless = client(owner, { kind: 'public', secrets: [], resourceServer: true });
    await expect(open().clients.clients.create(secretless, ACTOR)).rejects.toThrow(
      'client_resource_server_has_secret',
    );
  });

  test('absent members stay absent', async () => {
    const { id, name, purpose, kind, status, legacy, redirectUris, scopes, secrets } = client(owner);
    const rest = { id, name, purpose, kind, status, legacy, redirectUris, scopes, secrets, ownerId: owner };
    await open().clients.clients.create(rest, ACTOR);
    const found = await open().clients.clients.find(rest.id);
    expect(Object.keys(found ?? {})).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(website|supportEmail|privacyPolicy|termsOfService|logo|statusReason)$/),
      ]),
    );
    expect(await open().clients.clients.find(unique())).toBeUndefined();
  });

  test('the audit log contains a new client, and only the last characters of its secrets', async () => {
    const { id, input } = await created({ secrets: [secret(), secret()] });
    const entries = await open().events.audit.list(undefined, 10_000);
    const { name, purpose, kind, status, legacy, resourceServer, redirectUris, scopes } = input;
    expect(entries.find(({ subject }) => subject === `client:${id}`)).toMatchObject({
      action: 'client.created',
      facts: {
        ...{ name, purpose, kind, status, legacy, resourceServer, redirectUris, scopes, ...linksOf(input) },
        owner: input.ownerId,
        secrets: input.secrets.map((one) => ({ secret: one.id, hint: one.hint })),
      },
    });
  });

  test('a legacy client has no scopes, a public client no secrets', async () => {
    const legacy = await created({ legacy: true, scopes: [] });
    expect(await legacy.found()).toMatchObject({ legacy: true, scopes: [] });
    const publicClient = await created({ kind: 'public', secrets: [] });
    expect(await publicClient.found()).toMatchObject({ kind: 'public', secrets: [] });
  });

  test('an id is used once, also by 10 parallel creations', async () => {
    const input = client(owner);
    const attempts = Array.from({ length: 10 }, (_, number) => ({
      ...input,
      name: `Client ${number}`,
      secrets: [secret()],
    }));
    const answers = await Promise.all(
      attempts.map((attempt) => open().clients.clients.create(attempt, ACTOR)),
    );
    expect(answers.filter((answer) => answer === 'created')).toHaveLength(1);
    expect(await open().clients.clients.find(input.id)).toMatchObject({
      name: `Client ${answers.indexOf('created')}`,
    });
    expect(await actionsOf(input.id)).toEqual(['client.created']);
  });

  test.each<[string, () => Partial<NewClient>]>([
    [
      'an eleventh redirect URI',
      () => ({ redirectUris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`) }),
    ],
    ['the same redirect URI twice', () => ({ redirectUris: ['https://a.example/', 'https://a.example/'] })],
    ['an unknown scope', () => ({ scopes: ['BOOKING_READ', 'NO_SUCH_SCOPE' as 'BOOKING_READ'] })],
    ['a third secret', () => ({ secrets: [secret(), secret(), secret()] })],
    ['a secret of a public client', () => ({ kind: 'public' as const })],
    ['an unknown status', () => ({ status: 'great' as ClientStatus })],
    ['an owner who does not exist', () => ({ ownerId: 2_000_000_000 })],
  ])('the database refuses %s and stores nothing of that client', async (_, change) => {
    const input = client(owner, change());
    await expect(open().clients.clients.create(input, ACTOR)).rejects.toThrow();
    expect(await open().clients.clients.find(input.id)).toBeUndefined();
    expect(await actionsOf(input.id)).toEqual([]);
  });

  test('ten redirect URIs and all secrets are stored in their order', async () => {
    const redirectUris = Array.from({ length: 10 }, (_, n) => `https://a.example/${9 - n}`);
    const { found } = await created({ redirectUris });
    expect((await found()).redirectUris).toEqual(redirectUris);
  });

  describe.each(STATUSES)('from %s', (from) => {
    test.each(STATUSES)(`a verdict %s follows the transition table`, async (to) => {
      const { clients, id, found } = await created({ status: from });
      const done = ALLOWED.includes(`${from} ${to}`);
      expect(await clients.setStatus(id, to, 'because', ACTOR)).toBe(done ? 'done' : 'unchanged');
      expect((await found()).status).toBe(done ? to : from);
      expect((await found()).statusReason).toBe(done ? 'because' : undefined);
      expect(await actionsOf(id)).toHaveLength(done ? 2 : 1);
    });
  });

  test('a verdict without a reason removes the old reason', async () => {
    const { clients, id, found } = await created({ status: 'approved' });
    await clients.setStatus(id, 'suspended', 'abuse', ACTOR);
    await clients.setStatus(id, 'approved', undefined, ACTOR);
    expect((await found()).statusReason).toBeUndefined();
  });

  test('a verdict on a client that does not exist is not found', async () => {
    expect(await open().clients.clients.setStatus(unique(), 'approved', undefined, ACTOR)).toBe('not_found');
  });

  test('of parallel verdicts on a pending client one takes effect', async () => {
    const { clients, id, found } = await created();
    const verdicts: readonly ClientStatus[] = ['rejected', 'rejected', 'rejected', 'rejected'];
    const answers = await Promise.all(verdicts.map((to) => clients.setStatus(id, to, 'no', ACTOR)));
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1);
    expect((await found()).status).toBe('rejected');
    expect(await actionsOf(id)).toEqual(['client.created', 'client.rejected']);
  });

  test('the audit log distinguishes an approval from a resumption', async () => {
    const { clients, id } = await created();
    for (const to of ['approved', 'suspended', 'approved'] as const)
      await clients.setStatus(id, to, undefined, ACTOR);
    expect(await actionsOf(id)).toEqual([
      'client.created',
      'client.approved',
      'client.suspended',
      'client.resumed',
    ]);
  });

  test('a second secret is added and a third is refused', async () => {
    const { clients, id, input, found } = await created();
    const second = secret();
    expect(await clients.addSecret(id, second, ACTOR)).toBe('added');
    expect(await clients.addSecret(id, secret(), ACTOR)).toBe('two_active');
    const ids = (await found()).secrets.map((one) => one.id);
    expect(ids).toEqual([input.secrets[0]?.id, second.id]);
  });

  test('a removed secret is absent at once, and the last one cannot be removed', async () => {
    const { clients, id, input, found } = await created();
    const [first, second] = [input.secrets[0]?.id ?? '', secret()];
    expect(await clients.removeSecret(id, first, ACTOR)).toBe('last_one');
    await clients.addSecret(id, second, ACTOR);
    expect(await clients.removeSecret(id, first, ACTOR)).toBe('removed');
    expect((await found()).secrets.map((one) => one.id)).toEqual([second.id]);
    expect(await clients.removeSecret(id, second.id, ACTOR)).toBe('last_one');
    expect(await clients.addSecret(id, secret(), ACTOR)).toBe('added');
  });

  test('a public client accepts no secret, and an unknown one is not found', async () => {
    const { clients, id } = await created({ kind: 'public', secrets: [] });
    expect(await clients.addSecret(id, secret(), ACTOR)).toBe('public_client');
    expect(await clients.removeSecret(id, unique(), ACTOR)).toBe('not_found');
    expect(await clients.addSecret(unique(), secret(), ACTOR)).toBe('not_found');
    expect(await clients.removeSecret(unique(), unique(), ACTOR)).toBe('not_found');
  });

  test("a secret is not removed through another client's id", async () => {
    const [mine, theirs] = [
      await created({ secrets: [secret(), secret()] }),
      await created({ secrets: [secret(), secret()] }),
    ];
    const target = theirs.input.secrets[0]?.id ?? '';
    expect(await mine.clients.removeSecret(mine.id, target, ACTOR)).toBe('not_found');
    expect((await theirs.found()).secrets).toHaveLength(2);
  });

  test('the hash of a secret is renewed once, from the stored one', async () => {
    const { clients, id, input, found } = await created();
    const { id: secretId = '', hash = '' } = input.secrets[0] ?? {};
    expect(await clients.renewSecretHash(secretId, 'another', 'k.renewed')).toBe(false);
    expect(await clients.renewSecretHash(secretId, hash, 'k.renewed')).toBe(true);
    expect(await clients.renewSecretHash(secretId, hash, 'k.again')).toBe(false);
    expect((await found()).secrets).toMatchObject([{ id: secretId, hash: 'k.renewed' }]);
    expect(await clients.removeSecret(id, 'unknown', ACTOR)).toBe('not_found');
  });

  test('of ten parallel additions one succeeds', async () => {
    const { clients, id, found } = await created();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => clients.addSecret(id, secret(), ACTOR)),
    );
    expect(answers.filter((answer) => answer === 'added')).toHaveLength(1);
    expect((await found()).secrets).toHaveLength(2);
  });

  test('parallel removals of both secrets leave one', async () => {
    const { clients, id, input, found } = await created({ secrets: [secret(), secret()] });
    const targets = [...input.secrets, ...input.secrets, ...input.secrets];
    const answers = await Promise.all(targets.map((one) => clients.removeSecret(id, one.id, ACTOR)));
    expect(answers.filter((answer) => answer === 'removed')).toHaveLength(1);
    expect((await found()).secrets).toHaveLength(1);
  });

  test('parallel additions and removals leave one or two, and the audit log counts them', async () => {
    const { clients, id, found } = await created({ secrets: [secret(), secret()] });
    for (let round = 0; round < 4; round += 1) {
      const present = (await found()).secrets;
      await Promise.all([
        ...present.map((one) => clients.removeSecret(id, one.id, ACTOR)),
        ...[1, 2, 3].map(() => clients.addSecret(id, secret(), ACTOR)),
      ]);
      expect([1, 2]).toContain((await found()).secrets.length);
    }
    const actions = await actionsOf(id);
    const count = (action: string): number => actions.filter((one) => one === action).length;
    expect((await found()).secrets).toHaveLength(2 + count('secret.added') - count('secret.removed'));
  });

  test('the list has every client, or those of one status, oldest first', async () => {
    const [first, second] = [await created({ status: 'rejected' }), await created({ status: 'rejected' })];
    const { id } = await created({ status: 'approved' });
    const rejected = await open().clients.clients.list('rejected');
    const indexes = [first.id, second.id].map((one) => rejected.findIndex((found) => found.id === one));
    expect(indexes[0]).toBeGreaterThanOrEqual(0);
    expect(indexes[1]).toBeGreaterThan(indexes[0] ?? 0);
    expect(rejected.every(({ status }) => status === 'rejected')).toBe(true);
    expect((await open().clients.clients.list()).map((one) => one.id)).toContain(id);
    expect(rejected.find((one) => one.id === first.id)).toEqual(await first.found());
  });

  test('no audit entry contains a secret or its hash', async () => {
    const { clients, id, input } = await created();
    const second = secret();
    await clients.addSecret(id, second, ACTOR);
    await clients.removeSecret(id, second.id, ACTOR);
    const text = JSON.stringify(await open().events.audit.list(undefined, 10_000));
    expect(await actionsOf(id)).toEqual(['client.created', 'secret.added', 'secret.removed']);
    for (const { hash } of [second, ...input.secrets]) expect(text).not.toContain(hash);
  });

  test.each(ODD_TEXTS)('names and purposes are read as written: %#', async (text) => {
    const { clients, id, found } = await created({ name: text, purpose: text });
    await clients.setStatus(id, 'rejected', text, ACTOR);
    expect(await found()).toMatchObject({ name: text, purpose: text, statusReason: text });
  });

  test.each(UNSTORABLE_TEXTS)(
    'text that cannot be stored is refused and no client is found by it: %#',
    async (text) => {
      const { clients, id, found } = await created();
      await expect(clients.create(client(owner, { name: text }), ACTOR)).rejects.toMatchObject({
        status: 400,
      });
      await expect(clients.create(client(owner, { redirectUris: [text] }), ACTOR)).rejects.toMatchObject({
        status: 400,
      });
      await expect(clients.setStatus(id, 'rejected', text, ACTOR)).rejects.toMatchObject({ status: 400 });
      expect(await clients.find(text)).toBeUndefined();
      expect(await clients.setStatus(text, 'approved', undefined, ACTOR)).toBe('not_found');
      expect(await clients.addSecret(text, secret(), ACTOR)).toBe('not_found');
      expect(await clients.removeSecret(id, text, ACTOR)).toBe('not_found');
      expect((await found()).status).toBe('pending');
    },
  );
}
