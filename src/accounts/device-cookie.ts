/*
 * The device cookie: shows that a browser has signed in to an account before. Attempts of such a browser are counted on
 * their own, so that guesses of others do not lock its user out. It is no session, it only allows to try a password. It
 * names no account, and ends with the sessions that end together (`accessGeneration`): after a new password or a recovery.
 */
import { randomBytes } from 'node:crypto';
import { DAY } from '../durations.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { AccountAccess } from './store.js';

/** Browsers keep no cookie for longer than 400 days. */
export const DEVICE_LIFE = 365 * DAY;
/** Accounts of one browser, the last ones that signed in. */
const MAX_ACCOUNTS = 5;
const SEPARATOR = '~';
const TOKEN = /^([\da-z]{1,11})\.([\w-]{22})\.([\w-]{1,20}\.[\w-]{43})$/;

interface DeviceDeps {
  readonly keys: Pick<KeyRing, 'hash' | 'matches'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const signedText = ({ id, accessGeneration }: AccountAccess, issuedAt: string, device: string): string =>
  `${id} ${accessGeneration} ${issuedAt} ${device}`;

/** The random id of the device; undefined for a token of another account, from before its access ended, or too old. */
function deviceIn({ keys, clock }: DeviceDeps, token: string, account: AccountAccess): string | undefined {
  const [, issuedAt, device, hash] = TOKEN.exec(token) ?? [];
  if (issuedAt === undefined || device === undefined || hash === undefined) return undefined;
  if (clock() >= Number.parseInt(issuedAt, 36) + DEVICE_LIFE) return undefined;
  return keys.matches('device', signedText(account, issuedAt, device), hash) ? device : undefined;
}

/** The last tokens only, whatever a browser sends. */
const tokensOf = (cookie: string): readonly string[] => cookie.split(SEPARATOR, MAX_ACCOUNTS);

/** `cookie`: '' when the browser sends none. */
export function knownDevice(deps: DeviceDeps, cookie: string, account: AccountAccess): string | undefined {
  const devices = tokensOf(cookie).map((token) => deviceIn(deps, token, account));
  return devices.find((device) => device !== undefined);
}

/** The next value of the cookie, of a browser that has just signed in. */
export function rememberDevice(deps: DeviceDeps, cookie: string, account: AccountAccess): string {
  const [issuedAt, device] = [deps.clock().toString(36), randomBytes(16).toString('base64url')];
  const token = `${issuedAt}.${device}.${deps.keys.hash('device', signedText(account, issuedAt, device))}`;
  const others = tokensOf(cookie).filter(
    (other) => TOKEN.test(other) && deviceIn(deps, other, account) === undefined,
  );
  return [token, ...others].slice(0, MAX_ACCOUNTS).join(SEPARATOR);
}
