/* Requests whose client closes its connection before the service has begun to change anything. */
import { once } from 'node:events';
import { request } from 'node:http';
import { ahead, attendee, openFixture, type Fixture } from '../scheduling/bookings/booking-fixture.js';
import { createLog } from '../../src/ops/log.js';
import { backendName } from '../support/backend.js';
import { mintedToken } from '../api/minted-tokens.js';
import { until } from '../support/until.js';

/** How many connections to its database the service has. */
const CONNECTIONS = backendName === 'embedded' ? 1 : 10;

const lines: string[] = [];
let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture({ log: createLog('info', { write: (line) => lines.push(line) }) });
});
afterAll(() => fixture.close());

/** While the service waits for a connection to its database. */
async function whileItWaits(work: () => Promise<void>): Promise<void> {
  const { db } = fixture.service.backend;
  const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.transaction()));
  await work();
  await Promise.all(held.map((trx) => trx.rollback()));
}

async function sendAndLeave(method: string, path: string, body: object, token?: string): Promise<void> {
  const { url } = fixture.service;
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

const ended = (route: string): Promise<void> =>
  until(() => Promise.resolve(lines.some((line) => line.includes('"status":499') && line.includes(route))));

test('a booking that waited for the database is not made', async () => {
  const { id: eventTypeId } = await fixture.eventType();
  const body = { start: ahead(7), eventTypeId, attendee };
  await whileItWaits(() => sendAndLeave('POST', '/v2/bookings', body));
  await ended('"/v2/bookings"');
  const { db } = fixture.service.backend;
  expect(await db('booking').where({ event_type_id: eventTypeId })).toEqual([]);
});

test('a change whose token waited to be verified is not begun', async () => {
  const { service } = fixture;
  const [user, { clientId }] = [
    await service.user('Ada'),
    await service.client({ scopes: ['PROFILE_WRITE'] }),
  ];
  const { id } = user.account;
  const token = await mintedToken(service, { clientId, accountId: id }, 'PROFILE_WRITE');
  await whileItWaits(() => sendAndLeave('PATCH', '/v2/me', { name: 'Countess' }, token));
  await ended('"/v2/me"');
  expect(await service.backend.db('account').where({ id }).first('name')).toEqual({ name: 'Ada' });
});
