/* A service whose database has no free connection, and callers who close theirs before it has begun to change anything. */
import { once } from 'node:events';
import { request } from 'node:http';
import { openFixture, type Fixture } from '../scheduling/bookings/booking-fixture.js';
import { createLog } from '../../src/ops/log.js';
import { backendName } from '../support/backend.js';
import { until } from '../support/until.js';

/** How many connections to its database the service has. */
const CONNECTIONS = backendName === 'embedded' ? 1 : 10;

export interface AbandonedFixture extends Fixture {
  /** While the service waits for a connection to its database. */
  whileItWaits(work: () => Promise<void>): Promise<void>;
  sendAndLeave(method: string, path: string, body: object, token?: string): Promise<void>;
  /** Resolves when the log says that a request of this route was abandoned. */
  ended(route: string): Promise<void>;
}

async function sendAndLeave(
  url: string,
  method: string,
  path: string,
  { body, token }: { readonly body: object; readonly token: string | undefined },
): Promise<void> {
  const { host, port } = new URL(url);
  const json = { host, 'content-type': 'application/json', expect: '100-continue' };
  const headers = token === undefined ? json : { ...json, authorization: `Bearer ${token}` };
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
  sent.on('error', () => undefined).flushHeaders();
  await once(sent, 'continue');
  sent.end(JSON.stringify(body));
  await once(sent, 'finish');
  // Each is read after what came before it.
  await fetch(`${url}/healthz`);
  sent.destroy();
  await fetch(`${url}/healthz`);
  await fetch(`${url}/healthz`);
}

export async function openAbandonedFixture(): Promise<AbandonedFixture> {
  const lines: string[] = [];
  const fixture = await openFixture({ log: createLog('info', { write: (line) => lines.push(line) }) });
  const { db } = fixture.service.backend;
  const isAbandoned = (line: string, route: string): boolean =>
    line.includes('"status":499') && line.includes(route);
  return {
    ...fixture,
    async whileItWaits(work) {
      const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.transaction()));
      await work();
      await Promise.all(held.map((trx) => trx.rollback()));
    },
    sendAndLeave: (method, path, body, token) =>
      sendAndLeave(fixture.service.url, method, path, { body, token }),
    ended: (route) => until(() => Promise.resolve(lines.some((line) => isAbandoned(line, route)))),
  };
}
