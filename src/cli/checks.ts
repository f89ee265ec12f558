/* What doctor looks at besides the stores: pure decisions about a configuration that readConfig accepted. */
import { isLoopback } from '../config/urls.js';
import type { Config } from '../config/config.js';

export interface Finding {
  readonly area: string;
  /** `unsafe` must be changed before people rely on the service. */
  readonly level: 'ok' | 'warning' | 'unsafe';
  readonly message: string;
}

const finding = (level: Finding['level'], area: string, message: string): Finding => ({
  area,
  level,
  message,
});

/** When nothing was found, that is a finding too. */
const orFine = (findings: readonly Finding[], area: string, message: string): readonly Finding[] =>
  findings.length > 0 ? findings : [finding('ok', area, message)];

const FEWEST_DIFFERENT = 12;

/** Random text of 32 characters has about twice as many different ones; a typed word or a repetition has fewer. */
export function keyFindings(keys: readonly string[], { production }: Config): readonly Finding[] {
  const poor = keys.flatMap((key, index) => (new Set(key).size < FEWEST_DIFFERENT ? [index + 1] : []));
  const found = poor.map((place) =>
    finding(
      production ? 'unsafe' : 'warning',
      'keys',
      `The key in place ${place} does not look random. Make it with a generator.`,
    ),
  );
  return orFine(found, 'keys', keys.length === 1 ? 'One key.' : `${keys.length} keys, the newest writes.`);
}

export function urlFindings(config: Config): readonly Finding[] {
  const { production, baseUrl, appUrl, issuerUrl } = config;
  const found = [...new Set([baseUrl, appUrl, issuerUrl])].flatMap((url) => {
    if (isLoopback(url)) {
      return production ? [finding('warning', 'urls', `${url} can only be reached from this machine.`)] : [];
    }
    const plain = url.startsWith('http:');
    return plain
      ? [
          finding(
            'unsafe',
            'urls',
            `${url} is plain http: passwords and tokens can be read on the way. Use https.`,
          ),
        ]
      : [];
  });
  return orFine(found, 'urls', `API ${baseUrl}, pages ${appUrl}, issuer ${issuerUrl}.`);
}

export function proxyFindings({ trustedProxies, baseUrl, host }: Config): readonly Finding[] {
  if (trustedProxies.some((clientIp) => clientIp.endsWith('/0'))) {
    return [
      finding(
        'unsafe',
        'proxies',
        'TRUSTED_PROXIES believes everybody: any caller can choose its address. Name the proxies.',
      ),
    ];
  }
  if (baseUrl.startsWith('https:') && trustedProxies.length === 0) {
    return [
      finding(
        'warning',
        'proxies',
        'BASE_URL is https, so a proxy ends TLS, but TRUSTED_PROXIES is empty: limits count the proxy as one caller.',
      ),
    ];
  }
  return [
    finding(
      'ok',
      'proxies',
      trustedProxies.length === 0 ? `None, listening on ${host}.` : trustedProxies.join(', '),
    ),
  ];
}

export const messageFindings = ({ production, smtpUrl }: Config): readonly Finding[] =>
  production && smtpUrl === undefined
    ? [finding('warning', 'mail', 'SMTP_URL is not set: no mail leaves the service.')]
    : [finding('ok', 'mail', smtpUrl === undefined ? 'Kept in the outbox.' : 'Sent through SMTP_URL.')];

export const smsFindings = ({ production, smsUrl }: Config): readonly Finding[] =>
  production && smsUrl === undefined
    ? [finding('warning', 'sms', 'SMS_URL is not set: no text message leaves the service.')]
    : [finding('ok', 'sms', smsUrl === undefined ? 'Kept in the outbox.' : 'Handed to SMS_URL.')];

/** A clock that was set back makes expired tokens live again. `newest`: the latest moment that was recorded. */
export function clockFindings(now: Date, newest: Date | undefined): readonly Finding[] {
  const behind = newest === undefined ? 0 : Math.ceil((newest.getTime() - now.getTime()) / 1000);
  if (behind > 5)
    return [
      finding('unsafe', 'clock', `It is ${behind} seconds behind what was recorded before. Synchronize it.`),
    ];
  return [finding('ok', 'clock', now.toISOString())];
}
