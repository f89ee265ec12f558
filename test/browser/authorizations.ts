/* Users who authorize a client continuously, each time from the authorization request to the tokens. */
import { tokensFor, type Visitor } from '../support/oauth.js';
import type { Service, TestClient } from '../support/service.js';
import { until } from '../support/until.js';

export interface Authorizations {
  /** Waits until `count` more have succeeded, or one has failed. */
  goOn(count?: number): Promise<void>;
  /** Stops, and returns the failures. The first failure stops it too. */
  stop(): Promise<readonly string[]>;
}

export function startAuthorizations(
  service: Service,
  client: TestClient,
  visitors: readonly Visitor[],
): Authorizations {
  const failures: string[] = [];
  let [done, over] = [0, false];
  const fail = (error: unknown): void => {
    failures.push(String(error));
    over = true;
  };
  async function authorize(visitor: Visitor): Promise<void> {
    while (!over) await tokensFor(service, client, visitor).then(() => void (done += 1), fail);
  }
  const running = Promise.all(visitors.map(authorize));
  return {
    async goOn(count = 6) {
      const before = done;
      await until(async () => over || done >= before + count);
    },
    async stop() {
      over = true;
      await running;
      return failures;
    },
  };
}
