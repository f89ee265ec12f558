/* The HTTP server: its timeouts, its address, and how it stops. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config/config.js';
import { answerParserErrors } from '../http/parser-errors.js';

const DRAIN_MS = 10_000;

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

function listenFailure(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(`${host}:${port} is in use by another process. Stop it, or set another PORT.`, {
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') {
    return new Error(`This process may not listen on ${host}:${port}. Set another HOST or PORT.`, {
      cause: error,
    });
  }
  return error;
}

/** Resolves to the port; the system chooses it when `config.port` is 0. */
export async function listen(server: Server, config: Config): Promise<number> {
  server.listen(config.port, config.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenFailure(error, config);
  }
  return (server.address() as AddressInfo).port;
}

export interface DrainableListener {
  readonly listener: RequestListener;
  /** From now on every response closes its connection, so that clients with keep-alive connect to another replica. */
  drain(): void;
}

export function drainable(listener: RequestListener, server: Server): DrainableListener {
  const running = new Set<ServerResponse>();
  let draining = false;
  const endConnection = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  return {
    listener(request, response) {
      running.add(response);
      if (draining) endConnection(response);
      response.once('close', () => {
        running.delete(response);
        // A response that had already begun could not announce it: its connection is idle now.
        if (draining) server.closeIdleConnections();
      });
      listener(request, response);
    },
    drain() {
      draining = true;
      running.forEach(endConnection);
    },
  };
}

/** Stops accepting and waits for running requests, at most 10 seconds. */
export async function stop(server: Server): Promise<void> {
  const closed = once(server, 'close');
  const overdue = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  server.close();
  server.closeIdleConnections();
  await closed;
  clearTimeout(overdue);
}
