/*
 * Third-party clients that renew their tokens and call the API without a pause, at the replicas alternately,
 * and retry with the same tokens after each 503. Responses are counted by their outcome.
 */
import { me, refresh } from './oauth.js';
import type { Tokens } from './oauth.js';
import type { TestClient } from './service.js';
import { until } from './until.js';

export interface Traffic {
  /** `refresh 200`, `refresh 503 temporarily_unavailable`, `call 401`. */
  count(outcome: string): number;
  /** Outcomes other than 200 and 503. */
  surprises(): readonly string[];
  /** Until so many more refreshes have succeeded. */
  continues(refreshes?: number): Promise<void>;
  /** Ends it; the newest tokens of each client. */
  stop(): Promise<readonly Tokens[]>;
}

const EXPECTED = new Set(['refresh 200', 'refresh 503 temporarily_unavailable', 'call 200', 'call 503']);

export function startTraffic(
  replicas: readonly { readonly url: string }[],
  client: TestClient,
  installations: readonly Tokens[],
): Traffic {
  const outcomes = new Map<string, number>();
  let over = false;
  const note = (outcome: string): void => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const count = (outcome: string): number => outcomes.get(outcome) ?? 0;

  async function live(first: Tokens, offset: number): Promise<Tokens> {
    let tokens = first;
    for (let step = offset; !over; step += 1) {
      const [replica, other] = [replicas[step % replicas.length], replicas[(step + 1) % replicas.length]];
      if (!replica || !other) throw new Error('traffic needs a replica');
      const { status, body } = await refresh(replica, client, tokens.refresh_token);
      note(status === 200 ? 'refresh 200' : `refresh ${status} ${body.error}`);
      if (status === 200) tokens = body;
      note(`call ${(await me(other, tokens.access_token)).status}`);
    }
    return tokens;
  }

  const running = Promise.all(installations.map(live));
  // A request that throws rejects stop(), and is not an unhandled rejection.
  running.catch(() => undefined);
  return {
    count,
    surprises: () => [...outcomes.keys()].filter((outcome) => !EXPECTED.has(outcome)),
    async continues(refreshes = 20) {
      const before = count('refresh 200');
      await until(async () => count('refresh 200') >= before + refreshes);
    },
    stop() {
      over = true;
      return running;
    },
  };
}
