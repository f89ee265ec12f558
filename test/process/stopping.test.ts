/* What clients see of a process that is told to stop: real signals, real connections. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createCliFixture } from '../cli/slotkey.js';
import type { Running, CliFixture } from '../cli/slotkey.js';
import { until } from '../support/until.js';

const CLIENTS = 24;

let cli: CliFixture;
beforeEach(async () => {
  cli = await createCliFixture();
});
afterEach(() => cli.remove());

async function listening(service: Running): Promise<string> {
  const printed = await service.until('Slotkey listens at ');
  return /Slotkey listens at (\S+)/.exec(printed)?.[1] ?? '';
}

const get = (url: string, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      response
        .once('error', reject)
        .once('end', () => resolve(response))
        .resume();
    })
      .once('error', reject)
      .end();
  });

interface Client {
  readonly answers: number;
  /** Resolves to the reason for which it stopped asking. */
  readonly ended: Promise<string>;
}

/** Asks on one connection, again and again, until it is told to go or `goesOn` no further. */
function startClient(url: string, goesOn: (response: IncomingMessage) => boolean): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const state = { answers: 0 };
  async function ask(): Promise<string> {
    for (;;) {
      const response = await get(`${url}/v2/me`, agent);
      state.answers += 1;
      if (response.statusCode !== 401) return `status ${String(response.statusCode)}`;
      if (!goesOn(response)) return 'told to close';
    }
  }
  const failure = (error: NodeJS.ErrnoException): string => error.code ?? error.message;
  return {
    get answers() {
      return state.answers;
    },
    ended: ask()
      .catch(failure)
      .finally(() => agent.destroy()),
  };
}

const startClients = (url: string, goesOn: (response: IncomingMessage) => boolean): readonly Client[] =>
  Array.from({ length: CLIENTS }, () => startClient(url, goesOn));

const everyClientAnswered = (clients: readonly Client[]): Promise<void> =>
  until(() => Promise.resolve(clients.every(({ answers }) => answers > 1)));

const isKept = ({ headers }: IncomingMessage): boolean => headers.connection !== 'close';

describe('SIGTERM', () => {
  test('makes the process unready, which answers each client with Connection: close on old and new connections', async () => {
    const service = cli.serve({ DEMO: 'false', DRAIN_SECONDS: '3' });
    const url = await listening(service);
    const idle = new Agent({ keepAlive: true });
    await get(`${url}/healthz`, idle);
    const clients = startClients(url, isKept);
    await everyClientAnswered(clients);
    service.child.kill('SIGTERM');
    const reasons = await Promise.all(clients.map(({ ended }) => ended));
    expect(reasons).toEqual(reasons.map(() => 'told to close'));
    const later = await get(`${url}/readyz`, idle);
    const fresh = await get(`${url}/healthz`, new Agent());
    expect([later, fresh].map(({ statusCode, headers }) => [statusCode, headers.connection])).toEqual([
      [503, 'close'],
      [200, 'close'],
    ]);
    expect((await service.ended).code).toBe(0);
  });

  test('resets no request of clients that reconnect until the listener is closed', async () => {
    const service = cli.serve({ DEMO: 'false', DRAIN_SECONDS: '1' });
    const clients = startClients(await listening(service), () => true);
    await everyClientAnswered(clients);
    service.child.kill('SIGTERM');
    const reasons = await Promise.all(clients.map(({ ended }) => ended));
    expect(reasons).toEqual(reasons.map(() => 'ECONNREFUSED'));
    expect((await service.ended).code).toBe(0);
  });
});

describe('SIGTERM during the start', () => {
  test('ends the process at once, although its database does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const asked = once(silent, 'connection');
    const service = cli.serve({
      DATABASE_URL: `postgres://slotkey:password@127.0.0.1:${port}/slotkey`,
      SECRET_KEYS: 'h7Qk2mZp9Xv4Lw8Rt1Yc6Bn3Jd5Gf0Sa',
      DRAIN_SECONDS: '600',
    });
    await asked;
    service.child.kill('SIGTERM');
    const { code, stdout } = await service.ended;
    expect([code, stdout]).toEqual([0, '']);
    silent.close();
  });
});
