/*
 * The whole service for a test: real stores of TEST_BACKEND, a real socket, nothing replaced. People and clients are
 * made through the same use cases that the command line uses.
 */
import { hash } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createApp } from '../../src/app.js';
import type { Account } from '../../src/accounts/store.js';
import { type Registered, registerClient, type Registry } from '../../src/clients/register.js';
import type { ClientForm } from '../../src/clients/rules.js';
import { type Config, readConfig } from '../../src/config/config.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import type { Metrics } from '../../src/metrics/metrics.js';
import { createLog, type Log } from '../../src/ops/log.js';
import type { Stores } from '../../src/stores.js';
import type { Page } from '../../src/web/page.js';
import { type Backend, LOOPBACK, openBackend } from './backend.js';
import { until } from './until.js';

export interface Replica {
  readonly url: string;
  readonly config: Config;
  /** The table of all pages. */
  readonly pages: readonly Page[];
  close(): Promise<void>;
}

export interface TestUser {
  readonly account: Account;
  readonly email: string;
  readonly password: string;
}

export interface TestClient extends Registered {
  readonly form: ClientForm;
}

export interface ServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** More of the environment, which needs the port: two hosts on one socket. */
  readonly hosts?: (port: number) => Readonly<Record<string, string>>;
  /** Default: that of the stores, as in production. */
  readonly clock?: () => number;
  /** Stores of the test's own, which the service does not close. */
  readonly backend?: Backend;
  readonly log?: Log;
  readonly metrics?: Metrics;
}

export interface Service extends Omit<Replica, 'close'> {
  readonly stores: Stores;
  readonly backend: Backend;
  /** For the use cases of the registry. */
  readonly registry: Registry;
  user(name?: string, options?: { readonly emailVerified?: boolean }): Promise<TestUser>;
  client(form?: Partial<ClientForm>, options?: ClientOptions): Promise<TestClient>;
  /**
   * Another process' worth of service with the same public URLs, over the same stores; or over others that lead to the
   * same place, which the caller closes.
   */
  replica(over?: Backend): Promise<Replica>;
  /** Until no job is due or under way. */
  idle(): Promise<void>;
}

/** With it go its replicas, and its stores unless they are the test's own. */
export type StartedService = Service & Pick<Replica, 'close'>;

export interface ClientOptions {
  readonly ownerId?: number;
  readonly approved?: boolean;
  readonly resourceServer?: boolean;
  readonly legacy?: boolean;
}

export const REDIRECT_URI = 'https://client.example.com/callback';
const ACTOR = { actor: 'test' };
/** Passwords of test people open nothing: their hashes need not be dear. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** A replica is asked at a port of its own; as a balancer would, this passes on the name that people know. */
function asBehindBalancer(handle: RequestListener, publicUrl: string): RequestListener {
  const { host } = new URL(publicUrl);
  return (request, response) => {
    request.headers.host = host;
    handle(request, response);
  };
}

async function listen(backend: Backend, options: ServiceOptions, publicUrl?: string): Promise<Replica> {
  const { env = {}, hosts, clock = backend.stores.now } = options;
  // A client must not find its connection closed just when it uses it again.
  const server = createServer({ keepAliveTimeout: 120_000 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  const config = readConfig({
    NODE_ENV: 'test',
    BASE_URL: publicUrl ?? url,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    // All requests of a test have one client IP.
    BOOKINGS_PER_NETWORK: '1000000',
    READS_PER_NETWORK: '1000000',
    OUTBOUND_ALLOW: LOOPBACK,
    ...backend.env,
    ...hosts?.(port),
    ...env,
  });
  const keys = createKeyRing(backend.stores.secretKeys);
  const app = createApp({
    config,
    keys,
    stores: backend.stores,
    log: options.log ?? createLog(config.logLevel),
    clock,
    observers: options.metrics?.observers,
    // Tests wait for mails, webhooks and workflows.
    lookEveryMs: 50,
  });
  options.metrics?.follow(app.sources);
  const handle = app.callback();
  server.on('request', publicUrl === undefined ? handle : asBehindBalancer(handle, publicUrl));
  return {
    url,
    config,
    pages: app.pages,
    async close() {
      app.drain();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await app.close();
    },
  };
}

/** A job is due at the time of the database, of which a replica knows as much as half a round trip tells. */
const CLOCK_ERROR_MS = 500;

async function isIdle({ db }: Backend, clock: () => number): Promise<boolean> {
  const living = db('job').whereNull('dead_at');
  const due = living.whereRaw('(due_at <= ? or lease is not null)', [new Date(clock())]);
  return (await due.limit(1)).length === 0;
}

export async function startService(options: ServiceOptions = {}): Promise<StartedService> {
  const backend =
    options.backend ?? (await openBackend({}, options.log, { observer: options.metrics?.observers }));
  const { stores } = backend;
  const first = await listen(backend, options);
  const replicas: Replica[] = [first];
  const registry: Registry = {
    clients: stores.clients.clients,
    keys: createKeyRing(stores.secretKeys),
    random: randomBytes,
  };
  let count = 0;

  const user: Service['user'] = async (name = `Person ${(count += 1)}`, options = {}) => {
    const email = `person-${randomBytes(6).toString('hex')}@example.com`;
    const password = `correct horse battery ${randomBytes(6).toString('hex')}`;
    const account = await stores.accounts.accounts.create(
      { email, name, passwordHash: await hash(password, CHEAP), emailVerified: true, ...options },
      ACTOR,
    );
    if (account === 'email_taken') throw new Error('a random address was taken');
    return { account, email, password };
  };

  return {
    ...first,
    stores,
    backend,
    registry,
    user,
    async client(form = {}, { ownerId, approved = true, legacy = false, resourceServer = false } = {}) {
      const whole: ClientForm = {
        name: 'Acme Sync',
        purpose: 'Copies bookings into Acme.',
        kind: 'confidential',
        redirectUris: [REDIRECT_URI],
        scopes: legacy ? [] : ['PROFILE_READ', 'PROFILE_WRITE', 'BOOKING_READ', 'BOOKING_WRITE'],
        ...form,
      };
      const owner = ownerId ?? (await user('Owner')).account.id;
      const registered = await registerClient(
        registry,
        { form: whole, ownerId: owner, approved, legacy, resourceServer },
        ACTOR,
      );
      return { ...registered, form: whole };
    },
    idle: () => until(() => isIdle(backend, options.clock ?? (() => stores.now() + CLOCK_ERROR_MS))),
    async replica(over = backend) {
      const replica = await listen(over, options, first.url);
      replicas.push(replica);
      return replica;
    },
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
      if (options.backend === undefined) await backend.close();
    },
  };
}

/** The service of a suite or of a describe block: it starts before the first test and ends behind the last one. */
export function useService(options: ServiceOptions = {}): Service {
  let started: StartedService | undefined;
  beforeAll(async () => {
    started = await startService(options);
  });
  afterAll(async () => {
    await started?.close();
    started = undefined;
  });
  const running = (): Service => {
    if (started === undefined) throw new Error('The service runs only in hooks and tests.');
    return started;
  };
  return {
    get url() {
      return running().url;
    },
    get config() {
      return running().config;
    },
    get pages() {
      return running().pages;
    },
    get stores() {
      return running().stores;
    },
    get backend() {
      return running().backend;
    },
    get registry() {
      return running().registry;
    },
    user: (...about) => running().user(...about),
    client: (...about) => running().client(...about),
    replica: (...over) => running().replica(...over),
    idle: () => running().idle(),
  };
}
