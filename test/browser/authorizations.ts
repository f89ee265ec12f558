/* People who authorize a client without a pause: each time from the request through the pages to tokens. */
import { tokensFor, type Visitor } from '../support/oauth.js';
import type { Service, TestClient } from '../support/service.js';
import { until } from '../support/until.js';

export interface Authorizations {
  /** Until so many more have come to their end, good or bad. */
  goOn(count?: number): Promise<void>;
  /** Ends it; what went wrong. */
  stop(): Promise<readonly string[]>;
}

export function startAuthorizations(
  door: Service,
  client: TestClient,
  visitors: readonly Visitor[],
): Authorizations {
  const refused: string[] = [];
  let [ended, over] = [0, false];
  async function live(visitor: Visitor): Promise<void> {
    while (!over) {
      await tokensFor(door, client, visitor).catch((error: unknown) => refused.push(String(error)));
      ended += 1;
    }
  }
  const running = Promise.all(visitors.map(live));
  return {
    async goOn(count = 6) {
      const before = ended;
      await until(async () => ended >= before + count);
    },
    async stop() {
      over = true;
      await running;
      return refused;
    },
  };
}
