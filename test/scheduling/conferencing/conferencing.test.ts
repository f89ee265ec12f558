import { type StartedService, startService } from '../../support/service.js';
import { callerFor, type Caller } from '../caller.js';
import { again, comeBack, connect, consentUrl, RETURN, type AppView } from './conferencing-fixture.js';
import { type MeetingProvider, startMeetingProvider } from './meeting-provider.js';

const MINUTE = 60_000;
const ACTOR = { actor: 'test' };

let later = 0;
let provider: MeetingProvider;
let service: StartedService;
let ada: Caller;
beforeAll(async () => {
  provider = await startMeetingProvider();
  service = await startService({ env: provider.env, clock: () => Date.now() + later });
});
afterAll(async () => {
  await service.close();
  await provider.close();
});
beforeEach(async () => {
  ada = await callerFor(service, ['APPS_READ', 'APPS_WRITE']);
});
afterEach(() => {
  later = 0;
  provider.answerWith(undefined);
});

const list = async (person = ada) => (await person.call<readonly AppView[]>('GET', '/v2/conferencing')).data;
const defaultOf = async (person = ada) =>
  (await person.call<{ readonly appSlug: string }>('GET', '/v2/conferencing/default')).data;
const failed = (error: string): string => `${RETURN.onErrorReturnTo}&error=${error}`;

describe('an app that needs no account', () => {
  test('is the default from the beginning, without being connected', async () => {
    expect(await list()).toEqual([]);
    expect(await defaultOf()).toEqual({ appSlug: 'jitsi', appLink: 'https://meet.jit.si' });
  });

  test('is connected at once, and once, under each of its names', async () => {
    const { status, data } = await ada.call<AppView>('POST', '/v2/conferencing/jitsi/connect');
    expect([status, data]).toEqual([
      200,
      { id: expect.any(Number), type: 'jitsi_video', userId: ada.id, invalid: false },
    ]);
    await ada.call('POST', '/v2/conferencing/cal-video/connect');
    expect(await list()).toEqual([data]);
    expect((await ada.call('DELETE', '/v2/conferencing/jitsi/disconnect')).status).toBe(200);
    expect(await list()).toEqual([]);
    const gone = await ada.call('DELETE', '/v2/conferencing/jitsi/disconnect');
    expect([gone.status, gone.error.message]).toEqual([404, 'Jitsi is not connected here.']);
  });

  test('has no consent page', async () => {
    const { status } = await ada.call(
      'GET',
      `/v2/conferencing/jitsi/oauth/auth-url?${new URLSearchParams(RETURN).toString()}`,
    );
    expect(status).toBe(400);
  });
});

describe.each([
  ['zoom', 'zoom_video'],
  ['google-meet', 'google_video'],
  ['office365-video', 'office365_video'],
  ['msteams', 'office365_video'],
])('an account at a provider: %s', (app, type) => {
  test('is connected by its consent, and shown', async () => {
    await connect(service, provider, ada, { app });
    expect(await list()).toEqual([{ id: expect.any(Number), type, userId: ada.id, invalid: false }]);
    expect(provider.calls.at(-1)).toMatch(/^POST \/.*token 200$/);
  });

  test('cannot be connected without consent', async () => {
    const { status, error } = await ada.call('POST', `/v2/conferencing/${app}/connect`);
    expect([status, error.message]).toEqual([400, expect.stringContaining('oauth/auth-url')]);
    expect(await list()).toEqual([]);
  });
});

describe('the consent page', () => {
  test('is asked for a code with PKCE, for our client and our address', async () => {
    const url = new URL(await consentUrl(ada, 'zoom'));
    expect(url.origin + url.pathname).toBe(`${provider.url}/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'slotkey-client',
      redirect_uri: `${service.url}/v2/conferencing/zoom/oauth/callback`,
      state: expect.stringMatching(/^[\w.-]{100,}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  test('of Google is asked for lasting access to meetings alone', async () => {
    const { searchParams } = new URL(await consentUrl(ada, 'google-meet'));
    expect([...searchParams.getAll('scope'), ...searchParams.getAll('access_type')]).toEqual([
      'https://www.googleapis.com/auth/meetings.space.created',
      'offline',
    ]);
  });

  test.each([
    ['javascript:alert(1)'],
    ['http://client.example.com/'],
    ['https://ada:pw@client.example.com/'],
    ['/relative'],
    [`https://client.example.com/${'x'.repeat(1_024)}`],
  ])('never leads back to %s', async (returnTo) => {
    const query = new URLSearchParams({ ...RETURN, returnTo }).toString();
    const { status } = await ada.call('GET', `/v2/conferencing/zoom/oauth/auth-url?${query}`);
    expect(status).toBe(400);
  });
});

describe('the way back', () => {
  const begun = async (app = 'zoom') => provider.consent(await consentUrl(ada, app));

  test('counts once, however many come at the same time', async () => {
    const query = await begun();
    const answers = await Promise.all([1, 2, 3, 4].map(() => comeBack(service, 'zoom', query)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400]);
    expect((await comeBack(service, 'zoom', query)).status).toBe(400);
  });

  test('carries a state that nobody made up, changed, or took from another app', async () => {
    const { code, state = '' } = await begun();
    const states = [
      '',
      'x',
      `${state.slice(0, -2)}AA`,
      service.registry.keys.seal('{"kind":"provider-state"}'),
    ];
    for (const wrong of states)
      expect((await comeBack(service, 'zoom', { code: code ?? '', state: wrong })).status).toBe(400);
    const query = { code: code ?? '', state };
    expect((await comeBack(service, 'google-meet', query)).status).toBe(400);
    expect((await comeBack(service, 'zoom', query)).location).toBe(RETURN.returnTo);
  });

  test('is closed after ten minutes', async () => {
    const query = await begun();
    later = 10 * MINUTE;
    expect((await comeBack(service, 'zoom', query)).status).toBe(400);
  });

  test.each([
    [{ error: 'access_denied' }, 'access_denied'],
    [{ error: '<script>' }, 'server_error'],
    [{}, 'server_error'],
    [{ code: 'made-up' }, 'server_error'],
  ])('with %j goes where failures go', async (answer, error) => {
    const { state = '' } = await begun();
    const back = await comeBack(service, 'zoom', { ...answer, state });
    expect([back.status, back.location]).toEqual([303, failed(error)]);
    expect(await list()).toEqual([]);
  });

  test('goes where failures go while the provider is in trouble', async () => {
    const query = await begun();
    provider.answerWith(503);
    expect((await comeBack(service, 'zoom', query)).location).toBe(failed('server_error'));
  });

  test('connects nothing for somebody whose account was disabled meanwhile', async () => {
    const query = await begun();
    await service.stores.accounts.accounts.setDisabled(ada.id, true, ACTOR);
    expect((await comeBack(service, 'zoom', query)).location).toBe(failed('access_denied'));
    await service.stores.accounts.accounts.setDisabled(ada.id, false, ACTOR);
    expect(await service.stores.scheduling.conferencing.list({ accountId: ada.id })).toEqual([]);
  });

  test('connects an account anew in place of the old', async () => {
    await connect(service, provider, ada);
    const [before] = await list();
    await connect(service, provider, ada);
    expect(await list()).toEqual([before]);
  });
});

describe('the default', () => {
  test('is one of those that are connected, and the last one chosen', async () => {
    const refused = await ada.call('POST', '/v2/conferencing/zoom/default');
    expect([refused.status, refused.error.message]).toEqual([404, 'Zoom is not connected here.']);
    await connect(service, provider, ada);
    await connect(service, provider, ada, { app: 'msteams' });
    for (const [name, slug] of [
      ['zoom', 'zoom'],
      ['msteams', 'office365-video'],
      ['daily-video', 'jitsi'],
    ] as const) {
      expect((await ada.call('POST', `/v2/conferencing/${name}/default`)).status).toBe(200);
      expect(await defaultOf()).toMatchObject({ appSlug: slug });
    }
  });

  test('goes with its connection', async () => {
    await connect(service, provider, ada);
    await ada.call('POST', '/v2/conferencing/zoom/default');
    await ada.call('DELETE', '/v2/conferencing/zoom/disconnect');
    expect(await defaultOf()).toMatchObject({ appSlug: 'jitsi' });
    await connect(service, provider, ada);
    expect(await defaultOf()).toMatchObject({ appSlug: 'jitsi' });
  });
});

test('nobody sees or changes the apps of somebody else', async () => {
  await connect(service, provider, ada);
  const grace = await callerFor(service, ['APPS_READ', 'APPS_WRITE']);
  expect(await list(grace)).toEqual([]);
  expect((await grace.call('DELETE', '/v2/conferencing/zoom/disconnect')).status).toBe(404);
  expect((await grace.call('POST', '/v2/conferencing/zoom/default')).status).toBe(404);
  expect(await list()).toHaveLength(1);
});

test('another client of the same person sees the same', async () => {
  await connect(service, provider, ada);
  expect(await list(await again(service, ada.id, ['APPS_READ']))).toEqual(await list());
});

test('an unknown app is refused by its name', async () => {
  const { status, error } = await ada.call('POST', '/v2/conferencing/telegraph/connect');
  expect([status, error.details.errors?.map(({ property }) => property)]).toEqual([400, ['app']]);
});

test('an app that the installation has no client for is not offered', async () => {
  const bare = await startService();
  const person = await callerFor(bare, ['APPS_READ', 'APPS_WRITE']);
  const query = new URLSearchParams(RETURN).toString();
  const { status, error } = await person.call('GET', `/v2/conferencing/zoom/oauth/auth-url?${query}`);
  expect([status, error.message]).toEqual([400, 'Zoom is not set up on this installation.']);
  await bare.close();
});

test('the audit log names the app and never a token', async () => {
  await connect(service, provider, ada);
  const entries = await service.stores.events.audit.list(undefined, 10_000);
  const own = entries.filter(
    ({ action, actor }) => action.startsWith('conferencing.') && actor === `account:${ada.id}`,
  );
  expect(own.map(({ action, facts }) => [action, facts])).toEqual([
    ['conferencing.connected', { app: 'zoom' }],
  ]);
});
