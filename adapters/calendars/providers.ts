/* The calendars that can be connected here: feeds and Apple's always, the others where the operator has set them up. */
import type { Config } from '../../src/config/config.js';
import type { Outbound } from '../../src/outbound/outbound.js';
import type { CalendarProviders } from '../../src/scheduling/calendars/provider.js';
import { createCaldav } from './caldav.js';
import { createCall } from './calls.js';
import { createExpander } from './expander.js';
import { createFeeds } from './feeds.js';
import { createGoogle } from './google.js';
import { createOffice365 } from './office365.js';

const GOOGLE_API = 'https://www.googleapis.com';
const GRAPH = 'https://graph.microsoft.com';

export function createCalendarProviders(
  outbound: Outbound,
  { appleCaldavUrl: baseUrl, providers: { google, office365 } }: Pick<Config, 'appleCaldavUrl' | 'providers'>,
): CalendarProviders {
  const [call, expand] = [createCall(outbound), createExpander()];
  return {
    ics: createFeeds(call, expand),
    apple: createCaldav({ call, expand, baseUrl }),
    ...(google && { google: createGoogle(call, google.url ?? GOOGLE_API) }),
    ...(office365 && { office365: createOffice365(call, office365.url ?? GRAPH) }),
  };
}
