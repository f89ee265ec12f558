/* Phone numbers that text messages may be sent to. Pure. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';

const LENGTH = 40;

/** Without premium numbers, and kinds that receive no messages. */
const KINDS: ReadonlySet<string | undefined> = new Set([
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'FIXED_LINE',
  'VOIP',
]);

/** In E.164; undefined without a country code, or for a kind of number that receives no messages. */
export function messageNumber(text: string): string | undefined {
  if (text.length > LENGTH) return undefined;
  const number = parsePhoneNumberFromString(text.trim(), { extract: false }, metadata);
  if (number?.isValid() !== true || number.ext !== undefined) return undefined;
  return KINDS.has(number.getType()) ? number.number : undefined;
}
