/*
 * E-mail addresses, for the whole service: dot-atoms with the limits of RFC 5321 section 4.5.3.1, internationalised by
 * RFC 6531. Quoted local parts and address literals are refused: hardly any service takes them. Pure.
 */
import { domainToASCII, domainToUnicode } from 'node:url';

const LOCAL_PART_OCTETS = 64;
/** RFC 3696 erratum 1690: a path of 256 octets without its angle brackets. */
const ADDRESS_OCTETS = 254;
const DOMAIN_OCTETS = 253;

/** RFC 5322 section 3.2.3 and any letter or sign of other scripts, but nothing that is invisible. */
const ATOM = "(?:[\\w!#$%&'*+/=?^`{|}~-]|[^\\p{ASCII}\\p{C}\\p{Z}\\p{Default_Ignorable_Code_Point}])+";
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
/** Tested first: the functions of node:url read a domain as part of a URL, with its escapes and its port. */
const DOMAIN_CHARACTERS = /^(?:[a-z\d.-]|[^\p{ASCII}\p{C}\p{Z}])+$/iu;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

const octets = (text: string): number => Buffer.byteLength(text, 'utf8');
const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);

interface Parts {
  readonly localPart: string;
  readonly domain: string;
}

function partsOf(address: string): Parts | undefined {
  const at = address.lastIndexOf('@');
  return at === -1 ? undefined : { localPart: address.slice(0, at), domain: address.slice(at + 1) };
}

/** With A-labels (RFC 5890); '' when it cannot be written with them. One that is none stays as it is in Unicode. */
function asciiDomain(domain: string): string {
  const ascii = DOMAIN_CHARACTERS.test(domain) ? domainToASCII(domain) : '';
  return /(?:^|\.)xn--/.test(domainToUnicode(ascii)) ? '' : ascii;
}

/** Letters composed (RFC 6532 section 3.1); a domain in another script in its one usual form. */
export function tidyEmailAddress(typed: string): string {
  const address = typed.trim().normalize('NFC');
  const parts = partsOf(address);
  if (parts === undefined || isAscii(parts.domain)) return address;
  const domain = domainToUnicode(asciiDomain(parts.domain));
  return domain === '' ? address : `${parts.localPart}@${domain}`;
}

export type EmailAddressFault = 'malformed' | 'local_part_too_long' | 'too_long';

/** Why nobody can have this tidy address. */
export function emailAddressFault(address: string): EmailAddressFault | undefined {
  const parts = partsOf(address);
  if (parts === undefined) return 'malformed';
  const { localPart, domain } = parts;
  if (octets(localPart) > LOCAL_PART_OCTETS) return 'local_part_too_long';
  const ascii = asciiDomain(domain);
  const sent = Math.max(octets(address), octets(localPart) + 1 + ascii.length);
  if (sent > ADDRESS_OCTETS || ascii.length > DOMAIN_OCTETS) return 'too_long';
  // A compatibility form only looks like another character.
  const isPlain = localPart.normalize('NFKC') === localPart;
  // Of ASCII the text itself is tested: node:url reads a number as an IPv4 address.
  const name = isAscii(domain) ? domain : ascii;
  return isPlain && LOCAL_PART.test(localPart) && ascii !== '' && DOMAIN.test(name) ? undefined : 'malformed';
}

export const isEmailAddress = (text: string): boolean => emailAddressFault(text) === undefined;

/** For any text. Equal for two spellings of one mailbox: by case, by composition of letters, and by form of the domain. */
export function emailKey(address: string): string {
  const key = address.normalize('NFC').toLowerCase();
  const parts = partsOf(key);
  if (parts === undefined || isAscii(parts.domain)) return key;
  return `${parts.localPart}@${asciiDomain(parts.domain) || parts.domain}`;
}
