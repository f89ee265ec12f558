import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStores } from '../../adapters/stores.js';
import { verifySecret } from '../../src/clients/secrets.js';
import { readConfig } from '../../src/config/config.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import { createCliFixture, onlyLine } from './slotkey.js';
import type { CliFixture } from './slotkey.js';

interface Added {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly status: string;
}
interface Secret {
  readonly id: string;
  readonly hint: string;
}

const OWNER = ['--owner', 'owner@app.example', '--purpose', 'Copies bookings.'];
const CONFIDENTIAL = [...OWNER, '--kind', 'confidential', '--redirect-uri', 'https://app.example/cb'];

let cli: CliFixture;

beforeAll(async () => {
  cli = await createCliFixture();
  await cli.json(['user', 'add', '--email', 'owner@app.example', '--name', 'Owner']);
});
afterAll(() => cli.remove());

const add = async (...args: string[]): Promise<Added> =>
  (await cli.json(['client', 'add', ...args])) as Added;

/** For each text the id of the active secret that it is, as the token endpoint would find it. */
async function accepted(clientId: string, ...presented: string[]): Promise<(string | undefined)[]> {
  const stores = await openStores(readConfig({ DATA_DIR: cli.dataDir }));
  try {
    const client = await stores.clients.clients.find(clientId);
    const keys = createKeyRing(stores.secretKeys);
    return presented.map((text) => verifySecret(keys, client?.secrets ?? [], text)?.id);
  } finally {
    await stores.close();
  }
}

describe('a public client with a scheme without a dot', () => {
  const PUBLIC = [...OWNER, '--name', 'Field App', '--kind', 'public', '--scope', 'PROFILE_READ'];

  test('needs an exception, with the registration or later', async () => {
    const uri = ['--redirect-uri', 'fieldapp://callback'];
    const refused = await cli.slotkey(['client', 'add', ...PUBLIC, ...uri]);
    expect([refused.code, onlyLine(refused)]).toEqual([1, expect.stringContaining('a scheme without a dot')]);
    const { client_id: id } = await add(...PUBLIC, ...uri, '--allow-scheme', 'fieldapp', '--approve');
    expect(await cli.json(['client', 'allow-scheme', id, 'other-app'])).toMatchObject({
      allowed_schemes: ['fieldapp', 'other-app'],
      redirect_uris: ['fieldapp://callback'],
    });
    const reserved = await cli.slotkey(['client', 'allow-scheme', id, 'javascript']);
    expect([reserved.code, onlyLine(reserved)]).toEqual([1, expect.stringContaining('belongs to browsers')]);
  });
});

describe('a migrating client', () => {
  test('is marked with the registration or later, and shown', async () => {
    const terms = [...OWNER, '--name', 'Old CLI', '--kind', 'public', '--scope', 'PROFILE_READ BOOKING_READ'];
    const { client_id: id } = await add(
      ...terms,
      '--redirect-uri',
      'http://localhost:9/cb',
      '--migrating',
      '--approve',
    );
    expect(await cli.json(['client', 'show', id])).toMatchObject({ migrating: true });
    const sheet = await cli.slotkey(['client', 'set-migrating', id, 'no']);
    expect(sheet.stdout).toMatch(/migrating: +no/);
    expect(await cli.json(['client', 'set-migrating', id, 'yes'])).toMatchObject({ migrating: true });
    expect((await cli.slotkey(['client', 'set-migrating', id, 'perhaps'])).code).not.toBe(0);
    expect((await cli.slotkey(['client', 'set-migrating', 'missing', 'yes'])).code).toBe(1);
  });
});

describe('a confidential client', () => {
  let client: Added;
  let second: { readonly id: string; readonly client_secret: string };

  beforeAll(async () => {
    client = await add(
      '--name',
      'Acme',
      ...CONFIDENTIAL,
      '--redirect-uri',
      'http://localhost:9/cb',
      '--scope',
      'BOOKING_READ, PROFILE_READ',
    );
  });

  test('is pending, with an id of 32 bytes and a secret', () => {
    expect(client.client_id).toMatch(/^[0-9a-f]{64}$/);
    expect(client.client_secret).toMatch(/^sk_[\w-]{43}$/);
    expect(client.status).toBe('pending');
  });

  test('is printed with every registered value, and listed by its status', async () => {
    expect(await cli.json(['client', 'show', client.client_id])).toMatchObject({
      name: 'Acme',
      purpose: 'Copies bookings.',
      redirect_uris: ['https://app.example/cb', 'http://localhost:9/cb'],
      scopes: ['BOOKING_READ', 'PROFILE_READ'],
      owner: 'owner@app.example',
      legacy: false,
    });
    expect(await cli.json(['client', 'list', '--status', 'pending'])).toMatchObject([
      { client_id: client.client_id },
    ]);
    expect(await cli.json(['client', 'list', '--status', 'rejected'])).toEqual([]);
  });

  test('is approved, suspended with a reason and resumed', async () => {
    const { client_id: id } = client;
    await cli.json(['client', 'approve', id]);
    expect(await cli.json(['client', 'suspend', id, '--reason', 'Sends spam.'])).toMatchObject({
      status: 'suspended',
      status_reason: 'Sends spam.',
    });
    expect(await cli.json(['client', 'resume', id])).toMatchObject({ status: 'approved' });
  });

  test('is suspended without a reason when none is given', async () => {
    const { client_id: id } = client;
    expect(await cli.json(['client', 'suspend', id])).toMatchObject({
      status: 'suspended',
      status_reason: null,
    });
    await cli.json(['client', 'resume', id]);
  });

  test('gets no verdict that its status does not allow, and no rejection without a reason', async () => {
    const { client_id: id } = client;
    const rejected = await cli.slotkey(['client', 'reject', id, '--reason', 'Too late.']);
    expect(rejected.code).toBe(1);
    expect(onlyLine(rejected)).toBe(
      'This client is approved. To reject it, it must be pending, or rejected and changed since.',
    );
    expect(onlyLine(await cli.slotkey(['client', 'resume', id]))).toContain('it must be suspended');
    expect((await cli.slotkey(['client', 'reject', id])).code).toBe(2);
    expect(onlyLine(await cli.slotkey(['client', 'reject', id, '--reason', ' ']))).toMatch(
      /^reason: is missing/,
    );
  });

  test('has at most two secrets', async () => {
    const { client_id: id, client_secret: first = '' } = client;
    second = (await cli.json(['client', 'secret', 'add', id])) as typeof second;
    const [firstId, secondId] = await accepted(id, first, second.client_secret);
    expect(firstId).toBeDefined();
    expect(secondId).toBe(second.id);
    const third = await cli.slotkey(['client', 'secret', 'add', id]);
    expect(third.code).toBe(1);
    expect(onlyLine(third)).toContain('Two secrets are already active');
  });

  test('loses a removed secret, and keeps the last one', async () => {
    const { client_id: id, client_secret: first = '' } = client;
    const listed = (await cli.json(['client', 'secret', 'list', id])) as Secret[];
    expect(listed.map(({ hint }) => hint)).toEqual([first.slice(-4), second.client_secret.slice(-4)]);
    await cli.json(['client', 'secret', 'remove', id, listed[0]?.id ?? '']);
    const last = await cli.slotkey(['client', 'secret', 'remove', id, second.id]);
    expect(last.code).toBe(1);
    expect(onlyLine(last)).toContain('This is the only active secret');
    expect(await accepted(id, first, second.client_secret)).toEqual([undefined, second.id]);
  });

  test('never prints its secret again, and the secret is stored nowhere in clear', async () => {
    const { client_id: id, client_secret: secret = '' } = client;
    for (const command of [
      ['client', 'show', id],
      ['client', 'list'],
      ['client', 'secret', 'list', id],
      ['audit'],
    ]) {
      const { stdout, stderr } = await cli.slotkey([...command, '--json']);
      expect(stdout + stderr).not.toContain(secret.slice(3));
      expect(stdout).not.toContain('"hash"');
    }
    expect((await cli.bytes()).includes(secret.slice(3))).toBe(false);
  });
});

test('a public client has no secret and gets none', async () => {
  const { client_id: id, ...rest } = await add(
    ...['--name', 'Phone', ...OWNER, '--kind', 'public', '--redirect-uri', 'com.example.app:/cb'],
    ...['--scope', 'BOOKING_READ', '--approve'],
  );
  expect(rest).toEqual({ status: 'approved' });
  expect(onlyLine(await cli.slotkey(['client', 'secret', 'add', id]))).toContain(
    'A public client has no secrets',
  );
});

test('a legacy client has no scope list', async () => {
  const { client_id: id } = await add('--name', 'Old', ...CONFIDENTIAL, '--legacy', '--approve');
  expect(await cli.json(['client', 'show', id])).toMatchObject({
    legacy: true,
    scopes: [],
    status: 'approved',
  });
});

test('a client is transferred to a team that its owner manages, by id or name', async () => {
  const stores = await openStores(readConfig({ DATA_DIR: cli.dataDir }));
  const owner = await stores.accounts.accounts.findByEmail('owner@app.example');
  const terms = { name: 'Sales', slugs: ['sales'], settings: {}, accepted: true, most: 10 };
  const team = await stores.teams.teams.create(
    owner?.id ?? 0,
    { organizationId: undefined, ...terms },
    { actor: 'cli' },
  );
  await stores.close();
  const id = typeof team === 'object' ? team.id : 0;
  const registration = ['--name', 'Ours', ...CONFIDENTIAL, '--scope', 'BOOKING_READ'];
  for (const named of ['Sales', String(id)]) {
    const { client_id: clientId } = await add(...registration, '--team', named);
    expect(await cli.json(['client', 'show', clientId])).toMatchObject({ team_id: id });
  }
  const other = await cli.slotkey(['client', 'add', ...registration, '--team', 'Support']);
  expect([other.code, onlyLine(other)]).toEqual([
    1,
    `owner@app.example manages no team called Support. Name one by its number: ${id} (Sales).`,
  ]);
});

test('a refused registration names every refused field, and creates nothing', async () => {
  const before = await cli.json(['client', 'list']);
  const outcome = await cli.slotkey([
    ...[
      'client',
      'add',
      '--owner',
      'owner@app.example',
      '--name',
      'x'.repeat(101),
      '--purpose',
      ' ',
      '--kind',
      'web',
    ],
    ...['--redirect-uri', 'http://app.example/cb', '--scope', 'BOOKING_READ NONSENSE'],
  ]);
  expect(outcome.code).toBe(1);
  expect(onlyLine(outcome)).toMatch(/name: .*purpose: .*kind: .*redirect_uris\.0: .*scopes: /);
  expect(await cli.json(['client', 'list'])).toEqual(before);
});

test('an unknown owner or client is reported', async () => {
  const owner = await cli.slotkey([
    'client',
    'add',
    '--name',
    'A',
    ...CONFIDENTIAL,
    '--owner',
    'x@app.example',
  ]);
  expect([owner.code, onlyLine(owner)]).toEqual([1, 'There is no account with the address x@app.example.']);
  const client = await cli.slotkey(['client', 'show', 'nothing']);
  expect([client.code, onlyLine(client)]).toEqual([1, 'There is no client with this id.']);
});

describe('client import', () => {
  const line = {
    client_id: 'legacy-1',
    name: 'Old Sync',
    kind: 'confidential',
    owner: 'owner@app.example',
    redirect_uris: ['https://old.example/cb'],
    secret_hashes: [`sha256:${createHash('sha256').update('legacy-secret').digest('hex')}`],
  };
  const file = async (...lines: object[]): Promise<string> => {
    const path = join(cli.dataDir, '..', 'clients.jsonl');
    await writeFile(path, lines.map((entry) => JSON.stringify(entry)).join('\n'));
    return path;
  };

  test('is refused as a whole when a line is invalid', async () => {
    const path = await file(line, {
      ...line,
      client_id: 'legacy-2',
      owner: 'x@app.example',
      redirect_uris: [],
    });
    const outcome = await cli.slotkey(['client', 'import', path]);
    expect(outcome.code).toBe(1);
    expect(onlyLine(outcome)).toMatch(/^line 2, redirect_uris: .*; line 2, owner: /);
    expect((await cli.slotkey(['client', 'show', 'legacy-1'])).code).toBe(1);
  });

  test('keeps ids and secrets, and does not change existing clients', async () => {
    const path = await file(line);
    const report = { imported: ['legacy-1'], skipped: [], refused: [] };
    expect(await cli.json(['client', 'import', path])).toEqual(report);
    const again = { imported: [], skipped: ['legacy-1'], refused: [] };
    expect(await cli.json(['client', 'import', path])).toEqual(again);
    expect(await cli.json(['client', 'show', 'legacy-1'])).toMatchObject({
      legacy: true,
      status: 'approved',
      scopes: [],
    });
    expect(await accepted('legacy-1', 'legacy-secret', 'another')).toEqual([expect.any(String), undefined]);
  });

  test('reports each line in a dry run, and imports the valid lines when faulty ones may be skipped', async () => {
    const good = { ...line, client_id: 'legacy-3' };
    const http = { ...line, client_id: 'legacy-4', redirect_uris: ['http://old.example/cb'] };
    const path = await file(http, line, good);
    const refused = [{ line: 1, faults: [{ property: 'redirect_uris.0' }] }];
    const report = { imported: ['legacy-3'], skipped: ['legacy-1'], refused };

    const dry = await cli.slotkey(['client', 'import', path, '--dry-run', '--json']);
    expect(dry.code).toBe(1);
    expect(JSON.parse(dry.stdout)).toMatchObject({ ...report, dry_run: true });
    expect((await cli.slotkey(['client', 'show', 'legacy-3'])).code).toBe(1);

    const done = await cli.slotkey(['client', 'import', path, '--skip-faulty']);
    expect([done.code, done.stderr]).toEqual([1, '']);
    expect(done.stdout).toMatch(
      /^Imported 1, left alone 1 that were here before, refused 1\.\nline 1, redirect_uris\.0: is not https/,
    );
    expect((await cli.slotkey(['client', 'show', 'legacy-3'])).code).toBe(0);
    expect((await cli.slotkey(['client', 'show', 'legacy-4'])).code).toBe(1);
  });

  test('names a file that it cannot read, and the reason', async () => {
    const outcome = await cli.slotkey(['client', 'import', 'no-such-file.jsonl']);
    expect([outcome.code, onlyLine(outcome)]).toEqual([1, 'There is no such file: no-such-file.jsonl']);
    const folder = await cli.slotkey(['client', 'import', cli.dataDir]);
    expect(onlyLine(folder)).toBe(`This is a folder, not a file: ${cli.dataDir}`);
  });
});
