/*
 * Everything that calendars can be connected to, on this machine, for worlds that want each endpoint to work. Who signs
 * in, does so with the world's own provider.
 */
import { LOOPBACK } from '../../support/backend.js';
import { type FeedServer, startFeedServer } from './feed-server.js';
import { type ProviderServer, startProvider } from './provider-server.js';

export interface CalendarStandIns {
  /** What the configuration says of it. */
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
