/* A raw request: nothing normalised, any Host, no redirect followed. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders } from 'node:http';

export interface RawRequest {
  readonly method?: string;
  /** Path and query as they go over the wire. */
  readonly path: string;
  /** Those of a list are sent one by one. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const answerTo = (sent: ClientRequest): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
  });

function open(url: string, { method = 'GET', path, headers = {} }: RawRequest): ClientRequest {
  const { host, port } = new URL(url);
  return request({ host: '127.0.0.1', port, method, path, headers: { host, ...headers }, agent: false });
}

/** To the process that listens on the port of `url`; its Host too, unless another is given. */
export function sendRaw(url: string, raw: RawRequest): Promise<RawAnswer> {
  const sent = open(url, raw);
  const answer = answerTo(sent);
  sent.end(raw.body);
  return answer;
}

/** Resolves when the service has begun with the request; its body leaves when the returned function is called. */
export async function holdRaw(url: string, raw: RawRequest): Promise<() => Promise<RawAnswer>> {
  const sent = open(url, { ...raw, headers: { ...raw.headers, expect: '100-continue' } });
  const answer = answerTo(sent);
  sent.flushHeaders();
  await once(sent, 'continue');
  return () => {
    sent.end(raw.body);
    return answer;
  };
}
