/*
 * The client IP behind proxies. X-Forwarded-* is trusted from TRUSTED_PROXIES only and removed from every other request,
 * so that later middleware (an application with `proxy: true`) can rely on it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Context } from 'koa';
import { requestState } from './request-state.js';

type Trusts = (address: string) => boolean;

/** IPv4-mapped addresses as IPv4 (RFC 4291 section 2.5.5.2), without the port that some proxies append. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.toLowerCase().startsWith('::ffff:') && bare.includes('.') ? bare.slice(7) : bare;
  return isIP(address) === 0 ? undefined : address;
}

/** The address of the caller, also behind trusted proxies. */
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

/** From the nearest proxy outwards, the first address that is not a trusted proxy; the rest may be forged. */
function caller(peer: string, chain: readonly string[], trusted: Trusts): string {
  let address = peer;
  for (const hop of chain.toReversed()) {
    const next = plainAddress(hop);
    if (next === undefined || !trusted(address)) return address;
    address = next;
  }
  return address;
}

function removeForwarded(headers: IncomingHttpHeaders): void {
  delete headers['x-forwarded-for'];
  delete headers['x-forwarded-proto'];
  delete headers['x-forwarded-host'];
}

/** Leaves one value per header: that of the nearest proxy. The forwarded host replaces the Host header. */
function applyForwarded(ctx: Context, peer: string, trusted: Trusts): void {
  const { headers } = ctx.req;
  const address = caller(peer, listed(headers['x-forwarded-for']), trusted);
  const scheme = listed(headers['x-forwarded-proto']).at(-1)?.toLowerCase();
  const host = listed(headers['x-forwarded-host']).at(-1);
  removeForwarded(headers);
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
    if (peer !== undefined && trusted(peer)) applyForwarded(ctx, peer, trusted);
    else removeForwarded(ctx.req.headers);
  };
}
