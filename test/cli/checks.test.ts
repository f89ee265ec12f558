import {
  clockFindings,
  keyFindings,
  messageFindings,
  proxyFindings,
  smsFindings,
  urlFindings,
} from '../../src/cli/checks.js';
import type { Finding } from '../../src/cli/checks.js';
import { readConfig } from '../../src/config/config.js';
import type { Config, Environment } from '../../src/config/config.js';

const KEY = 'h7Qk2mZp9Xv4Lw8Rt1Yc6Bn3Jd5Gf0Sa';
const PRODUCTION = { NODE_ENV: 'production', SECRET_KEYS: KEY };
const levels = (findings: readonly Finding[]): string[] => findings.map(({ level }) => level);

describe('doctor judges', () => {
  test.each<[string, (config: Config) => readonly Finding[], Environment, string[]]>([
    ['URLs on this machine', urlFindings, {}, ['ok']],
    ['URLs on this machine in production', urlFindings, PRODUCTION, ['warning']],
    [
      'plain http to other machines',
      urlFindings,
      { BASE_URL: 'http://10.0.0.1', APP_URL: 'https://a.example' },
      ['unsafe'],
    ],
    ['https URLs', urlFindings, { ...PRODUCTION, BASE_URL: 'https://a.example' }, ['ok']],
    ['no proxies', proxyFindings, {}, ['ok']],
    ['a proxy that is not named', proxyFindings, { BASE_URL: 'https://a.example' }, ['warning']],
    ['a named proxy', proxyFindings, { BASE_URL: 'https://a.example', TRUSTED_PROXIES: '10.0.0.1' }, ['ok']],
    ['everybody as a proxy', proxyFindings, { TRUSTED_PROXIES: '10.0.0.1,::/0' }, ['unsafe']],
    ['no mail', messageFindings, {}, ['ok']],
    ['no mail in production', messageFindings, PRODUCTION, ['warning']],
    ['no text messages', smsFindings, {}, ['ok']],
    ['no text messages in production', smsFindings, PRODUCTION, ['warning']],
    ['a random key', (config) => keyFindings([KEY], config), PRODUCTION, ['ok']],
    ['a typed key', (config) => keyFindings([KEY, 'a'.repeat(40)], config), {}, ['warning']],
    ['a typed key in production', (config) => keyFindings(['a'.repeat(40)], config), PRODUCTION, ['unsafe']],
  ])('%s', (_, evaluateSlot, env, expected) => {
    expect(levels(evaluateSlot(readConfig(env)))).toEqual(expected);
  });

  test.each<[string, string | undefined, string]>([
    ['a clock without a past', undefined, 'ok'],
    ['a clock ahead of what was recorded', '2026-11-21T11:59:00Z', 'ok'],
    ['a clock that differs by the width of a hair', '2026-11-21T12:00:04Z', 'ok'],
    ['a clock that was set back', '2026-11-21T12:01:00Z', 'unsafe'],
  ])('%s', (_, newest, expected) => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(levels(clockFindings(now, newest === undefined ? undefined : new Date(newest)))).toEqual([
      expected,
    ]);
  });
});
