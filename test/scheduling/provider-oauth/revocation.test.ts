/* Connections that are dropped here end at their provider too: by a job, whatever the provider does meanwhile. */
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

/** What a job does, in whichever process, so much later. */
const worked = ({ stores, config, registry }: Service, task: JobPayloads['revocation'], later = 0) =>
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
    return (await fixture.connected()).connectedCalendars[0]?.credentialId ?? 0;
  }
  const drop = async (id: number, kind = 'google') =>
    (await fixture.owner.call('POST', `/v2/calendars/${kind}/disconnect`, { id })).status;
  const asked = () => provider.calls.filter((call) => call.startsWith('POST /revoke'));
  /** The job of the connection, in the hands of the test. */
  async function task(id: number): Promise<JobPayloads['revocation']> {
    const { sealed = '' } = (await fixture.service.stores.scheduling.calendarCredentials.read(id)) ?? {};
    return { provider: 'google', accountId: fixture.owner.id, sealed, until: inDays(7) };
  }

  test('is taken back at Google, and the person’s consent with it', async () => {
    expect(await drop(await connected())).toBe(200);
    await until(() => Promise.resolve(!provider.isOpen()));
    expect(asked()).toEqual(['POST /revoke 200']);
  });

  test('is dropped at once while Google is in trouble, which is asked again', async () => {
    provider.answerRevocationsWith(503);
    const before = asked().length;
    expect(await drop(await connected())).toBe(200);
    expect((await fixture.connected()).connectedCalendars).toEqual([]);
    await until(() => Promise.resolve(asked().length > before));
    expect(provider.isOpen()).toBe(true);
    provider.answerRevocationsWith(undefined);
    fixture.pass(2 * MINUTE);
    await until(() => Promise.resolve(!provider.isOpen()));
  });

  test('is left alone when it was connected again before Google heard of it', async () => {
    const first = await task(await connected());
    const id = await connected();
    expect(await worked(fixture.service, first)).toEqual({ kind: 'done' });
    expect(provider.isOpen()).toBe(true);
    const last = await task(id);
    await drop(id);
    await until(() => Promise.resolve(!provider.isOpen()));
    const before = asked();
    expect(await worked(fixture.service, last)).toEqual({ kind: 'done' });
    expect(asked()).toEqual([...before, 'POST /revoke 400']);
  });

  test('is forgotten without a word when it is too late, or nobody can open its tokens', async () => {
    const one = await task(await connected());
    const { owner, service } = fixture;
    await service.stores.scheduling.calendars.disconnect(
      owner.id,
      { kind: 'google', id: (await fixture.connected()).connectedCalendars[0]?.credentialId ?? 0 },
      { actor: 'test' },
    );
    await until(() => Promise.resolve(!provider.isOpen()));
    const before = asked();
    for (const change of [{ until: inDays(-1) }, { sealed: 'gone.sealed' }])
      expect(await worked(service, { ...one, ...change })).toEqual({ kind: 'done' });
    expect(asked()).toEqual(before);
  });

  test('has no counterpart at Microsoft, where nothing is asked', async () => {
    const before = asked();
    expect(await drop(await connected('office365'), 'office365')).toBe(200);
    expect(await drop(await connected())).toBe(200);
    await until(() => Promise.resolve(asked().length > before.length));
    expect(asked()).toEqual([...before, 'POST /revoke 200']);
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

  const drop = async (app: string) => (await ada.call('DELETE', `/v2/conferencing/${app}/disconnect`)).status;
  async function kept(): Promise<string> {
    const [{ id } = { id: 0 }] = await service.stores.scheduling.conferencing.list({ accountId: ada.id });
    return (await service.stores.scheduling.conferencingCredentials.read(id))?.sealed ?? '';
  }
  const closed = () => until(() => Promise.resolve(!provider.isOpen()));
  const asked = () => provider.calls.filter((call) => /revoke|token/.test(call)).map((call) => call.slice(5));

  test('of Zoom is taken back by our client, with a token that is good', async () => {
    await connect(service, provider, ada);
    expect(await drop('zoom')).toBe(200);
    await closed();
    expect(asked().slice(-2)).toEqual(['/oauth/token 200', '/oauth/revoke 200']);
  });

  test('of Zoom whose token has ended gets another first, which is kept before it is used', async () => {
    await connect(service, provider, ada);
    const sealed = await kept();
    later = 2 * HOUR;
    provider.expire();
    expect(await drop('zoom')).toBe(200);
    await closed();
    expect(asked().slice(-2)).toEqual(['/oauth/token 200', '/oauth/revoke 200']);
    // The process that held the job is gone before it was marked: whoever repeats it finds nothing left to take back.
    const task = { provider: 'zoom', accountId: ada.id, sealed, until: inDays(7) } as const;
    expect(await worked(service, task, later)).toEqual({ kind: 'done' });
    expect(asked().at(-1)).toBe('/oauth/token 400');
  });

  test('of Google lives on while another one of the person may rest on the same consent', async () => {
    await connect(service, provider, ada, { app: 'google-meet' });
    const sealed = await kept();
    const task = { provider: 'google', accountId: ada.id, sealed, until: inDays(7) } as const;
    expect(await worked(service, task)).toEqual({ kind: 'done' });
    expect(provider.isOpen()).toBe(true);
    expect(await drop('google-meet')).toBe(200);
    await closed();
  });
});
