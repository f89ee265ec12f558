/* The configuration as operators see it: every variable, and no secret. */
import { readConfig } from '../../src/config/config.js';
import { settingsOf } from '../../src/config/settings.js';
import type { Variable } from '../../src/config/variable.js';
import { VARIABLES } from '../../src/config/variables.js';

const ROWS = Object.entries<Variable>(VARIABLES);
const MARK = 'known-to-nobody-else-7f3a';

/** Every variable with a value of its own; of the Redis variables one. */
const FULL = {
  NODE_ENV: 'production',
  PORT: '8080',
  BASE_URL: 'https://scheduling.example',
  TRUSTED_PROXIES: '10.0.0.0/8,192.0.2.1',
  DATABASE_URL: `postgres://slotkey:${MARK}@db.example/slotkey`,
  REDIS_URL: `redis://:${MARK}@redis.example`,
  SECRET_KEYS: `${MARK}-0123456789-abcdefghijklmnop`,
  SMTP_URL: `smtps://user:${MARK}@mail.example:465`,
  MAIL_FROM: 'Slotkey <no-reply@scheduling.example>',
  SMS_URL: `https://u:${MARK}@sms.example/send?key=${MARK}`,
  CONFERENCING_EVENTS_SECRET: `${MARK}-${MARK}`,
  GOOGLE_CLIENT_ID: 'google-client',
  GOOGLE_CLIENT_SECRET: MARK,
  AUDIT_RETENTION_DAYS: '730',
};

const settings = settingsOf(readConfig(FULL));
const of = (variable: string) => settings.find((setting) => setting.variable === variable);

test('has every variable, in the order and under the headings of the table', () => {
  expect(settings.map(({ variable }) => variable)).toEqual(ROWS.map(([name]) => name));
  expect([of('NODE_ENV')?.heading, of('PORT')?.heading, of('DATA_DIR')?.heading]).toEqual([
    ...['Process', 'Process', 'Stores'],
  ]);
});

test('says of secrets only whether they are set', () => {
  expect(JSON.stringify(settings)).not.toContain(MARK);
  for (const [name, { secret }] of ROWS)
    if (secret)
      expect([name, of(name)]).toEqual([
        name,
        expect.not.objectContaining({ value: expect.anything() as unknown }),
      ]);
  const set = settings.filter(({ isSet, value }) => isSet && value === undefined);
  expect(set.map(({ variable }) => variable)).toEqual([
    ...['DATABASE_URL', 'REDIS_URL', 'SECRET_KEYS', 'SMTP_URL', 'SMS_URL'],
    ...['CONFERENCING_EVENTS_SECRET', 'GOOGLE_CLIENT_SECRET'],
  ]);
  expect(of('REDIS_SENTINELS')).toMatchObject({ isSet: false, changed: false });
});

test.each([
  ['NODE_ENV', 'production', true],
  ['HOST', '127.0.0.1', false],
  ['PORT', '8080', true],
  ['DRAIN_SECONDS', '5', false],
  ['BASE_URL', 'https://scheduling.example', true],
  ['APP_URL', 'https://scheduling.example', false],
  ['TRUSTED_PROXIES', '10.0.0.0/8,192.0.2.1/32', true],
  ['OUTBOUND_ALLOW', undefined, false],
  ['GOOGLE_CLIENT_ID', 'google-client', true],
  ['ZOOM_CLIENT_ID', undefined, false],
  ['AUDIT_RETENTION_DAYS', '730', true],
  ['DATABASE_PREPARED_STATEMENTS', 'true', false],
  ['DEMO', 'false', false],
])('%s is %j', (variable, value, changed) => {
  expect([of(variable)?.value, of(variable)?.changed]).toEqual([value, changed]);
});

test('nothing differs from its default in an empty environment', () => {
  expect(settingsOf(readConfig({})).filter(({ changed }) => changed)).toEqual([]);
});
