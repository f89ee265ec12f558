import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCliFixture, onlyLine } from './slotkey.js';
import type { Running, CliFixture } from './slotkey.js';

const KEY = 'h7Qk2mZp9Xv4Lw8Rt1Yc6Bn3Jd5Gf0Sa';
const fixtures: CliFixture[] = [];

async function newCli(options: { readonly empty?: boolean } = {}): Promise<CliFixture> {
  const cli = await createCliFixture(options);
  fixtures.push(cli);
  return cli;
}

afterAll(() => Promise.all(fixtures.map((cli) => cli.remove())));

async function listening(service: Running): Promise<{ readonly url: string; readonly output: string }> {
  const output = await service.until('Slotkey listens at ');
  const url = /Slotkey listens at (\S+)/.exec(output)?.[1] ?? '';
  return { url, output };
}

async function stopped(service: Running): Promise<number | null> {
  service.child.kill('SIGTERM');
  return (await service.ended).code;
}

/** Without a warning that the provider prints on Node.js 20, which cannot be disabled. */
const withoutWarnings = (stderr: string): string =>
  stderr.replace(/^oidc-provider WARNING: Unsupported runtime\..*\n/, '');

describe('the exit code', () => {
  let cli: CliFixture;
  beforeAll(async () => {
    cli = await newCli();
  });

  test('is 78 for an invalid configuration, with one line per fault', async () => {
    const outcome = await cli.asProcess(['user', 'list'], { PORT: 'x', LOG_LEVEL: 'loud' });
    expect(outcome.code).toBe(78);
    expect(onlyLine(outcome)).toMatch(/^PORT is not a whole number.*; LOG_LEVEL is not a known value/);
  });

  test('is 78 for the service too, with one line per fault', async () => {
    const { code, stdout, stderr } = await cli.serve({ PORT: 'x', NODE_ENV: 'production' }).ended;
    expect([code, stdout]).toEqual([78, '']);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'The configuration has 2 faults:',
      expect.stringMatching(/^ {2}PORT /),
      expect.stringMatching(/^ {2}SECRET_KEYS /),
    ]);
  });

  test.each([
    [['nonsense']],
    [['client']],
    [['user', 'add']],
    [['client', 'list', '--status', 'odd']],
    [['user', 'list', '--odd']],
  ])('is 2 for %j', async (args) => {
    const outcome = await cli.slotkey(args);
    expect(outcome.code).toBe(2);
    expect(onlyLine(outcome)).toMatch(/^error: /);
  });

  test('is 0 when the version is requested, which is that of the package', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { readonly version: string };
    expect(await cli.slotkey(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('is 0 when help is requested', async () => {
    const { code, stdout, stderr } = await cli.asProcess(['client', 'secret', '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('remove <client-id> <secret-id>');
  });
});

describe('keys rotate', () => {
  test('adds a new first key to those in DATA_DIR and prints none', async () => {
    const cli = await newCli();
    const kept = async (): Promise<string[]> =>
      (await readFile(join(cli.dataDir, 'secret-keys'), 'utf8')).trim().split('\n');
    expect(await cli.json(['keys', 'rotate'])).toEqual({ keys: 2 });
    const before = await kept();
    const { stdout } = await cli.slotkey(['keys', 'rotate']);
    const after = await kept();
    expect(after.slice(1)).toEqual(before);
    expect(new Set(after).size).toBe(3);
    for (const key of after) expect(stdout).not.toContain(key);
  });

  test('prints the new keys once when the keys are in the environment', async () => {
    const cli = await newCli();
    const { code, stdout, stderr } = await cli.slotkey(['keys', 'rotate'], { SECRET_KEYS: KEY });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/SECRET_KEYS=/g)).toHaveLength(1);
    expect(stdout).toMatch(new RegExp(`\nSECRET_KEYS=[\\w-]{43},${KEY}\n$`));
  });
});

describe('doctor', () => {
  let cli: CliFixture;
  beforeAll(async () => {
    cli = await newCli();
  });

  interface Report {
    readonly safe: boolean;
    readonly findings: readonly { readonly area: string; readonly level: string; readonly message: string }[];
  }
  const levels = ({ findings }: Report): string[] => findings.map(({ area, level }) => `${area} ${level}`);

  test('reports a new installation as safe and warns of the embedded database', async () => {
    const report = (await cli.json(['doctor'])) as Report;
    expect(report.safe).toBe(true);
    expect(levels(report)).toEqual([
      ...['configuration ok', 'urls ok', 'proxies ok', 'mail ok', 'sms ok'],
      ...['stores ok', 'database warning', 'keys ok', 'clock ok'],
    ]);
  });

  test('exits with 1 for an unsafe setting, and prints no secret', async () => {
    const poor = 'abc'.repeat(12);
    const { code, stdout } = await cli.slotkey(['doctor', '--json'], {
      NODE_ENV: 'production',
      SECRET_KEYS: poor,
      BASE_URL: 'https://api.example',
      TRUSTED_PROXIES: '0.0.0.0/0',
    });
    expect(code).toBe(1);
    expect(stdout).not.toContain(poor);
    expect(levels(JSON.parse(stdout) as Report)).toEqual(
      expect.arrayContaining(['proxies unsafe', 'keys unsafe']),
    );
  });

  test('lists the faults of an invalid configuration', async () => {
    const { code, stdout, stderr } = await cli.slotkey(['doctor'], { PORT: 'x', DEMO: 'maybe' });
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(/unsafe +configuration +PORT is not a whole number/);
    expect(stdout).toMatch(/unsafe +configuration +DEMO is not a known value/);
  });
});

test('a database that does not respond is reported with its reason and without its password', async () => {
  const cli = await newCli();
  const unreachable = { DATABASE_URL: 'postgres://slotkey:pa55word@127.0.0.1:1/slotkey', SECRET_KEYS: KEY };
  const outcome = await cli.asProcess(['user', 'list'], unreachable);
  expect(outcome.code).toBe(1);
  expect(onlyLine(outcome)).toContain('ECONNREFUSED');
  expect(outcome.stderr).not.toContain('pa55word');
});

test('migrate is idempotent', async () => {
  const cli = await newCli({ empty: true });
  const first = (await cli.json(['migrate'])) as { steps: string[] };
  expect(first.steps.length).toBeGreaterThan(0);
  expect(await cli.json(['migrate'])).toEqual({ steps: [] });
});

describe('while a service has locked DATA_DIR', () => {
  let cli: CliFixture;
  let service: Running;

  beforeAll(async () => {
    cli = await newCli();
    service = cli.serve({ DEMO: 'false' });
    await listening(service);
  });
  afterAll(() => stopped(service));

  test.each([[['user', 'list']], [['client', 'list']], [['migrate']], [['keys', 'rotate']], [['audit']]])(
    '%j refuses and names its process',
    async (args) => {
      const outcome = await cli.slotkey(args);
      expect(outcome.code).toBe(1);
      expect(onlyLine(outcome)).toContain(`in use by process ${service.pid}`);
    },
  );

  test('doctor reports the lock', async () => {
    const { code, stdout } = await cli.slotkey(['doctor']);
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`unsafe +stores .*process ${service.pid}`));
  });

  test('a second service refuses and names the first', async () => {
    const { code, stderr } = await cli.serve().ended;
    expect(code).toBe(1);
    expect(withoutWarnings(stderr)).toMatch(new RegExp(`^slotkey: .* in use by process ${service.pid}\\.`));
  });
});

test('a killed service does not keep DATA_DIR locked', async () => {
  const cli = await newCli();
  const service = cli.serve({ DEMO: 'false' });
  await listening(service);
  service.child.kill('SIGKILL');
  await service.ended;
  expect(await cli.json(['user', 'list'])).toEqual([]);
});

test('a port in use is reported in one line, and DATA_DIR is unlocked', async () => {
  const cli = await newCli();
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  const { port } = squatter.address() as AddressInfo;
  try {
    const { code, stderr } = await cli.serve({ PORT: String(port), DEMO: 'false' }).ended;
    expect(code).toBe(1);
    expect(withoutWarnings(stderr)).toBe(
      `slotkey: 127.0.0.1:${port} is in use by another process. Stop it, or set another PORT.\n`,
    );
  } finally {
    squatter.close();
  }
  expect(await cli.json(['user', 'list'])).toEqual([]);
});

describe('SIGTERM', () => {
  test('completes a request under way, closes its connection, and exits with 0', async () => {
    const cli = await newCli();
    const service = cli.serve({ DEMO: 'false' });
    const { url } = await listening(service);
    const body = 'grant_type=authorization_code';
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
    const slow = request(`${url}/v2/auth/oauth2/token`, { method: 'POST', headers });
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
    slow.write(body.slice(0, 5));
    // Requests are taken in order of arrival: once a later one is answered, the slow one has begun.
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    service.child.kill('SIGTERM');
    await refused(url);
    slow.end(body.slice(5));
    const [response] = await answered;
    expect(response.statusCode).toBe(400);
    expect(response.headers.connection).toBe('close');
    response.resume();
    expect((await service.ended).code).toBe(0);
  });

  /** Repeats until no connection is accepted any more. */
  async function refused(url: string): Promise<void> {
    for (;;) {
      const open = await fetch(`${url}/healthz`).then(
        () => true,
        () => false,
      );
      if (!open) return;
    }
  }
});

describe('the demonstration data', () => {
  let cli: CliFixture;
  let first: { readonly url: string; readonly output: string };
  let playgroundStatus: number;

  beforeAll(async () => {
    cli = await newCli();
    const service = cli.serve();
    first = await listening(service);
    playgroundStatus = (await fetch(`${first.url}/playground`)).status;
    await stopped(service);
  });

  const secrets = (output: string): string[] =>
    output.match(/[a-z2-7]{5}(?:-[a-z2-7]{5}){3}|sk_[\w-]{43}/g) ?? [];

  test('is printed once, with a password per user, a secret per confidential client, and a link', () => {
    expect(secrets(first.output)).toHaveLength(4 + 3);
    expect(first.output).toContain(`Start an authorization: ${first.url}/playground`);
    expect(first.output).toContain(`Sign in at ${first.url}/sign-in`);
    expect(playgroundStatus).toBe(200);
  });

  test('has users and a client of every status', async () => {
    const users = (await cli.json(['user', 'list'])) as { admin: boolean }[];
    expect(users.map(({ admin }) => admin).sort()).toEqual([false, false, false, true]);
    const clients = (await cli.json(['client', 'list'])) as {
      kind: string;
      status: string;
      legacy: boolean;
    }[];
    const states = clients.map(({ kind, status, legacy }) =>
      [kind, status, legacy ? 'legacy' : 'scoped'].join(' '),
    );
    expect(states.sort()).toEqual([
      ...['confidential approved legacy', 'confidential approved scoped'],
      ...['confidential pending scoped', 'public approved scoped'],
    ]);
  });

  test('is used again on the next start, on another port, without another client or secret', async () => {
    const before = (await cli.json(['client', 'list'])) as unknown[];
    const service = cli.serve();
    const second = await listening(service);
    expect((await fetch(`${second.url}/playground`)).status).toBe(200);
    await stopped(service);
    expect(second.output).toContain(`${second.url}/playground`);
    expect(secrets(second.output)).toEqual([]);
    expect(await cli.json(['client', 'list'])).toHaveLength(before.length);
  });

  test('has no password or secret stored in clear', async () => {
    const bytes = await cli.bytes();
    for (const secret of secrets(first.output))
      expect(bytes.includes(secret.replace(/^sk_/, ''))).toBe(false);
  });

  test('is not created with DEMO=false, nor in a database with other accounts', async () => {
    const empty = await newCli();
    const service = empty.serve({ DEMO: 'false' });
    expect((await listening(service)).output).not.toContain('demonstration');
    await stopped(service);
    expect(await empty.json(['user', 'list'])).toEqual([]);
    await empty.json(['user', 'add', '--email', 'a@app.example', '--name', 'A']);
    const again = empty.serve();
    expect((await listening(again)).output).not.toContain('demonstration');
    await stopped(again);
    expect(await empty.json(['client', 'list'])).toEqual([]);
  });
});
