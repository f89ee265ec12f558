/* The checks of doctor besides those of the stores: pure decisions about a configuration that readConfig accepted. */
import { isLoopback } from '../config/urls.js';
import type { Config } from '../config/config.js';
import type { KeyState } from '../keys/key-ages.js';

export interface Finding {
  readonly area: string;
  /** `unsafe` must be changed before people rely on the service. */
  readonly level: 'ok' | 'warning' | 'unsafe';
  readonly message: string;
}

const withLevel =
  (level: Finding['level']) =>
  (area: string, message: string): Finding => ({ area, level, message });

export const ok = withLevel('ok');
export const warning = withLevel('warning');
export const unsafe = withLevel('unsafe');

const MIN_DIFFERENT_CHARACTERS = 12;

/** Random text of 32 characters has about twice as many different ones; a typed word or a repetition has fewer. */
export function keyFindings(keys: readonly string[], { production }: Config): readonly Finding[] {
  const findings = keys.flatMap((key, index) => {
    if (new Set(key).size >= MIN_DIFFERENT_CHARACTERS) return [];
    const message = `The key in position ${index + 1} does not look random. Make it with a generator.`;
    return [production ? unsafe('keys', message) : warning('keys', message)];
  });
  const summary = keys.length === 1 ? 'One key.' : `${keys.length} keys, the newest writes.`;
  return findings.length > 0 ? findings : [ok('keys', summary)];
}

/** Only what an operator should do. */
export const keyAgeFindings = (states: readonly KeyState[]): readonly Finding[] =>
  states.flatMap(({ position, advice }) => {
    if (advice === 'rotate')
      return [
        warning('keys', 'The newest key writes for longer than a year. Rotate it: slotkey keys rotate.'),
      ];
    if (advice !== 'removable') return [];
    return [
      warning(
        'keys',
        `The key in position ${position} can be removed: what it wrote has expired or was written again.`,
      ),
    ];
  });

function urlFinding(url: string, { production }: Config): Finding | undefined {
  if (isLoopback(url))
    return production ? warning('urls', `${url} can only be reached from this machine.`) : undefined;
  return url.startsWith('http:')
    ? unsafe('urls', `${url} is plain http: passwords and tokens can be read on the way. Use https.`)
    : undefined;
}

export function urlFindings(config: Config): readonly Finding[] {
  const { baseUrl, appUrl, issuerUrl } = config;
  const findings = [...new Set([baseUrl, appUrl, issuerUrl])].flatMap((url) => urlFinding(url, config) ?? []);
  return findings.length > 0
    ? findings
    : [ok('urls', `API ${baseUrl}, pages ${appUrl}, issuer ${issuerUrl}.`)];
}

export function proxyFinding({ trustedProxies, baseUrl, host }: Config): Finding {
  if (trustedProxies.some((network) => network.endsWith('/0')))
    return unsafe(
      'proxies',
      'TRUSTED_PROXIES trusts every address: any caller can choose its client IP. Name the proxies.',
    );
  if (trustedProxies.length > 0) return ok('proxies', trustedProxies.join(', '));
  if (baseUrl.startsWith('https:'))
    return warning(
      'proxies',
      'BASE_URL is https, so a proxy ends TLS, but TRUSTED_PROXIES is empty: limits count the proxy as one caller.',
    );
  return ok('proxies', `None, listening on ${host}.`);
}

export function senderFindings({ production, smtpUrl, smsUrl }: Config): readonly Finding[] {
  const finding = (area: string, variable: string, url: string | undefined, messages: string): Finding => {
    if (url !== undefined) return ok(area, `Sent through ${variable}.`);
    return production
      ? warning(area, `${variable} is not set: no ${messages} leaves the service.`)
      : ok(area, 'Stored in the outbox.');
  };
  return [finding('mail', 'SMTP_URL', smtpUrl, 'mail'), finding('sms', 'SMS_URL', smsUrl, 'text message')];
}

/** A clock that was set back makes expired tokens valid again. `newest`: the latest time that was recorded. */
export function clockFinding(now: Date, newest: Date | undefined): Finding {
  const behind = newest === undefined ? 0 : Math.ceil((newest.getTime() - now.getTime()) / 1000);
  return behind > 5
    ? unsafe('clock', `It is ${behind} seconds behind what was recorded before. Synchronize it.`)
    : ok('clock', now.toISOString());
}
