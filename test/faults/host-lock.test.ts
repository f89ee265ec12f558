/* What waits while a host is being booked, with what answer, and what does not. */
import { openPostgres } from '../../adapters/knex/connection.js';
import type { Database, OpenDatabase } from '../../adapters/knex/connection.js';
import { lockHosts } from '../../adapters/knex/account-rows.js';
import { ahead, openFixture, type Fixture } from '../scheduling/bookings/booking-fixture.js';
import { callerFor, type Caller, type Reply } from '../scheduling/caller.js';
import { backendOn } from '../support/backend.js';
import { temporaryDirectory } from '../support/child-server.js';
import { startPostgres } from '../support/postgres-server.js';
import { until } from '../support/until.js';

const SECRET_KEYS = 'dGVzdHMtb25seS1zZWNyZXQta2V5LW51bWJlci1vbmU';

let fixture: Fixture;
let host: Caller;
/** Of another replica. */
let other: OpenDatabase;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const postgres = await startPostgres();
  closing.push(() => postgres.stop());
  const directory = await temporaryDirectory();
  closing.push(() => directory.remove());
  const url = postgres.url('postgres');
  const backend = await backendOn({ DATA_DIR: directory.path, DATABASE_URL: url, SECRET_KEYS });
  closing.push(() => backend.close());
  fixture = await openFixture({ backend });
  closing.push(() => fixture.close());
  const user = await fixture.service.user('Grace Hopper');
  host = await callerFor(fixture.service, ['PROFILE_WRITE', 'SCHEDULE_READ', 'SCHEDULE_WRITE'], user);
  other = openPostgres(url);
  closing.push(() => other.close());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const during = <T>(lock: (trx: Database) => Promise<unknown>, work: () => Promise<T>): Promise<T> =>
  other.db.transaction(async (trx) => {
    await lock(trx);
    return work();
  });

const whileBooked = <T>(hostId: number, work: () => Promise<T>): Promise<T> =>
  during((trx) => lockHosts(trx, [hostId]), work);

const inTheWay = ({ status, error }: Reply<unknown>): readonly unknown[] => [status, error.message];
const OTHERS = [503, expect.stringContaining('Other requests are changing the same data')];

test('an edit of the profile does not wait for bookings', async () => {
  const reply = await whileBooked(host.id, () => host.call('PATCH', '/v2/me', { name: 'Rear Admiral' }));
  expect([reply.status, reply.data]).toMatchObject([200, { name: 'Rear Admiral' }]);
});

test('a change of hours waits for bookings, and its 503 names the cause', async () => {
  const { data } = await host.call<{ id: number }>('GET', '/v2/schedules/default');
  const rename = () => host.call('PATCH', `/v2/schedules/${data.id}`, { name: 'Renamed' });
  expect(inTheWay(await whileBooked(host.id, rename))).toEqual(OTHERS);
  expect((await rename()).status).toBe(200);
});

test('disabling an account waits for its bookings', async () => {
  const { accounts } = fixture.service.stores.accounts;
  const disable = () => accounts.setDisabled(host.id, true, { actor: 'test' });
  await expect(whileBooked(host.id, disable)).rejects.toMatchObject({ status: 503 });
  expect(await accounts.findById(host.id)).not.toHaveProperty('disabledAt');
});

test('a booking waits for another one, and its 503 names the cause', async () => {
  const type = await fixture.eventType();
  const book = () => fixture.book(type, { start: ahead(20) });
  expect(inTheWay(await whileBooked(fixture.host.id, book))).toEqual(OTHERS);
  expect((await book()).status).toBe(201);
});

test('a booking waits for the deletion of its host, and does not for an edit of the profile', async () => {
  const type = await fixture.eventType();
  const book = () => fixture.book(type, { start: ahead(21) });
  const { id } = fixture.host;
  const deletion = (trx: Database) => trx('account').where({ id }).forUpdate().first('id').then();
  expect(inTheWay(await during(deletion, book))).toEqual(OTHERS);
  const edit = (trx: Database) => trx('account').where({ id }).update({ name: 'Countess' }).then();
  expect((await during(edit, book)).status).toBe(201);
});

const isWaiting = async (): Promise<boolean> =>
  (await other.db('pg_locks').where({ granted: false }).first('pid')) !== undefined;

test('a host who is deleted while a booking waits is not booked', async () => {
  const type = await fixture.eventType();
  const book = () => fixture.book(type, { start: ahead(22) });
  const { id } = fixture.host;
  const booking = await during(
    async (trx) => {
      await trx('account').where({ id }).forUpdate().first('id');
      await trx('account').where({ id }).update({ disabled_at: new Date() });
    },
    async () => {
      const waiting = book();
      await until(isWaiting);
      return { waiting };
    },
  );
  const { status } = await booking.waiting;
  // A slow machine may let it wait too long.
  expect(status === 503 ? (await book()).status : status).toBe(404);
});
