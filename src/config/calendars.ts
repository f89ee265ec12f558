/* Where Apple's calendars are: another CalDAV server may stand in for it. */
import { isPlainInProduction, readUrl } from './urls.js';
import type { Reading } from './variables.js';

const APPLE = 'https://caldav.icloud.com/';

/** Where discovery begins (RFC 6764), with a slash at its end. */
export function readAppleCaldavUrl(reading: Reading, production: boolean): string {
  const url = readUrl(reading, 'APPLE_CALDAV_URL', { schemes: ['https', 'http'], example: APPLE });
  if (url && isPlainInProduction(url, production))
    reading.fault('APPLE_CALDAV_URL', 'is plain http in production', 'use https');
  if (url && /[?#@]/.test(url.href))
    reading.fault('APPLE_CALDAV_URL', 'has more than a path', `write it like ${APPLE}`);
  return `${(url?.href ?? APPLE).replace(/\/+$/, '')}/`;
}
