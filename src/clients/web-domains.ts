/*
 * Which domains a client's addresses belong to, by the public suffix list (publicsuffix.org): the part that somebody
 * registered. Of two sites below `github.io` each is a domain of its own. Pure.
 */
import { getDomain } from 'tldts';
import type { ClientTerms } from './record-store.js';

type Addresses = Pick<ClientTerms, 'website' | 'redirectUris'>;

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Undefined for what is no address in the web, and for this machine itself. */
function domainOf(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || LOOPBACK.includes(url.hostname)) return undefined;
  // A bare suffix or an IP address has no registered part: it stands for itself.
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.hostname;
}

/** Each once. */
export const webDomains = ({ website, redirectUris }: Addresses): readonly string[] => [
  ...new Set([website ?? [], ...redirectUris].flat().flatMap((address) => domainOf(address) ?? [])),
];
