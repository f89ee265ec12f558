/* The redirect URI of a client: a real HTTP server, which tells what it was asked. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CallbackServer {
  /** To be registered as it stands. */
  readonly uri: string;
  /** Lets a browser arrive that was sent to `url`; gives the address as this server saw it. */
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
      if (url.origin !== origin) throw new Error(`sent to somebody else: ${url.href}`);
      await (await fetch(url)).text();
      return new URL(seen.pop() ?? '', origin);
    },
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
