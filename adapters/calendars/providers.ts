/* The calendars that can be connected here: feeds and Apple's always, the others if they are configured. */
import { present } from '../../src/present.js';
import type { Config } from '../../src/config/config.js';
import type { Outbound } from '../../src/outbound/outbound.js';
import type { CalendarProviders, TokenAccess } from '../../src/scheduling/calendars/provider.js';
import { openCaldav } from './caldav.js';
import { createCall } from './calls.js';
import { createExpander } from './expander.js';
import { openFeeds } from './feeds.js';
import { openGoogle } from './google.js';
import { openOffice365 } from './office365.js';

const GOOGLE_API = 'https://www.googleapis.com';
const GRAPH = 'https://graph.microsoft.com';

export function createCalendarProviders(
  outbound: Outbound,
  { appleCaldavUrl: baseUrl, providers: { google, office365 } }: Pick<Config, 'appleCaldavUrl' | 'providers'>,
): CalendarProviders {
  const [call, expand] = [createCall(outbound), createExpander()];
  return {
    ics: (access) => openFeeds(call, expand, access),
    apple: (access) => openCaldav({ call, expand, baseUrl }, access),
    ...present({
      google: google && ((access: TokenAccess) => openGoogle(call, google.url ?? GOOGLE_API, access)),
      office365: office365 && ((access: TokenAccess) => openOffice365(call, office365.url ?? GRAPH, access)),
    }),
  };
}
