/* Local servers for all kinds of calendars, for fixtures in which every endpoint has to work. */
import { LOOPBACK } from '../../support/backend.js';
import { type FeedServer, startFeedServer } from './feed-server.js';
import { type ProviderServer, startProvider } from './provider-server.js';

export interface CalendarStandIns {
  /** Configuration of the service. */
  readonly env: Readonly<Record<string, string>>;
  readonly provider: ProviderServer;
  readonly feeds: FeedServer;
  close(): Promise<void>;
}

export async function openCalendarStandIns(): Promise<CalendarStandIns> {
  const [provider, feeds] = [await startProvider({ anyToken: true }), await startFeedServer()];
  return {
    env: { ...provider.env, APPLE_CALDAV_URL: provider.url, OUTBOUND_ALLOW: LOOPBACK },
    provider,
    feeds,
    async close() {
      await provider.close();
      await feeds.close();
    },
  };
}
