import { type StartedService, startService } from '../../support/service.js';
import { callerFor, type Caller } from '../caller.js';
import {
  callerAs,
  followCallback,
  connect,
  consentUrl,
  RETURN,
  type AppView,
} from './conferencing-fixture.js';
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

const list = async (caller = ada) => (await caller.call<readonly AppView[]>('GET', '/v2/conferencing')).data;
const defaultOf = async (caller = ada) =>
  (await caller.call<{ readonly appSlug: string }>('GET', '/v2/conferencing/default')).data;
const failed = (error: string): string => `${RETURN.onErrorReturnTo}&error=${error}`;

describe('an app that needs no account', () => {
  test('is the default without being connected', async () => {
    expect(await list()).toEqual([]);
    expect(await defaultOf()).toEqual({ appSlug: 'jitsi', appLink: 'https://meet.jit.si' });
  });

  test('is connected once, under any of its names', async () => {
    const { status, data } = await ada.call<AppView>('POST', '/v2/conferencing/jitsi/connect');
    expect([status, data]).toEqual([
      200,
      { id: expect.any(Number), type: 'jitsi_video', userId: ada.id, invalid: false },
    ]);
    await ada.call('POST', '/v2/conferencing/cal-video/connect');
    expect(await list()).toEqual([data]);
    expect((await ada.call('DELETE', '/v2/conferencing/jitsi/disconnect')).status).toBe(200);
    expect(await list()).toEqual([]);
    const repeated = await ada.call('DELETE', '/v2/conferencing/jitsi/disconnect');
    expect([repeated.status, repeated.error.message]).toEqual([404, 'Jitsi is not connected here.']);
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
  test('is connected after consent, and listed', async () => {
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
  test('gets a code request with PKCE, our client and our redirect URI', async () => {
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

  test('of Google gets a request for offline access to meetings only', async () => {
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
  ])('refuses to return to %s', async (returnTo) => {
    const query = new URLSearchParams({ ...RETURN, returnTo }).toString();
    const { status } = await ada.call('GET', `/v2/conferencing/zoom/oauth/auth-url?${query}`);
    expect(status).toBe(400);
  });
});

describe('the callback', () => {
  const consent = async (app = 'zoom') => provider.consent(await consentUrl(ada, app));

  test('works once, also with concurrent requests', async () => {
    const query = await consent();
    const answers = await Promise.all([1, 2, 3, 4].map(() => followCallback(service, 'zoom', query)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400]);
    expect((await followCallback(service, 'zoom', query)).status).toBe(400);
  });

  test('is not used up by HEAD', async () => {
    const query = await consent();
    const path = `/v2/conferencing/zoom/oauth/callback?${new URLSearchParams(query).toString()}`;
    const looked = await fetch(service.url + path, { method: 'HEAD', redirect: 'manual' });
    expect([looked.status, looked.headers.get('location')]).toEqual([204, null]);
    expect((await followCallback(service, 'zoom', query)).status).toBe(303);
  });

  test('refuses a forged or changed state, and that of another app', async () => {
    const { code, state = '' } = await consent();
    const states = [
      '',
      'x',
      `${state.slice(0, -2)}AA`,
      service.registry.keys.seal('{"kind":"provider-state"}'),
    ];
    for (const wrong of states)
      expect((await followCallback(service, 'zoom', { code: code ?? '', state: wrong })).status).toBe(400);
    const query = { code: code ?? '', state };
    expect((await followCallback(service, 'google-meet', query)).status).toBe(400);
    expect((await followCallback(service, 'zoom', query)).location).toBe(RETURN.returnTo);
  });

  test('refuses a state after ten minutes', async () => {
    const query = await consent();
    later = 10 * MINUTE;
    expect((await followCallback(service, 'zoom', query)).status).toBe(400);
  });

  test.each([
    [{ error: 'access_denied' }, 'access_denied'],
    [{ error: '<script>' }, 'server_error'],
    [{}, 'server_error'],
    [{ code: 'made-up' }, 'server_error'],
  ])('with %j redirects to the error URL', async (answer, error) => {
    const { state = '' } = await consent();
    const back = await followCallback(service, 'zoom', { ...answer, state });
    expect([back.status, back.location]).toEqual([303, failed(error)]);
    expect(await list()).toEqual([]);
  });

  test('redirects to the error URL while the provider is unavailable', async () => {
    const query = await consent();
    provider.answerWith(503);
    expect((await followCallback(service, 'zoom', query)).location).toBe(failed('server_error'));
  });

  test('connects nothing for an account that was disabled meanwhile', async () => {
    const query = await consent();
    await service.stores.accounts.accounts.setDisabled(ada.id, true, ACTOR);
    expect((await followCallback(service, 'zoom', query)).location).toBe(failed('access_denied'));
    await service.stores.accounts.accounts.setDisabled(ada.id, false, ACTOR);
    expect(await service.stores.scheduling.conferencing.list({ accountId: ada.id })).toEqual([]);
  });

  test('replaces an existing connection', async () => {
    await connect(service, provider, ada);
    const [before] = await list();
    await connect(service, provider, ada);
    expect(await list()).toEqual([before]);
  });
});

describe('the default', () => {
  test('is the connected app that was chosen last', async () => {
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

  test('is unset when its app is disconnected', async () => {
    await connect(service, provider, ada);
    await ada.call('POST', '/v2/conferencing/zoom/default');
    await ada.call('DELETE', '/v2/conferencing/zoom/disconnect');
    expect(await defaultOf()).toMatchObject({ appSlug: 'jitsi' });
    await connect(service, provider, ada);
    expect(await defaultOf()).toMatchObject({ appSlug: 'jitsi' });
  });
});

test('users cannot see or change apps of other users', async () => {
  await connect(service, provider, ada);
  const grace = await callerFor(service, ['APPS_READ', 'APPS_WRITE']);
  expect(await list(grace)).toEqual([]);
  expect((await grace.call('DELETE', '/v2/conferencing/zoom/disconnect')).status).toBe(404);
  expect((await grace.call('POST', '/v2/conferencing/zoom/default')).status).toBe(404);
  expect(await list()).toHaveLength(1);
});

test('another client of the same user sees the same apps', async () => {
  await connect(service, provider, ada);
  expect(await list(await callerAs(service, ada.id, ['APPS_READ']))).toEqual(await list());
});

test('an unknown app is refused', async () => {
  const { status, error } = await ada.call('POST', '/v2/conferencing/telegraph/connect');
  expect([status, error.details.errors?.map(({ property }) => property)]).toEqual([400, ['app']]);
});

test('an app without a client at its provider cannot be connected', async () => {
  const bare = await startService();
  const caller = await callerFor(bare, ['APPS_READ', 'APPS_WRITE']);
  const query = new URLSearchParams(RETURN).toString();
  const { status, error } = await caller.call('GET', `/v2/conferencing/zoom/oauth/auth-url?${query}`);
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
