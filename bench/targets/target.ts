/* What is measured: a request listener in a process of its own, and what its load is made of. */
import type { RequestListener } from 'node:http';

export interface Servers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

export interface Target {
  readonly listener: RequestListener;
  /** Credentials for `count` requests: codes, refresh tokens or access tokens. */
  seed(count: number): Promise<readonly string[]>;
}

/** The one client of every measurement. */
export const CLIENT_ID = 'bench';
export const CLIENT_SECRET = 'sk_bench-secret-of-forty-seven-characters-0123456';
export const REDIRECT_URI = 'https://client.example.com/callback';
export const SCOPE = 'PROFILE_READ BOOKING_READ ORG_BOOKING_READ';

/** As many at once as a store likes; one by one it would take minutes. */
export async function inParallel<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  const worker = async (): Promise<void> => {
    while (made.length < count) made.push(await make());
  };
  await Promise.all(Array.from({ length: 64 }, worker));
  return made.slice(0, count);
}
