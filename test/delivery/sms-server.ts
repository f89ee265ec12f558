/* An SMS gateway for tests: a real HTTP server on the loopback interface that takes messages or refuses them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../support/until.js';

export interface BroughtSms {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly taken: boolean;
}

/** A status, or `stall`: says nothing and keeps the connection. */
type Answer = number | 'stall';

export interface SmsServer {
  /** For SMS_URL. */
  readonly url: string;
  /** Taken or not. */
  readonly brought: readonly BroughtSms[];
  answerWith(answer: Answer): void;
  /** The texts taken for a number, once there are so many. */
  textsTo(number: string, count: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function reply(response: ServerResponse, answer: Answer): void {
  if (answer === 'stall') return;
  response.writeHead(answer, answer === 302 ? { location: '/elsewhere' } : {}).end('{"status":"queued"}');
}

export async function startSmsServer(): Promise<SmsServer> {
  const brought: BroughtSms[] = [];
  let answer: Answer = 202;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const taken = typeof answer === 'number' && answer < 300;
      const { method, url: path, headers } = request;
      brought.push({ method, path, headers, body, taken });
      reply(response, answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const texts = (number: string) =>
    brought
      .filter(({ taken }) => taken)
      .map(({ body }) => JSON.parse(body) as { readonly to: string; readonly text: string })
      .filter(({ to }) => to === number)
      .map(({ text }) => text);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send?from=desk`,
    brought,
    answerWith(next) {
      answer = next;
    },
    async textsTo(number, count) {
      await until(async () => texts(number).length >= count);
      return texts(number);
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
