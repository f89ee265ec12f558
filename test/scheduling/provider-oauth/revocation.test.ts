/* Disconnecting revokes the tokens at the provider: by a job, retried while the provider is unavailable. */
import { type CalendarFixture, openCalendarFixture } from '../calendars/calendar-fixture.js';
import { type ProviderServer, startProvider } from '../calendars/provider-server.js';
import { revokeTokens } from '../../../src/scheduling/provider-oauth/revocation.js';
import type { JobPayloads } from '../../../src/jobs/kinds.js';
import { type Service, type StartedService, startService } from '../../support/service.js';
import { until } from '../../support/until.js';
import { type Caller, callerFor } from '../caller.js';
import { connect } from '../conferencing/conferencing-fixture.js';
import { type MeetingProvider, startMeetingProvider } from '../conferencing/meeting-provider.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Runs a job. `later`: milliseconds from now. */
const run = ({ stores, config, registry }: Service, task: JobPayloads['revocation'], later = 0) =>
  revokeTokens(
    {
      outbound: stores.outbound,
      providerConsents: stores.scheduling.providerConsents,
      ...config,
      keys: registry.keys,
      clock: () => Date.now() + later,
    },
    task,
  );

const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

describe('a calendar of Google', () => {
  let provider: ProviderServer;
  let fixture: CalendarFixture;
  beforeAll(async () => {
    provider = await startProvider();
    fixture = await openCalendarFixture(provider.env);
  });
  afterAll(async () => {
    await fixture.close();
    await provider.close();
  });
  beforeEach(() => provider.answerRevocationsWith(undefined));

  async function connected(kind = 'google'): Promise<number> {
    const path = `/v2/calendars/${kind}/connect?isDryRun=false`;
    const { data } = await fixture.owner.call<{ readonly authUrl: string }>('GET', path);
    const query = provider.consent(data.authUrl);
    await fetch(`${fixture.service.url}/v2/calendars/${kind}/save?${query}`, { redirect: 'manual' });
    return (await fixture.list()).connectedCalendars[0]?.credentialId ?? 0;
  }
  const disconnect = async (id: number, kind = 'google') =>
    (await fixture.owner.call('POST', `/v2/calendars/${kind}/disconnect`, { id })).status;
  const revocationCalls = () => provider.calls.filter((call) => call.startsWith('POST /revoke'));
  /** The revocation job of a connection. */
  async function taskFor(id: number): Promise<JobPayloads['revocation']> {
    const { sealed = '' } = (await fixture.service.stores.scheduling.calendarCredentials.read(id)) ?? {};
    return { provider: 'google', accountId: fixture.owner.id, sealed, until: inDays(7) };
  }

  test('is revoked at Google with the whole consent', async () => {
    expect(await disconnect(await connected())).toBe(200);
    await until(() => Promise.resolve(!provider.hasTokens()));
    expect(revocationCalls()).toEqual(['POST /revoke 200']);
  });

  test('is disconnected at once while Google is unavailable, and revoked later', async () => {
    provider.answerRevocationsWith(503);
    const before = revocationCalls().length;
    expect(await disconnect(await connected())).toBe(200);
    expect((await fixture.list()).connectedCalendars).toEqual([]);
    await until(() => Promise.resolve(revocationCalls().length > before));
    expect(provider.hasTokens()).toBe(true);
    provider.answerRevocationsWith(undefined);
    fixture.pass(2 * MINUTE);
    await until(() => Promise.resolve(!provider.hasTokens()));
  });

  test('is not revoked when it was connected again before the job ran', async () => {
    const first = await taskFor(await connected());
    const id = await connected();
    expect(await run(fixture.service, first)).toEqual({ kind: 'done' });
    expect(provider.hasTokens()).toBe(true);
    const last = await taskFor(id);
    await disconnect(id);
    await until(() => Promise.resolve(!provider.hasTokens()));
    const before = revocationCalls();
    expect(await run(fixture.service, last)).toEqual({ kind: 'done' });
    expect(revocationCalls()).toEqual([...before, 'POST /revoke 400']);
  });

  test('is not revoked after a deadline, or when its tokens cannot be unsealed', async () => {
    const task = await taskFor(await connected());
    const { owner, service } = fixture;
    await service.stores.scheduling.calendars.disconnect(
      owner.id,
      { kind: 'google', id: (await fixture.list()).connectedCalendars[0]?.credentialId ?? 0 },
      { actor: 'test' },
    );
    await until(() => Promise.resolve(!provider.hasTokens()));
    const before = revocationCalls();
    for (const change of [{ until: inDays(-1) }, { sealed: 'unknown.sealed' }])
      expect(await run(service, { ...task, ...change })).toEqual({ kind: 'done' });
    expect(revocationCalls()).toEqual(before);
  });

  test('is revoked at Google only, as Microsoft has no revocation endpoint', async () => {
    const before = revocationCalls();
    expect(await disconnect(await connected('office365'), 'office365')).toBe(200);
    expect(await disconnect(await connected())).toBe(200);
    await until(() => Promise.resolve(revocationCalls().length > before.length));
    expect(revocationCalls()).toEqual([...before, 'POST /revoke 200']);
  });
});

describe('a conferencing app', () => {
  let later = 0;
  let provider: MeetingProvider;
  let service: StartedService;
  let ada: Caller;
  beforeAll(async () => {
    provider = await startMeetingProvider();
    service = await startService({ env: provider.env, clock: () => Date.now() + later });
    ada = await callerFor(service, ['APPS_READ', 'APPS_WRITE']);
  });
  afterAll(async () => {
    await service.close();
    await provider.close();
  });

  const disconnect = async (app: string) =>
    (await ada.call('DELETE', `/v2/conferencing/${app}/disconnect`)).status;
  async function storedTokens(): Promise<string> {
    const [{ id } = { id: 0 }] = await service.stores.scheduling.conferencing.list({ accountId: ada.id });
    return (await service.stores.scheduling.conferencingCredentials.read(id))?.sealed ?? '';
  }
  const revoked = () => until(() => Promise.resolve(!provider.hasTokens()));
  const oauthCalls = () =>
    provider.calls.filter((call) => /revoke|token/.test(call)).map((call) => call.slice(5));

  test('of Zoom is revoked with a valid access token and client authentication', async () => {
    await connect(service, provider, ada);
    expect(await disconnect('zoom')).toBe(200);
    await revoked();
    expect(oauthCalls().slice(-2)).toEqual(['/oauth/token 200', '/oauth/revoke 200']);
  });

  test('of Zoom with an expired token is refreshed first, and the new tokens are stored', async () => {
    await connect(service, provider, ada);
    const sealed = await storedTokens();
    later = 2 * HOUR;
    provider.expire();
    expect(await disconnect('zoom')).toBe(200);
    await revoked();
    expect(oauthCalls().slice(-2)).toEqual(['/oauth/token 200', '/oauth/revoke 200']);
    // A repeated job, after its process crashed, finds nothing left to revoke.
    const task = { provider: 'zoom', accountId: ada.id, sealed, until: inDays(7) } as const;
    expect(await run(service, task, later)).toEqual({ kind: 'done' });
    expect(oauthCalls().at(-1)).toBe('/oauth/token 400');
  });

  test('of Google is not revoked while another connection may use the same consent', async () => {
    await connect(service, provider, ada, { app: 'google-meet' });
    const sealed = await storedTokens();
    const task = { provider: 'google', accountId: ada.id, sealed, until: inDays(7) } as const;
    expect(await run(service, task)).toEqual({ kind: 'done' });
    expect(provider.hasTokens()).toBe(true);
    expect(await disconnect('google-meet')).toBe(200);
    await revoked();
  });
});
