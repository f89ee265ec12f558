/*
 * What people are told about who is behind a client: RFC 7591 section 2 calls these client_uri, contacts, policy_uri and
 * tos_uri. All are optional, and reviewed.
 */
import { isEmailAddress } from '../email-address.js';
import { isDnsNameOrIp } from './web-hosts.js';

export const LINK_FIELDS = ['website', 'supportEmail', 'privacyPolicy', 'termsOfService'] as const;
export type LinkField = (typeof LINK_FIELDS)[number];

export interface ClientLinks {
  readonly website?: string;
  readonly supportEmail?: string;
  readonly privacyPolicy?: string;
  readonly termsOfService?: string;
}

/** As forms and the command line call them. */
export const LINK_PROPERTIES = {
  website: 'website',
  supportEmail: 'support_email',
  privacyPolicy: 'privacy_policy',
  termsOfService: 'terms_of_service',
} as const satisfies Readonly<Record<LinkField, string>>;

const MAX_LENGTH = 2048;

/** Those that `of` has, and nothing else. */
export const linksOf = (of: Readonly<Partial<Record<LinkField, string | null | undefined>>>): ClientLinks =>
  Object.fromEntries(LINK_FIELDS.flatMap((field) => (of[field] ? [[field, of[field]]] : [])));

function addressFault(address: string): string | undefined {
  const url = URL.parse(address);
  const plain = address.length <= MAX_LENGTH && !/[\p{Cc}\s\\]/u.test(address);
  const known = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (plain && known && !isDnsNameOrIp(url.hostname))
    return 'has a host that is neither a DNS name (letters, digits, hyphens) nor an IP address. Write one';
  return plain && known ? undefined : 'is not the address of a website. Write it like https://app.example';
}

/** What is wrong with a link that was typed; undefined for none, and for one that may stay. */
export function linkFault(field: LinkField, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (field !== 'supportEmail') return addressFault(text);
  return isEmailAddress(text) ? undefined : 'is not an e-mail address. Write it like help@app.example';
}
