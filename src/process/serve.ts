/* One running service: opens the stores, listens, passes requests to the application (app.ts), and drains to stop. */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { present } from '../present.js';
import { openStores } from '../../adapters/stores.js';
import type { OpenedStores } from '../../adapters/stores.js';
import { createApp } from '../app.js';
import type { App } from '../app.js';
import type { Config } from '../config/config.js';
import { SECOND } from '../durations.js';
import { openDemo } from '../demo/open-demo.js';
import { type Inspection, openInspection } from './inspection.js';
import { createKeyRing } from '../keys/key-ring.js';
import { drainable, HANDLES, listen, type Listening, newServer } from './listener.js';
import { createLog } from '../ops/log.js';
import type { Log } from '../ops/log.js';
import type { Stores } from '../stores.js';

export interface ServeOptions {
  readonly log?: Log;
  /** Milliseconds since the epoch; by default that of the stores. */
  readonly clock?: () => number;
  /** For the operator: where it listens, how to sign in to the demonstration. */
  readonly print?: (text: string) => void;
  /** Of a worker: it shares its port, and the primary process looks at it. */
  readonly worker?: { readonly inspection: Inspection };
}

type Settings = Required<Omit<ServeOptions, 'worker'>> & {
  readonly inspection: Inspection;
  readonly isWorker: boolean;
};

export interface RunningService {
  /** BASE_URL, with the port the system chose when PORT is 0. */
  readonly url: string;
  /** Of the probes on HEALTH_PORT. */
  readonly healthUrl?: string;
  /** On METRICS_PORT. */
  readonly metricsUrl?: string;
  /** As served: URLs carry the real port. */
  readonly config: Config;
  /** The table of all pages. */
  readonly pages: App['pages'];
  /**
   * Goes unready, answers for DRAIN_SECONDS more, stops accepting, lets running requests end (up to 10 seconds), closes
   * the stores.
   */
  close(): Promise<void>;
  /** The same of a worker whose service goes on: it stays ready. */
  retire(): Promise<void>;
}

/** URLs that were derived from PORT=0 get the port the system chose. */
function withPort(config: Config, port: number): Config {
  const withRealPort = (url: string): string => url.replace(/^(https?:\/\/[^/]+):0(?=\/|$)/, `$1:${port}`);
  return Object.freeze({
    ...config,
    port,
    baseUrl: withRealPort(config.baseUrl),
    appUrl: withRealPort(config.appUrl),
    settingsUrl: withRealPort(config.settingsUrl),
    issuerUrl: withRealPort(config.issuerUrl),
  });
}

async function refuseUnsafe(stores: Stores): Promise<void> {
  const faults = await stores.faults();
  if (faults.length > 0) throw new Error(faults.map(({ store, reason }) => `${store}: ${reason}`).join(' '));
}

/** Answers requests until the application is ready. */
const startingUp: RequestListener = (_, response) => response.writeHead(503, { 'retry-after': '1' }).end();

/** Of a worker, which gets its share of the connections as soon as it listens: they wait. Returns what lets them go on. */
function holdRequests(server: Server): () => void {
  const held: [IncomingMessage, ServerResponse][] = [];
  const hold = (request: IncomingMessage, response: ServerResponse): void =>
    void held.push([request, response]);
  server.on('request', hold);
  return () => {
    server.off('request', hold);
    for (const pair of held) server.emit('request', ...pair);
  };
}

function refuseRequests(server: Server): () => void {
  server.on('request', startingUp);
  return () => void server.off('request', startingUp);
}

interface Started {
  readonly config: Config;
  readonly server: Server;
  readonly close: Listening['close'];
  /** From now on requests are handled by what listens to the server. */
  readonly open: () => void;
  readonly app: App;
}

async function start(config: Config, stores: OpenedStores, options: Settings): Promise<Started> {
  await refuseUnsafe(stores);
  const server = newServer();
  const open = options.isWorker ? holdRequests(server) : refuseRequests(server);
  const handles = options.isWorker ? 1 : HANDLES;
  const { port, close } = await listen(server, { ...config, variable: 'PORT' }, handles);
  const served = withPort(config, port);
  try {
    const keys = createKeyRing(stores.secretKeys);
    const demo = await openDemo({ config: served, stores, keys, print: options.print });
    const { observers } = options.inspection;
    const app = createApp({ ...options, config: served, keys, stores, observers, ...present({ demo }) });
    return { config: served, server, close, open, app };
  } catch (error) {
    await close();
    throw error;
  }
}

function running(
  { config, server, close: closeServer, open, app }: Started,
  stores: OpenedStores,
  inspection: Inspection,
): RunningService {
  const drained = drainable(server, closeServer, app.callback());
  open();
  inspection.follow(app);
  const end = async (): Promise<void> => {
    drained.drain();
    await setTimeout(config.drainSeconds * SECOND);
    await drained.stop();
    await app.close();
    await stores.close();
    await inspection.close();
  };
  let ended: Promise<void> | undefined;
  const retire = (): Promise<void> => (ended ??= end());
  const close = (): Promise<void> => {
    app.drain();
    return retire();
  };
  const urls = present({ healthUrl: inspection.healthUrl, metricsUrl: inspection.metricsUrl });
  return { url: config.baseUrl, ...urls, config, pages: app.pages, close, retire };
}

async function serveOver(stores: OpenedStores, config: Config, options: Settings): Promise<RunningService> {
  try {
    return running(await start(config, stores, options), stores, options.inspection);
  } catch (error) {
    await stores.close();
    throw error;
  }
}

/** Throws when a port or DATA_DIR is in use, or a store is unreachable or unsafe; everything is closed then. */
export async function serve(
  config: Config,
  { worker, ...options }: ServeOptions = {},
): Promise<RunningService> {
  const log = options.log ?? createLog(config.logLevel);
  const inspection = worker?.inspection ?? (await openInspection(config));
  try {
    const stores = await openStores(config, log, { observer: inspection.observers });
    const settings = {
      clock: stores.now,
      print: () => undefined,
      ...options,
      log,
      inspection,
      isWorker: worker !== undefined,
    };
    return await serveOver(stores, config, settings);
  } catch (error) {
    await inspection.close();
    throw error;
  }
}
