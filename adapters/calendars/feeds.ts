/* ICS feeds: one calendar file at a secret address. The id of a feed is a hash of its address. */
import { present } from '../../src/present.js';
import { feedId } from '../../src/scheduling/calendars/feed-id.js';
import type { Calendars, FeedAccess } from '../../src/scheduling/calendars/provider.js';
import { faultOf, unreadable } from './calls.js';
import type { Call } from './calls.js';
import type { Expander } from './expander.js';

const REDIRECTS = 5;
const WHOLE_TIME = { from: 0, until: 1, timeZone: 'UTC' };

/** Links that open calendar programs say `webcal`; the feed is read over https. */
const addressOf = (url: string): string => url.replace(/^webcal:/i, 'https:');

export function openFeeds(call: Call, expand: Expander, { urls }: FeedAccess): Calendars {
  async function get(url: string, etag?: string) {
    const headers = { accept: 'text/calendar, */*;q=0.1', ...present({ 'if-none-match': etag }) };
    const answer = await call({ url: addressOf(url), method: 'GET', headers, redirects: REDIRECTS });
    if (answer.status !== 200 && answer.status !== 304) throw faultOf(answer);
    return answer;
  }
  async function describe(url: string) {
    const { body } = await get(url);
    const { name } = await expand({ texts: [body], ...WHOLE_TIME });
    const title = name?.trim().slice(0, 200);
    return {
      externalId: feedId(url),
      name: title === undefined || title === '' ? new URL(addressOf(url)).hostname : title,
      primary: false,
      readOnly: true,
    };
  }
  return {
    list: () => Promise.all(urls.map(describe)),
    async busy({ externalId, etag, ...window }) {
      const url = urls.find((one) => feedId(one) === externalId);
      if (url === undefined) throw unreadable('this feed is no longer connected');
      const { status, body, headers } = await get(url, etag);
      if (status === 304) return undefined;
      const { spans } = await expand({ texts: [body], ...window });
      return { spans, ...present({ etag: headers['etag'] }) };
    },
  };
}
