/*
 * Calendars that stand at an address as one file (ICS feeds). The address is a secret of its own, so that the feed goes
 * by a hash of it.
 */
import { createHash } from 'node:crypto';
import { present } from '../../src/present.js';
import type { CalendarProvider, FeedAccess } from '../../src/scheduling/calendars/provider.js';
import { faultOf, unreadable } from './calls.js';
import type { Call } from './calls.js';
import type { Expander } from './expander.js';

const REDIRECTS = 5;
const WHOLE_TIME = { from: 0, until: 1, timeZone: 'UTC' };

const idOf = (url: string): string => `feed-${createHash('sha256').update(url).digest('hex').slice(0, 32)}`;

/** `webcal` is what links say for calendars to open them; they are read over https. */
const addressOf = (url: string): string => url.replace(/^webcal:/i, 'https:');

export function createFeeds(call: Call, expand: Expander): CalendarProvider<FeedAccess> {
  const get = (url: string, etag?: string) =>
    call({
      url: addressOf(url),
      method: 'GET',
      headers: {
        accept: 'text/calendar, */*;q=0.1',
        ...present({ 'if-none-match': etag }),
      },
      redirects: REDIRECTS,
    });
  const describe = async (url: string) => {
    const answer = await get(url);
    if (answer.status !== 200) throw faultOf(answer);
    const { name } = await expand({ texts: [answer.body], ...WHOLE_TIME });
    const shown = name?.trim().slice(0, 200);
    return {
      externalId: idOf(url),
      name: shown === undefined || shown === '' ? new URL(addressOf(url)).hostname : shown,
      primary: false,
      readOnly: true,
    };
  };
  return {
    list: ({ urls }) => Promise.all(urls.map(describe)),
    async busy({ urls }, { externalId, etag, ...window }) {
      const url = urls.find((one) => idOf(one) === externalId);
      if (url === undefined) throw unreadable('this feed is not connected any more');
      const answer = await get(url, etag);
      if (answer.status === 304) return undefined;
      if (answer.status !== 200) throw faultOf(answer);
      const { spans } = await expand({ texts: [answer.body], ...window });
      const tag = answer.headers['etag'];
      return { spans, ...present({ etag: tag }) };
    },
  };
}
