import {
  clockFinding,
  type Finding,
  keyAgeFindings,
  keyFindings,
  proxyFinding,
  senderFindings,
  urlFindings,
} from '../../src/cli/checks.js';
import { type Config, type Environment, readConfig } from '../../src/config/config.js';

const KEY = 'h7Qk2mZp9Xv4Lw8Rt1Yc6Bn3Jd5Gf0Sa';
const PRODUCTION = { NODE_ENV: 'production', SECRET_KEYS: KEY };
const MAIL = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'no-reply@a.example' };
const SMS = { SMS_URL: 'https://sms.example' };
const levels = (findings: readonly Finding[]): string[] => findings.map(({ level }) => level);
const proxyFindings = (config: Config): readonly Finding[] => [proxyFinding(config)];

describe('doctor', () => {
  test.each<[string, (config: Config) => readonly Finding[], Environment, string[]]>([
    ['accepts URLs on this machine', urlFindings, {}, ['ok']],
    ['warns of URLs on this machine in production', urlFindings, PRODUCTION, ['warning']],
    [
      'refuses plain http to other machines',
      urlFindings,
      { BASE_URL: 'http://10.0.0.1', APP_URL: 'https://a.example' },
      ['unsafe'],
    ],
    ['accepts https URLs', urlFindings, { ...PRODUCTION, BASE_URL: 'https://a.example' }, ['ok']],
    ['accepts no proxies', proxyFindings, {}, ['ok']],
    ['warns of a proxy that is not named', proxyFindings, { BASE_URL: 'https://a.example' }, ['warning']],
    [
      'accepts a named proxy',
      proxyFindings,
      { BASE_URL: 'https://a.example', TRUSTED_PROXIES: '10.0.0.1' },
      ['ok'],
    ],
    [
      'refuses to trust every address as a proxy',
      proxyFindings,
      { TRUSTED_PROXIES: '10.0.0.1,::/0' },
      ['unsafe'],
    ],
    ['accepts no senders', senderFindings, {}, ['ok', 'ok']],
    ['warns of no senders in production', senderFindings, PRODUCTION, ['warning', 'warning']],
    ['warns of no mail in production', senderFindings, { ...PRODUCTION, ...SMS }, ['warning', 'ok']],
    [
      'warns of no text messages in production',
      senderFindings,
      { ...PRODUCTION, ...MAIL },
      ['ok', 'warning'],
    ],
    ['accepts a random key', (config) => keyFindings([KEY], config), PRODUCTION, ['ok']],
    ['warns of a typed key', (config) => keyFindings([KEY, 'a'.repeat(40)], config), {}, ['warning']],
    [
      'refuses a typed key in production',
      (config) => keyFindings(['a'.repeat(40)], config),
      PRODUCTION,
      ['unsafe'],
    ],
  ])('%s', (_, findingsOf, env, expected) => {
    expect(levels(findingsOf(readConfig(env)))).toEqual(expected);
  });

  test('says which keys should be rotated or removed, and nothing of the others', () => {
    const advice = ['rotate', 'writes', 'next', 'keep', 'unknown', 'removable'] as const;
    const findings = keyAgeFindings(advice.map((one, at) => ({ position: at + 1, id: 'k', advice: one })));
    expect(findings.map(({ level, message }) => [level, message.slice(0, 32)])).toEqual([
      ['warning', 'The newest key writes for longer'],
      ['warning', 'The key in position 6 can be rem'],
    ]);
  });

  test.each<[string, string | undefined, string]>([
    ['accepts a clock when nothing was recorded', undefined, 'ok'],
    ['accepts a clock after the last record', '2026-11-21T11:59:00Z', 'ok'],
    ['accepts a clock that is four seconds behind', '2026-11-21T12:00:04Z', 'ok'],
    ['refuses a clock that was set back', '2026-11-21T12:01:00Z', 'unsafe'],
  ])('%s', (_, newest, expected) => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(clockFinding(now, newest === undefined ? undefined : new Date(newest)).level).toBe(expected);
  });
});
