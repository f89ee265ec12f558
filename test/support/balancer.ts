/* A load balancer: one address for several replicas, round robin. The replicas may change. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly url: string;
  /** From the next request on. */
  to(replicas: readonly { readonly url: string }[]): void;
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  let replicas: readonly { readonly url: string }[] = [];
  let count = 0;
  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const next = replicas[(count += 1) % replicas.length];
    if (!next) throw new Error('the balancer has no replica');
    const { method, url, headers } = incoming;
    const { hostname, port } = new URL(next.url);
    const sent = request({ hostname, port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  }
  // As long as that of a replica, whose header about it is passed on.
  const server = createServer({ keepAliveTimeout: 120_000 }, pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    to: (next) => void (replicas = next),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
