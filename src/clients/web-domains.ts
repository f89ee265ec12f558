/*
 * Which domains a client's addresses belong to, by the public suffix list (publicsuffix.org): the registered part. Of two
 * sites below `github.io` each is a domain of its own. Pure.
 */
import { getDomain } from 'tldts';
import type { ClientTerms } from './store.js';

type Addresses = Pick<ClientTerms, 'website' | 'redirectUris'>;

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Of a private-use scheme, `com.example.app:`, the name that it is the reverse of (RFC 8252 section 7.1). */
export const domainOfScheme = (scheme: string): string | undefined =>
  scheme.includes('.') ? scheme.replace(/:$/, '').split('.').toReversed().join('.') : undefined;

function hostOf({ protocol, hostname }: URL): string | undefined {
  if (!/^https?:$/.test(protocol)) return domainOfScheme(protocol);
  return LOOPBACK.includes(hostname) ? undefined : hostname;
}

/** Undefined for what names no domain, and for this machine itself. */
function domainOf(address: string): string | undefined {
  const url = URL.parse(address);
  const host = url === null ? undefined : hostOf(url);
  // A bare suffix or an IP address has no registrable part.
  return host === undefined ? undefined : (getDomain(host, { allowPrivateDomains: true }) ?? host);
}

/** Each once. */
export const webDomains = ({ website, redirectUris }: Addresses): readonly string[] => [
  ...new Set([website ?? [], ...redirectUris].flat().flatMap((address) => domainOf(address) ?? [])),
];
