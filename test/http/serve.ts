/* A process in small: the edge, the log and the failures around what a test brings, on a real port. */
import { createServer, request } from 'node:http';
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  Server,
  ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import type { Middleware } from 'koa';
import { createAccessLog } from '../../src/http/access-log.js';
import { createEdge, createEntrance } from '../../src/http/edge.js';
import { createFailures } from '../../src/http/failures.js';
import { answerParserErrors } from '../../src/http/parser-errors.js';
import { createSecurityHeaders } from '../../src/http/security-headers.js';
import { createLog, type Log } from '../../src/ops/log.js';

/** Of Koa. */
export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  /** Sent unchanged, nothing normalised. */
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface Served {
  readonly origin: string;
  readonly port: number;
  /** Every line of the log so far, parsed. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly send: (sent: Sent) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface Setting {
  readonly inside: (origin: string, log: Log) => readonly Middleware[];
  /** Around everything. */
  readonly outside?: (handle: Handle) => RequestListener;
  readonly trustedProxies?: readonly string[];
  readonly draining?: () => boolean;
  readonly hosts?: (origin: string) => { baseUrl: string; appUrl: string; issuerUrl: string };
}

export const json = ({ text }: Answer): unknown => JSON.parse(text);

const sendTo =
  (port: number): Served['send'] =>
  ({ body, ...options }) =>
    new Promise((resolve, reject) => {
      const req = request({ host: '127.0.0.1', port, agent: false, ...options }, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => {
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            text: Buffer.concat(chunks).toString(),
          });
        });
      });
      req.on('error', reject);
      req.end(body);
    });

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export async function serve(setting: Setting): Promise<Served> {
  const server = createServer();
  const port = await listen(server);
  const origin = `http://localhost:${port}`;
  const hosts = setting.hosts?.(origin) ?? { baseUrl: origin, appUrl: origin, issuerUrl: origin };
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  const app = new Koa({ proxy: true });
  const { trustedProxies = [], draining = () => false } = setting;
  app.use(createEntrance({ trustedProxies, draining }));
  app.use(createAccessLog(log));
  app.use(createSecurityHeaders(hosts));
  app.use(createFailures({ log, now: () => new Date('2026-01-02T03:04:05Z') }));
  app.use(createEdge(hosts));
  for (const middleware of setting.inside(origin, log)) app.use(middleware);
  const handle = app.callback();
  const listener = setting.outside?.(handle) ?? ((req, res) => void handle(req, res));
  answerParserErrors(server.on('request', listener));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin, port, lines, send: sendTo(port), close };
}
