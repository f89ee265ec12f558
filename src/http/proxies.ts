/*
 * Who the caller is behind proxies. X-Forwarded-* is believed from TRUSTED_PROXIES alone and removed from every other
 * request, so that what comes later (an application with `proxy: true`) may read it without asking again.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Context } from 'koa';
import { requestState } from './request-state.js';

type Trusts = (address: string) => boolean;

/** IPv4 in its own notation (RFC 4291 section 2.5.5.2), without the port that some proxies write behind it. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.toLowerCase().startsWith('::ffff:') && bare.includes('.') ? bare.slice(7) : bare;
  return isIP(address) === 0 ? undefined : address;
}

/** The address at the other end of the connection; the caller's own when trusted proxies stand between. */
export const clientIp = (ctx: Context): string =>
  requestState(ctx).clientIp ?? plainAddress(ctx.req.socket.remoteAddress ?? '') ?? 'unknown';

function trusts(networks: readonly string[]): Trusts {
  const list = new BlockList();
  for (const entry of networks) {
    const [address = '', prefix] = entry.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const listed = (header: string | string[] | undefined): readonly string[] =>
  [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** From the nearest proxy outwards, the first address that nobody vouches for; whatever lies beyond is hearsay. */
function caller(peer: string, chain: readonly string[], trusted: Trusts): string {
  let address = peer;
  for (const hop of chain.toReversed()) {
    const next = plainAddress(hop);
    if (next === undefined || !trusted(address)) return address;
    address = next;
  }
  return address;
}

function forget(headers: IncomingHttpHeaders): void {
  delete headers['x-forwarded-for'];
  delete headers['x-forwarded-proto'];
  delete headers['x-forwarded-host'];
}

/** Leaves one value each: what the nearest proxy said. The host takes the place of the Host header. */
function believe(ctx: Context, peer: string, trusted: Trusts): void {
  const { headers } = ctx.req;
  const address = caller(peer, listed(headers['x-forwarded-for']), trusted);
  const scheme = listed(headers['x-forwarded-proto']).at(-1)?.toLowerCase();
  const host = listed(headers['x-forwarded-host']).at(-1);
  forget(headers);
  requestState(ctx).clientIp = address;
  headers['x-forwarded-for'] = address;
  if (scheme === 'http' || scheme === 'https') headers['x-forwarded-proto'] = scheme;
  if (host !== undefined) headers.host = host;
}

const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  headers['x-forwarded-for'] !== undefined ||
  headers['x-forwarded-proto'] !== undefined ||
  headers['x-forwarded-host'] !== undefined;

/** `networks`: CIDRs, checked by the configuration. */
export function createProxies(networks: readonly string[]): (ctx: Context) => void {
  const trusted = trusts(networks);
  return (ctx) => {
    if (!isForwarded(ctx.req.headers)) return;
    const peer = plainAddress(ctx.req.socket.remoteAddress ?? '');
    if (peer !== undefined && trusted(peer)) believe(ctx, peer, trusted);
    else forget(ctx.req.headers);
  };
}
