import { ConfigError, readConfig } from '../../src/config/config.js';
import type { Environment } from '../../src/config/config.js';

const KEY = 'k'.repeat(32);
const OTHER_KEY = 'o'.repeat(32);
const PRODUCTION = { NODE_ENV: 'production', SECRET_KEYS: KEY };

function configError(env: Environment): ConfigError {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

const faultsOf = (env: Environment): string[] =>
  configError(env).faults.map(({ variable, problem }) => `${variable} ${problem}`);

describe('an empty environment', () => {
  test('gives a working development configuration', () => {
    expect(readConfig({})).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      drainSeconds: 0,
      baseUrl: 'http://localhost:3000',
      appUrl: 'http://localhost:3000',
      settingsUrl: 'http://localhost:3000/settings/developer',
      issuerUrl: 'http://localhost:3000',
      dataDir: './data',
      providers: {},
      jitsiUrl: 'https://meet.jit.si',
      appleCaldavUrl: 'https://caldav.icloud.com/',
      trustedProxies: [],
      outboundAllow: [],
      authorizationCodeTtl: 60,
      refreshTokenTtl: 2_592_000,
      refreshTokenMaxAge: 31_536_000,
      refreshGraceSeconds: 60,
      bookingsPerNetwork: 60,
      readsPerNetwork: 6_000,
      clientsPerAccount: 100,
      databasePreparedStatements: true,
      workers: 1,
      demo: true,
      logLevel: 'info',
    });
  });

  test('in which every variable is set but empty gives the same configuration', () => {
    const empty = Object.fromEntries(
      [
        'PORT',
        'BASE_URL',
        'DATABASE_URL',
        'REDIS_URL',
        'SECRET_KEYS',
        'SMTP_URL',
        'DEMO',
        'NODE_ENV',
        'LOG_LEVEL',
      ].map((name) => [name, name === 'PORT' ? '  ' : '']),
    );
    expect(readConfig(empty)).toEqual(readConfig({}));
  });
});

describe('addresses', () => {
  test('default to one another: PORT -> BASE_URL -> APP_URL -> SETTINGS_URL and ISSUER_URL', () => {
    expect(readConfig({ PORT: '8080' }).issuerUrl).toBe('http://localhost:8080');
    const config = readConfig({ BASE_URL: 'https://api.example', APP_URL: 'https://app.example/' });
    expect(config).toMatchObject({
      baseUrl: 'https://api.example',
      appUrl: 'https://app.example',
      settingsUrl: 'https://app.example/settings/developer',
      issuerUrl: 'https://app.example',
    });
  });

  test('SETTINGS_URL loses its trailing slash', () => {
    expect(readConfig({ SETTINGS_URL: 'http://localhost:3000/developer/' }).settingsUrl).toBe(
      'http://localhost:3000/developer',
    );
  });

  test('plain http on a loopback host is accepted in production', () => {
    const config = readConfig({
      ...PRODUCTION,
      BASE_URL: 'http://127.0.0.1:4000',
      APP_URL: 'http://[::1]:4000',
    });
    expect(config.appUrl).toBe('http://[::1]:4000');
  });
});

describe('a full production environment', () => {
  const config = readConfig({
    ...PRODUCTION,
    HOST: '0.0.0.0',
    BASE_URL: 'https://api.example',
    APP_URL: 'https://app.example',
    DATABASE_URL: 'postgres://slotkey:pw@db/slotkey',
    DATABASE_PREPARED_STATEMENTS: 'false',
    REDIS_URL: 'rediss://:pw@redis:6380/1',
    SECRET_KEYS: ` ${KEY} , ${OTHER_KEY},`,
    SMTP_URL: 'smtps://user:pw@mail.example:465',
    MAIL_FROM: 'Slotkey <no-reply@app.example>',
    SECURITY_CONTACT: 'security+reports@app.example',
    SMS_URL: 'https://sms.example/send',
    TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8, 192.0.2.7, ::1',
    OUTBOUND_ALLOW: '10.20.0.0/16',
    AUTHORIZATION_CODE_TTL: '600',
    REFRESH_GRACE_SECONDS: '0',
    BOOKINGS_PER_NETWORK: '1000',
    LOG_LEVEL: 'warn',
  });

  test('is read completely', () => {
    expect(config).toMatchObject({
      production: true,
      host: '0.0.0.0',
      databaseUrl: 'postgres://slotkey:pw@db/slotkey',
      databasePreparedStatements: false,
      redis: { mode: 'single', url: 'rediss://:pw@redis:6380/1' },
      secretKeys: [KEY, OTHER_KEY],
      smtpUrl: 'smtps://user:pw@mail.example:465',
      mailFrom: 'Slotkey <no-reply@app.example>',
      securityContact: 'mailto:security%2Breports@app.example',
      smsUrl: 'https://sms.example/send',
      trustedProxies: ['10.0.0.0/8', 'fd00::/8', '192.0.2.7/32', '::1/128'],
      outboundAllow: ['10.20.0.0/16'],
      authorizationCodeTtl: 600,
      refreshGraceSeconds: 0,
      bookingsPerNetwork: 1000,
      demo: false,
      logLevel: 'warn',
    });
  });

  test('is deeply frozen', () => {
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.redis)).toBe(true);
    expect(Object.isFrozen(config.secretKeys)).toBe(true);
  });
});

describe('redis', () => {
  test.each([
    [{ REDIS_URL: 'redis://localhost:6379' }, { mode: 'single', url: 'redis://localhost:6379' }],
    [
      { REDIS_CLUSTER_NODES: 'a:7000, redis://b:7001 ,rediss://u:p@[::1]' },
      { mode: 'cluster', nodes: ['redis://a:7000', 'redis://b:7001', 'rediss://u:p@[::1]:6379'] },
    ],
    [
      { REDIS_SENTINELS: 'mymaster@10.0.0.1,10.0.0.2:26380' },
      {
        mode: 'sentinel',
        masterName: 'mymaster',
        sentinels: ['redis://10.0.0.1:26379', 'redis://10.0.0.2:26380'],
      },
    ],
  ])('%o', (env, expected) => {
    expect(readConfig(env).redis).toEqual(expected);
  });
});

describe('a configuration is refused', () => {
  test.each<[Environment, string]>([
    [{ PORT: 'http' }, 'PORT is not a whole number'],
    [{ PORT: '3000.5' }, 'PORT is not a whole number'],
    [{ PORT: '65536' }, 'PORT is out of range'],
    [{ HOST: 'a b' }, 'HOST is not a host to listen on'],
    [{ BASE_URL: 'localhost' }, 'BASE_URL is not a URL'],
    [{ BASE_URL: 'ftp://localhost' }, 'BASE_URL has the wrong scheme'],
    [{ BASE_URL: 'https://api.example/v2' }, 'BASE_URL has a path'],
    [{ APP_URL: 'https://app.example?x' }, 'APP_URL has a query or a fragment'],
    [{ APP_URL: 'https://app.example/#' }, 'APP_URL has a query or a fragment'],
    [{ ISSUER_URL: 'https://user:pw@app.example' }, 'ISSUER_URL carries credentials'],
    [{ SETTINGS_URL: 'https://other.example/settings' }, "SETTINGS_URL is not on APP_URL's origin"],
    [{ SETTINGS_URL: 'http://localhost:3000/settings?tab=1' }, 'SETTINGS_URL has a query or a fragment'],
    [{ ...PRODUCTION, APP_URL: 'http://app.example' }, 'APP_URL is plain http in production'],
    [{ ...PRODUCTION, SMS_URL: 'http://sms.example' }, 'SMS_URL is plain http in production'],
    [{ ...PRODUCTION, DEMO: 'true' }, 'DEMO is on in production'],
    [{ AUDIT_RETENTION_DAYS: '7' }, 'AUDIT_RETENTION_DAYS is out of range'],
    [{ PORT: '4000', HEALTH_PORT: '4000' }, 'HEALTH_PORT is the same as PORT'],
    [{ PORT: '4000', METRICS_PORT: '4000' }, 'METRICS_PORT is the same as PORT'],
    [{ METRICS_PORT: '4001', HEALTH_PORT: '4001' }, 'METRICS_PORT is the same as HEALTH_PORT'],
    [{ NODE_ENV: 'production' }, 'SECRET_KEYS is missing in production'],
    [
      { DATABASE_URL: 'postgres://db/slotkey' },
      'SECRET_KEYS is missing although DATABASE_URL is set, which replicas share',
    ],
    [{ DATABASE_URL: 'mysql://db/slotkey', SECRET_KEYS: KEY }, 'DATABASE_URL has the wrong scheme'],
    [{ SECRET_KEYS: `${KEY},short` }, 'SECRET_KEYS is too short in position 2'],
    [{ SECRET_KEYS: `${KEY},${KEY}` }, 'SECRET_KEYS has the same key twice'],
    [{ REDIS_URL: 'http://localhost' }, 'REDIS_URL has the wrong scheme'],
    [{ REDIS_URL: 'redis://a', REDIS_SENTINELS: 'm@b' }, 'REDIS_SENTINELS is set beside REDIS_URL'],
    [{ REDIS_CLUSTER_NODES: 'a:7000,b:port' }, 'REDIS_CLUSTER_NODES has an entry that is not an address'],
    [{ REDIS_SENTINELS: '10.0.0.1:26379' }, 'REDIS_SENTINELS does not begin with the name of the master'],
    [{ REDIS_SENTINELS: 'mymaster@' }, 'REDIS_SENTINELS has an entry that is not an address'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is missing although SMTP_URL is set'],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM is not a mail address'],
    [{ SECURITY_CONTACT: 'nobody' }, 'SECURITY_CONTACT is not a URL'],
    [{ SECURITY_CONTACT: 'http://a.example' }, 'SECURITY_CONTACT has the wrong scheme'],
    [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, 'MAIL_FROM is not a mail address'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES has an entry that is not a network'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,proxy' }, 'TRUSTED_PROXIES has an entry that is not a network'],
    [{ AUTHORIZATION_CODE_TTL: '9' }, 'AUTHORIZATION_CODE_TTL is out of range'],
    [{ AUTHORIZATION_CODE_TTL: '601' }, 'AUTHORIZATION_CODE_TTL is out of range'],
    [{ REFRESH_GRACE_SECONDS: '601' }, 'REFRESH_GRACE_SECONDS is out of range'],
    [{ BOOKINGS_PER_NETWORK: '0' }, 'BOOKINGS_PER_NETWORK is out of range'],
    [
      { REFRESH_TOKEN_TTL: '1000', REFRESH_TOKEN_MAX_AGE: '999' },
      'REFRESH_TOKEN_TTL is longer than REFRESH_TOKEN_MAX_AGE',
    ],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV is not a known value'],
    [{ DEMO: 'no' }, 'DEMO is not a known value'],
    [{ WORKERS: '0' }, 'WORKERS is out of range'],
    [{ WORKERS: 'all' }, 'WORKERS is not a whole number'],
    [{ WORKERS: '2' }, 'WORKERS is more than 1 without DATABASE_URL'],
    [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL is not a known value'],
  ])('%o: %s', (env, fault) => {
    expect(faultsOf(env)).toEqual([fault]);
  });

  test('all faults are listed together, each with the valid values', () => {
    const error = configError({
      PORT: '-1',
      BASE_URL: 'nonsense',
      SMTP_URL: 'smtp://mail',
      LOG_LEVEL: 'loud',
    });
    expect(error.report.split('\n')).toEqual([
      'The configuration has 4 faults:',
      '  PORT is not a whole number: use 0 to 65535; the default is 3000',
      '  BASE_URL is not a URL: write it like https://scheduling.example',
      '  MAIL_FROM is missing although SMTP_URL is set: write it like Slotkey <no-reply@scheduling.example>',
      '  LOG_LEVEL is not a known value: use one of debug, info, warn, error, silent',
    ]);
  });

  test.each<[Environment, readonly string[]]>([
    [
      { ...PRODUCTION, BASE_URL: 'http://a.example/x' },
      ['BASE_URL is plain http in production', 'BASE_URL has a path'],
    ],
    [
      {
        ...PRODUCTION,
        APP_URL: 'http://user:pw@a.example/x?y',
        SETTINGS_URL: 'https://a.example/settings?z',
      },
      [
        'APP_URL is plain http in production',
        'APP_URL carries credentials',
        'APP_URL has a query or a fragment',
        'APP_URL has a path',
        'SETTINGS_URL has a query or a fragment',
      ],
    ],
    [
      { SETTINGS_URL: 'https://other.example/settings#x' },
      ['SETTINGS_URL has a query or a fragment', "SETTINGS_URL is not on APP_URL's origin"],
    ],
    [
      { REDIS_URL: 'http://a', REDIS_SENTINELS: 'mymaster@' },
      [
        'REDIS_URL has the wrong scheme',
        'REDIS_SENTINELS has an entry that is not an address',
        'REDIS_SENTINELS is set beside REDIS_URL',
      ],
    ],
  ])('several faults of one value are listed together: %o', (env, faults) => {
    expect(faultsOf(env)).toEqual(faults);
  });

  test('no message repeats a value', () => {
    const secret = 'hunter2hunter2';
    const names = [
      ...['PORT', 'HOST', 'BASE_URL', 'APP_URL', 'ISSUER_URL', 'SETTINGS_URL', 'DATABASE_URL', 'SECRET_KEYS'],
      ...[
        'REDIS_URL',
        'REDIS_CLUSTER_NODES',
        'REDIS_SENTINELS',
        'SMTP_URL',
        'SMS_URL',
        'MAIL_FROM',
        'NODE_ENV',
      ],
      ...['TRUSTED_PROXIES', 'AUTHORIZATION_CODE_TTL', 'REFRESH_TOKEN_TTL', 'DEMO', 'LOG_LEVEL'],
    ];
    const error = configError(Object.fromEntries(names.map((name) => [name, `${secret} ${name}://`])));
    expect(error.faults.length).toBeGreaterThan(15);
    expect(error.message + error.report).not.toContain(secret);
  });
});
