/* Access tokens of connections, on several replicas, at a provider that accepts each refresh token once. */
import { randomBytes } from 'node:crypto';
import { createTokenKeeper } from '../../../src/scheduling/provider-oauth/token-keeper.js';
import type { TokenKeeper } from '../../../src/scheduling/provider-oauth/token-keeper.js';
import { zoomProvider } from '../../../src/scheduling/provider-oauth/provider.js';
import { openTokens } from '../../../src/scheduling/provider-oauth/tokens.js';
import { type StartedService, startService } from '../../support/service.js';
import { type Caller, callerFor } from '../caller.js';
import { connect } from '../conferencing/conferencing-fixture.js';
import { type MeetingProvider, startMeetingProvider } from '../conferencing/meeting-provider.js';

const HOUR = 3_600_000;

let later = 0;
let server: MeetingProvider;
let service: StartedService;
let ada: Caller;
let id: number;
beforeAll(async () => {
  server = await startMeetingProvider();
  service = await startService({ env: server.env });
});
afterAll(async () => {
  await service.close();
  await server.close();
});
beforeEach(async () => {
  ada = await callerFor(service, ['APPS_READ', 'APPS_WRITE']);
  await connect(service, server, ada);
  id = (await connection())?.id ?? 0;
});
afterEach(() => {
  later = 0;
  server.answerWith(undefined);
  server.slowDown(0);
});

const connection = async () => (await service.stores.scheduling.conferencing.list({ accountId: ada.id }))[0];
const credential = () => service.stores.scheduling.conferencingCredentials.read(id);
const storedTokens = async () => openTokens(service.registry.keys, (await credential())?.sealed ?? '');
const zoom = () =>
  zoomProvider({ url: server.url, clientId: 'slotkey-client', clientSecret: 'secret:with/signs' });
/** Of one replica. */
const keeper = (): TokenKeeper =>
  createTokenKeeper({
    outbound: service.stores.outbound,
    credentials: service.stores.scheduling.conferencingCredentials,
    keys: service.registry.keys,
    clock: () => Date.now() + later,
    random: randomBytes,
  });

test('tokens are sealed in the database', async () => {
  const { sealed = '' } = (await credential()) ?? {};
  const { accessToken, refreshToken = '' } = (await storedTokens()) ?? { accessToken: '' };
  expect(accessToken).toMatch(/^[0-9a-f]{24}$/);
  expect(Buffer.from(sealed.slice(6), 'base64url').toString('latin1')).not.toContain(accessToken);
  expect(sealed).not.toContain(refreshToken);
});

test('a valid token is not refreshed', async () => {
  const before = server.refreshes();
  expect(await keeper().accessToken(zoom(), id)).toBe((await storedTokens())?.accessToken);
  expect(server.refreshes()).toBe(before);
});

test('concurrent replicas refresh a token once and all get the new one', async () => {
  later = HOUR;
  server.slowDown(300);
  const before = server.refreshes();
  const tokens = await Promise.all([1, 2, 3, 4, 5].map(() => keeper().accessToken(zoom(), id)));
  expect(new Set(tokens).size).toBe(1);
  expect(tokens[0]).toBe((await storedTokens())?.accessToken);
  expect(server.refreshes()).toBe(before + 1);
  expect((await connection())?.invalid).toBe(false);
});

test('a token that the API rejected is refreshed before it expires', async () => {
  const { accessToken = '' } = (await storedTokens()) ?? {};
  const next = await keeper().accessToken(zoom(), id, accessToken);
  expect(next).not.toBe(accessToken);
  expect(await keeper().accessToken(zoom(), id, accessToken)).toBe(next);
});

test('a failed refresh changes nothing, and can be retried at once', async () => {
  later = HOUR;
  const before = await credential();
  server.answerWith(503);
  await expect(keeper().accessToken(zoom(), id)).rejects.toMatchObject({ reason: 'unavailable' });
  expect(await credential()).toEqual(before);
  server.answerWith(undefined);
  expect(await keeper().accessToken(zoom(), id)).toBe((await storedTokens())?.accessToken);
});

test('a refused refresh ends the connection, with one audit entry', async () => {
  later = HOUR;
  server.revoke();
  const refused = () => expect(keeper().accessToken(zoom(), id)).rejects.toMatchObject({ reason: 'revoked' });
  await refused();
  await refused();
  expect((await connection())?.invalid).toBe(true);
  const entries = await service.stores.events.audit.list(undefined, 10_000);
  expect(entries.filter(({ subject }) => subject === `conferencing_app:${id}`)).toHaveLength(1);
  await connect(service, server, ada);
  expect((await connection())?.invalid).toBe(false);
  later = 0;
  expect(await keeper().accessToken(zoom(), id)).toBe((await storedTokens())?.accessToken);
});

test('the lease of a crashed process expires', async () => {
  later = HOUR;
  const { sealed = '' } = (await credential()) ?? {};
  const now = Date.now() + later;
  const lease = { lease: 'of a crashed process', now: new Date(now), until: new Date(now + 400) };
  expect(await service.stores.scheduling.conferencingCredentials.claim(id, sealed, lease)).toBe(true);
  expect(await keeper().accessToken(zoom(), id)).toBe((await storedTokens())?.accessToken);
  expect(await service.stores.scheduling.conferencingCredentials.renew(id, lease.lease, 'late')).toBe(false);
});

test('a deleted connection has no tokens', async () => {
  await ada.call('DELETE', '/v2/conferencing/zoom/disconnect');
  for (const deleted of [id, 0, 2 ** 31])
    await expect(keeper().accessToken(zoom(), deleted)).rejects.toMatchObject({ reason: 'revoked' });
});
