/*
 * Which host serves which paths. Only configured hosts are served, so that a Host header never gets into a link, a
 * redirect or a cookie: pages are on the host of APP_URL, /v2 on that of BASE_URL, well-known documents on both.
 */
import { notFound, wrongHost } from '../errors.js';

export interface HostNames {
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly issuerUrl: string;
}

export type Side = 'api' | 'app' | 'document' | 'probe';

export function sideOf(path: string): Side {
  if (path === '/v2' || path.startsWith('/v2/')) return 'api';
  if (path.startsWith('/.well-known/')) return 'document';
  return path === '/healthz' || path === '/readyz' ? 'probe' : 'app';
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The default port may be written or left out. */
function spellings({ protocol, hostname, port }: URL): readonly string[] {
  const defaultPort = protocol === 'https:' ? '443' : '80';
  return port === '' ? [hostname, `${hostname}:${defaultPort}`] : [`${hostname}:${port}`];
}

function loopbackSpellings(url: URL): readonly string[] {
  if (!LOOPBACK.includes(url.hostname)) return [];
  return LOOPBACK.flatMap((hostname) => spellings(Object.assign(new URL(url), { hostname })));
}

function sidesByHost({ baseUrl, appUrl, issuerUrl }: HostNames): ReadonlyMap<string, ReadonlySet<Side>> {
  const origins: readonly (readonly [URL, readonly Side[]])[] = [
    [new URL(baseUrl), ['api', 'document']],
    [new URL(appUrl), ['app', 'document']],
    [new URL(issuerUrl), ['document']],
  ];
  const configured = new Set(origins.flatMap(([url]) => spellings(url)));
  const table = new Map<string, Set<Side>>();
  for (const [url, sides] of origins) {
    // All loopback names are the same host, unless the configuration names them separately.
    const others = loopbackSpellings(url).filter((host) => !configured.has(host));
    for (const host of [...spellings(url), ...others]) {
      table.set(host, new Set([...(table.get(host) ?? []), ...sides]));
    }
  }
  return table;
}

/** Throws 421 for an unknown host (RFC 9110 section 15.5.20), 404 for a path of our other host. */
export function createHostRule(names: HostNames): (host: string, path: string) => void {
  const table = sidesByHost(names);
  return (host, path) => {
    const side = sideOf(path);
    if (side === 'probe') return;
    const sides = table.get(host) ?? table.get(host.toLowerCase());
    if (sides === undefined) throw wrongHost();
    if (!sides.has(side)) throw notFound();
  };
}
