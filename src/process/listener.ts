/* The HTTP server: its timeouts, its address, and how it stops. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answerParserErrors } from '../http/parser-errors.js';

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
  readonly variable: 'PORT' | 'HEALTH_PORT';
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

/** Resolves to the port. */
export async function listen(server: Server, address: ListenAddress): Promise<number> {
  server.listen(address.port, address.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenFailure(error, address);
  }
  return (server.address() as AddressInfo).port;
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

/** Closes once running requests have ended, at most after 10 seconds. */
export async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  const overdue = setTimeout(() => server.closeAllConnections(), STOP_MS);
  server.close();
  server.closeIdleConnections();
  await closed;
  clearTimeout(overdue);
}

/** Passes the requests of `server` to `listener`. */
export function drainable(server: Server, listener: RequestListener): DrainableServer {
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
      const closed = close(server);
      state.closing = false;
      for (const answer of held.splice(0)) answer();
      await closed;
    },
  };
}
