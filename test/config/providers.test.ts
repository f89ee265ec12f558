import { ConfigError, readConfig } from '../../src/config/config.js';

const faultsOf = (env: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map(({ variable, problem }) => `${variable} ${problem}`);
  }
};
const PRODUCTION = {
  NODE_ENV: 'production',
  BASE_URL: 'https://api.example',
  SECRET_KEYS: 'k'.repeat(32),
};

test('a provider has an id and a secret, and may have another URL', () => {
  const { providers, jitsiUrl, conferencingEventsSecret } = readConfig({
    ZOOM_CLIENT_ID: 'id',
    ZOOM_CLIENT_SECRET: 'secret',
    OFFICE365_CLIENT_ID: 'id',
    OFFICE365_CLIENT_SECRET: 'secret',
    OFFICE365_URL: 'http://127.0.0.1:9000/',
    GOOGLE_URL: 'https://gateway.example',
    JITSI_URL: 'https://rooms.example/meet/',
    CONFERENCING_EVENTS_SECRET: 's'.repeat(24),
  });
  expect(providers).toEqual({
    zoom: { clientId: 'id', clientSecret: 'secret' },
    office365: { clientId: 'id', clientSecret: 'secret', url: 'http://127.0.0.1:9000' },
  });
  expect([jitsiUrl, conferencingEventsSecret]).toEqual(['https://rooms.example/meet', 's'.repeat(24)]);
});

test.each([
  [{ ZOOM_CLIENT_ID: 'id' }, 'ZOOM_CLIENT_SECRET is missing although ZOOM_CLIENT_ID is set'],
  [{ GOOGLE_CLIENT_SECRET: 's' }, 'GOOGLE_CLIENT_ID is missing although GOOGLE_CLIENT_SECRET is set'],
  [{ ZOOM_URL: 'https://gateway.example/zoom' }, 'ZOOM_URL has a path'],
  [{ ZOOM_URL: 'gateway' }, 'ZOOM_URL is not a URL'],
  [{ ...PRODUCTION, ZOOM_URL: 'http://gateway.example' }, 'ZOOM_URL is plain http in production'],
  [{ ...PRODUCTION, JITSI_URL: 'http://rooms.example' }, 'JITSI_URL is plain http in production'],
  [{ JITSI_URL: 'https://rooms.example/?a=b' }, 'JITSI_URL has a query or a fragment'],
  [{ APPLE_CALDAV_URL: 'https://user@caldav.example/' }, 'APPLE_CALDAV_URL carries credentials'],
  [{ CONFERENCING_EVENTS_SECRET: 'short' }, 'CONFERENCING_EVENTS_SECRET is too short'],
])('%j: %s', (env, fault) => expect(faultsOf(env)).toEqual([fault]));
