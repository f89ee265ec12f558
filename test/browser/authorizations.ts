/* People who authorize a client without a pause: each time from the request through the pages to tokens. */
import { tokensFor, type Visitor } from '../support/oauth.js';
import type { Service, TestClient } from '../support/service.js';
import { until } from '../support/until.js';

export interface Authorizations {
  /** Until so many more have gone well, or one has not. */
  goOn(count?: number): Promise<void>;
  /** Ends it; what went wrong. The first that does ends it too. */
  stop(): Promise<readonly string[]>;
}

export function startAuthorizations(
  door: Service,
  client: TestClient,
  visitors: readonly Visitor[],
): Authorizations {
  const refused: string[] = [];
  let [done, over] = [0, false];
  const refuse = (error: unknown): void => {
    refused.push(String(error));
    over = true;
  };
  async function live(visitor: Visitor): Promise<void> {
    while (!over) await tokensFor(door, client, visitor).then(() => void (done += 1), refuse);
  }
  const running = Promise.all(visitors.map(live));
  return {
    async goOn(count = 6) {
      const before = done;
      await until(async () => over || done >= before + count);
    },
    async stop() {
      over = true;
      await running;
      return refused;
    },
  };
}
