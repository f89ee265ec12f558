/* The redirect URI of a client: a real HTTP server, which returns the requests it got. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CallbackServer {
  /** To be registered unchanged. */
  readonly uri: string;
  /** Requests `url` like a redirected browser; returns the URL as this server received it. */
  arrive(url: URL): Promise<URL>;
  close(): Promise<void>;
}

export async function startCallback(): Promise<CallbackServer> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('You may close this page.');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    uri: `${origin}/callback`,
    async arrive(url) {
      if (url.origin !== origin) throw new Error(`redirected to another origin: ${url.href}`);
      await (await fetch(url)).text();
      return new URL(seen.pop() ?? '', origin);
    },
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
