/*
 * Which IP addresses may be called: public ones, and those of the networks in OUTBOUND_ALLOW. Pure. Where the socket
 * connects the rule holds for what a name resolved to; here also for an address that is written in a URL, which its owner
 * should learn before it is stored.
 */
import ipaddr from 'ipaddr.js';
import { outboundUrlFault } from './outbound.js';

type Address = ReturnType<typeof ipaddr.process>;

export type MayBeCalled = (address: string) => boolean;

/** Public unicast alone. IPv4 inside IPv6 counts as what it is; other tunnels (6to4, Teredo, NAT64) are refused. */
export function callableAddresses(allow: readonly string[]): MayBeCalled {
  const allowed: readonly [Address, number][] = allow.map((network) => ipaddr.parseCIDR(network));
  return (text) => {
    const address = ipaddr.process(text);
    const isAllowed = allowed.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
    return isAllowed || address.range() === 'unicast';
  };
}

/** The IP address in a URL; undefined for a name. */
export function literalAddress({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? host : undefined;
}

/** RFC 6761 section 6.3: these names are always the loopback addresses. */
const LOOPBACK_NAME = /(?:^|\.)localhost\.?$/;
const LOOPBACK = ['127.0.0.1', '::1'];

/** The fault of a URL that receives deliveries, as the end of "the URL …", before any name is resolved. */
export type ReceiverUrlFault = (text: string) => string | undefined;

/** `allow`: CIDRs that may be called although they are private. */
export function receiverUrlFault(allow: readonly string[]): ReceiverUrlFault {
  const mayBeCalled = callableAddresses(allow);
  const isCallable = (url: URL): boolean => {
    if (LOOPBACK_NAME.test(url.hostname)) return LOOPBACK.some(mayBeCalled);
    const address = literalAddress(url);
    return address === undefined || mayBeCalled(address);
  };
  return (text) => {
    const fault = outboundUrlFault(text);
    if (fault !== undefined || isCallable(new URL(text))) return fault;
    return 'leads to a private or reserved address, which is not called from here';
  };
}
