/* Which phone numbers a text message may be sent to. Pure. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';

const LENGTH = 40;

/** Numbers that cost whoever calls them, or that nobody reads messages at, are not among them. */
const KINDS: ReadonlySet<string | undefined> = new Set([
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'FIXED_LINE',
  'VOIP',
]);

/** In the form of E.164; undefined for what is no number with its country, or not one that messages are sent to. */
export function messageNumber(text: string): string | undefined {
  if (text.length > LENGTH) return undefined;
  const number = parsePhoneNumberFromString(text.trim(), { extract: false }, metadata);
  if (number?.isValid() !== true || number.ext !== undefined) return undefined;
  return KINDS.has(number.getType()) ? number.number : undefined;
}
