/* One running service: opens the stores, listens, passes requests to the application (app.ts), and drains to stop. */
import type { RequestListener, Server } from 'node:http';
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
}

type Settings = Required<ServeOptions> & { readonly inspection: Inspection };

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

interface Started {
  readonly config: Config;
  readonly server: Server;
  readonly close: Listening['close'];
  readonly app: App;
}

async function start(config: Config, stores: OpenedStores, options: Settings): Promise<Started> {
  await refuseUnsafe(stores);
  const server = newServer().on('request', startingUp);
  const { port, close } = await listen(server, { ...config, variable: 'PORT' }, HANDLES);
  const served = withPort(config, port);
  try {
    const keys = createKeyRing(stores.secretKeys);
    const demo = await openDemo({ config: served, stores, keys, print: options.print });
    const { observers } = options.inspection;
    const app = createApp({ ...options, config: served, keys, stores, observers, ...present({ demo }) });
    return { config: served, server, close, app };
  } catch (error) {
    await close();
    throw error;
  }
}

function running(
  { config, server, close: closeServer, app }: Started,
  stores: OpenedStores,
  inspection: Inspection,
): RunningService {
  server.off('request', startingUp);
  const drained = drainable(server, closeServer, app.callback());
  inspection.follow(app);
  const end = async (): Promise<void> => {
    app.drain();
    drained.drain();
    await setTimeout(config.drainSeconds * SECOND);
    await drained.stop();
    await app.close();
    await stores.close();
    await inspection.close();
  };
  let ended: Promise<void> | undefined;
  const close = (): Promise<void> => (ended ??= end());
  const { healthUrl, metricsUrl } = inspection;
  return { url: config.baseUrl, ...present({ healthUrl, metricsUrl }), config, pages: app.pages, close };
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
export async function serve(config: Config, options: ServeOptions = {}): Promise<RunningService> {
  const log = options.log ?? createLog(config.logLevel);
  const inspection = await openInspection(config);
  try {
    const stores = await openStores(config, log, { observer: inspection.observers });
    const settings = { clock: stores.now, print: () => undefined, ...options, log, inspection };
    return await serveOver(stores, config, settings);
  } catch (error) {
    await inspection.close();
    throw error;
  }
}
