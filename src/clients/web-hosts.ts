/*
 * Hosts of redirect URIs and websites. A URL parser takes more than DNS does (`a;script-src.example`), and headers and
 * pages repeat the host. Pure.
 */

/** DNS labels as RFC 1123 section 2.1 has them; an IPv4 address reads as four of them. */
const isLabel = (label: string): boolean => /^[a-z0-9-]+$/.test(label) && !/^-|-$/.test(label);

/** `hostname`: as a URL parser returns it, so internationalized names are in their ASCII form. */
export const isDnsNameOrIp = (hostname: string): boolean =>
  /^\[[0-9a-f:.]+\]$/.test(hostname) || hostname.split('.').every(isLabel);

/** Addresses of the web that were registered before this rule, as the hosts they name. */
export const faultyHosts = (addresses: readonly string[]): readonly string[] => [
  ...new Set(
    addresses
      .flatMap((address) => URL.parse(address) ?? [])
      .filter(({ protocol, hostname }) => /^https?:$/.test(protocol) && !isDnsNameOrIp(hostname))
      .map(({ host }) => host),
  ),
];
