/* A server that receives webhooks, on loopback: it records the requests and responds as configured. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** From now on. */
  answerWith(answer: Answer): void;
  close(): Promise<void>;
}

export const answering =
  (status: number, body = ''): Answer =>
  (response) => {
    response.writeHead(status).end(body);
  };

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export async function startReceiver(first: Answer = answering(200, 'thanks')): Promise<Receiver> {
  const received: Received[] = [];
  let answer = first;
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const one = { headers: request.headers, body };
      received.push(one);
      answer(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answerWith(next) {
      answer = next;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
