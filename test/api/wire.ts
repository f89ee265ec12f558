/* Calls to a running service over reused connections, so that thousands take only seconds. */
import { Agent, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';

export interface Call {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Wire {
  send(call: Call): Promise<Answer>;
  close(): void;
}

const PARALLEL = 8;

const written = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

export function openWire(url: string): Wire {
  const { port, host } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });
  return {
    send: ({ method, path, token, body, headers: more }) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : written(body);
        const headers = {
          host,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
          ...more,
        };
        const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const { statusCode: status = 0 } = response;
            resolve({ status, headers: response.headers, text: Buffer.concat(chunks).toString() });
          });
        });
        sent.on('error', reject).end(text);
      }),
    close: () => agent.destroy(),
  };
}
