/*
 * Two replicas behind a proxy that people use are replaced one after the other while clients refresh their tokens. Not
 * one request may fail: neither one under way, nor one on a connection that proxy and replica keep.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { accepts, freePort, startChild, temporaryDirectory } from '../support/child-server.js';
import type { Child } from '../support/child-server.js';
import { refresh } from '../support/oauth.js';
import type { Tokens } from '../support/oauth.js';
import { startRedis } from '../support/redis-server.js';
import type { RedisServer } from '../support/redis-server.js';
import type { TestClient } from '../support/service.js';
import { until } from '../support/until.js';
import { install, openServiceFixture, statusOf } from './service-fixture.js';
import type { ServiceFixture } from './service-fixture.js';

const CLIENTS = 12;

interface Ports {
  readonly proxy: number;
  /** Where HAProxy says whether it passes requests to both replicas. */
  readonly monitor: number;
  readonly replicas: readonly number[];
}

const nginx = (directory: string, { proxy, replicas }: Ports): string => `
daemon off;
pid ${directory}/pid;
error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`).join('\n  ')}
  upstream slotkey {
    ${replicas.map((port) => `server 127.0.0.1:${port} fail_timeout=1s;`).join('\n    ')}
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${proxy};
    location / {
      proxy_pass http://slotkey;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
    }
  }
}
`;

const haproxy = (_: string, { proxy, monitor, replicas }: Ports): string => `
defaults
  mode http
  timeout connect 2s
  timeout check 5s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 3
frontend clients
  bind 127.0.0.1:${proxy}
  default_backend slotkey
frontend monitor
  bind 127.0.0.1:${monitor}
  monitor-uri /
  monitor fail if { nbsrv(slotkey) lt 2 }
backend slotkey
  option httpchk GET /readyz
  ${replicas.map((port, index) => `server replica${index} 127.0.0.1:${port} check inter 300ms fall 1 rise 1`).join('\n  ')}
`;

/** nginx has no health checks: it tries each replica. The next replica may only stop when HAProxy has seen the last one. */
const PROXIES = [
  ['nginx', nginx, (file: string) => ['-c', file], () => Promise.resolve(true)],
  ['haproxy', haproxy, (file: string) => ['-db', '-f', file], seesBothReplicas],
] as const;

const answersOk = (port: number, path: string): Promise<boolean> =>
  statusOf({ url: `http://localhost:${port}` }, path).then(
    (status) => status === 200,
    () => false,
  );

function seesBothReplicas({ monitor }: Ports): Promise<boolean> {
  return answersOk(monitor, '/');
}

let redis: RedisServer;
let fixture: ServiceFixture;
beforeAll(async () => {
  redis = await startRedis();
  fixture = await openServiceFixture({ REDIS_URL: redis.url() });
});
afterAll(async () => {
  await fixture.close();
  await redis.stop();
});

function startReplica(port: number, proxy: number): Promise<Child> {
  const env = {
    ...fixture.env,
    NODE_ENV: 'test',
    DEMO: 'false',
    LOG_LEVEL: 'silent',
    PORT: String(port),
    BASE_URL: `http://localhost:${proxy}`,
    DRAIN_SECONDS: '5',
  };
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const args = [...variables, process.execPath, '--import', 'tsx', 'src/main.ts'];
  return startChild({ command: 'env', args, cwd: process.cwd() }, () => answersOk(port, '/readyz'));
}

/** Refreshes one authorization again and again until `isOver`; resolves to the number of times. */
async function refreshing(
  at: { readonly url: string },
  client: TestClient,
  first: Tokens,
  isOver: () => boolean,
): Promise<number> {
  let token = first.refresh_token;
  let count = 0;
  for (; !isOver(); count += 1) {
    const { status, body } = await refresh(at, client, token);
    if (status !== 200) throw new Error(`refresh ${count}: ${status} ${JSON.stringify(body)}`);
    token = body.refresh_token;
  }
  return count;
}

test.each(PROXIES)(
  'behind %s a rolling restart fails no refresh',
  async (command, configuration, args, seesReplicas) => {
    const { client, installations } = await install(fixture.service, CLIENTS);
    const ports = {
      proxy: await freePort(),
      monitor: await freePort(),
      replicas: [await freePort(), await freePort()],
    };
    const replicas = await Promise.all(ports.replicas.map((port) => startReplica(port, ports.proxy)));
    const directory = await temporaryDirectory();
    const file = join(directory.path, `${command}.conf`);
    await writeFile(file, configuration(directory.path, ports));
    const proxy = await startChild({ command, args: args(file), cwd: directory.path }, () =>
      accepts(ports.proxy),
    );
    let over = false;
    const at = { url: `http://localhost:${ports.proxy}` };
    const counts = Promise.all(installations.map((tokens) => refreshing(at, client, tokens, () => over)));
    counts.catch(() => undefined);
    for (const [index, port] of ports.replicas.entries()) {
      await until(() => seesReplicas(ports));
      await replicas[index]?.end('SIGTERM');
      replicas[index] = await startReplica(port, ports.proxy);
    }
    over = true;
    for (const count of await counts) expect(count).toBeGreaterThan(2);
    for (const child of [proxy, ...replicas]) await child.end('SIGKILL');
    await directory.remove();
  },
);
