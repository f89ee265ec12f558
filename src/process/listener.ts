/* The HTTP server: its timeouts, its address, and how it stops. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answerParserErrors } from '../http/parser-errors.js';
import { addHandles, canSharePort, freePortAt } from './shared-port.js';

/** Connections that are accepted in one tick of the event loop, which begins at most 16 requests. */
export const HANDLES = 8;

const STOP_MS = 10_000;
/** How long nothing may arrive before the listener closes, and the longest wait for that. */
const QUIET_MS = 100;
const SETTLE_MS = 1000;

/** Slow or silent peers are disconnected after these times. Keep-alive is longer than the usual 60 s of proxies. */
export const newServer = (): Server =>
  answerParserErrors(
    createServer({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * 1024,
    }),
  );

export interface ListenAddress {
  readonly host: string;
  /** The system chooses one for 0. */
  readonly port: number;
  /** Where the operator sets the port. */
  readonly variable: 'PORT' | 'HEALTH_PORT' | 'METRICS_PORT';
}

/** By the code of the system error. */
const LISTEN_FAILURES: Readonly<Record<string, (address: string, variable: string) => string>> = {
  EADDRINUSE: (address, variable) =>
    `${address} is in use by another process. Stop it, or set another ${variable}.`,
  EACCES: notPermitted,
  EADDRNOTAVAIL: notPermitted,
  ENOTFOUND: noAddress,
  EAI_AGAIN: noAddress,
  EAFNOSUPPORT: noAddress,
};

function notPermitted(address: string, variable: string): string {
  return `This process may not listen on ${address}. Set another HOST or ${variable}.`;
}

function noAddress(address: string): string {
  return `The system has no address for ${address}. Set another HOST.`;
}

function listenFailure(error: unknown, { host, port, variable }: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = LISTEN_FAILURES[code]?.(`${host}:${port}`, variable);
  return message === undefined ? error : new Error(message, { cause: error });
}

export interface Listening {
  readonly port: number;
  /** Closes once running requests have ended, at most after 10 seconds. */
  close(): Promise<void>;
}

/** Returns the handles besides that of the server. */
async function open(
  server: Server,
  { host, port }: ListenAddress,
  handles: number,
): Promise<readonly NetServer[]> {
  if (handles === 1 || !canSharePort()) {
    await once(server.listen(port, host), 'listening');
    return [];
  }
  const free = await freePortAt(host, port);
  await once(server.listen({ host, port: free, reusePort: true }), 'listening');
  return addHandles(server, { host, port: free, count: handles - 1 });
}

/** `handles`: how many connections are accepted in one tick of the event loop, where the system permits several. */
export async function listen(server: Server, address: ListenAddress, handles = 1): Promise<Listening> {
  try {
    const others = await open(server, address, handles);
    const { port } = server.address() as AddressInfo;
    return { port, close: () => close(server, others) };
  } catch (error) {
    throw listenFailure(error, address);
  }
}

export interface DrainableServer {
  /** From now on every response closes its connection, so that clients with keep-alive connect to another replica. */
  drain(): void;
  /** Stops accepting and waits for running requests, at most 10 seconds. */
  stop(): Promise<void>;
}

/**
 * Waits until nothing arrives any more: closing the listener resets the connections that the system has accepted and the
 * process has not.
 */
async function settled(arrivals: () => number): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  let before: number;
  do {
    before = arrivals();
    await wait(QUIET_MS);
  } while (arrivals() !== before && performance.now() < end);
}

async function close(server: Server, others: readonly NetServer[]): Promise<void> {
  const closed = Promise.all([server, ...others].map((handle) => once(handle, 'close')));
  const overdue = setTimeout(() => server.closeAllConnections(), STOP_MS);
  for (const handle of [server, ...others]) handle.close();
  server.closeIdleConnections();
  await closed;
  clearTimeout(overdue);
}

/** Passes the requests of `server` to `listener`; `close` is that of what it listens at. */
export function drainable(
  server: Server,
  close: Listening['close'],
  listener: RequestListener,
): DrainableServer {
  const running = new Set<ServerResponse>();
  const held: (() => void)[] = [];
  const state = { arrivals: 0, draining: false, closing: false };
  const endConnection = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.on('connection', () => (state.arrivals += 1));
  server.on('request', (request, response) => {
    state.arrivals += 1;
    running.add(response);
    if (state.draining) endConnection(response);
    response.once('close', () => {
      running.delete(response);
      // A response that began before the drain announced no end: once nothing is accepted, its connection is idle.
      if (!server.listening) server.closeIdleConnections();
    });
    if (state.closing) held.push(() => listener(request, response));
    else listener(request, response);
  });
  return {
    drain() {
      state.draining = true;
      running.forEach(endConnection);
    },
    /** While it settles requests are held, not answered: who waits for an answer sends nothing more. */
    async stop() {
      state.closing = true;
      await settled(() => state.arrivals);
      const closed = close();
      state.closing = false;
      for (const answer of held.splice(0)) answer();
      await closed;
    },
  };
}
