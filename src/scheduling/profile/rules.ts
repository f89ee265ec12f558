/* What a profile may say. Pure. */

/** Locales that a profile may name. */
export const LOCALES = [
  ...['ar', 'az', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'es-419', 'et', 'eu', 'fi', 'fr'],
  ...['he', 'hr', 'hu', 'id', 'it', 'iw', 'ja', 'km', 'ko', 'lv', 'nl', 'no', 'pl', 'pt', 'pt-BR', 'ro'],
  ...['ru', 'sk', 'sr', 'sv', 'ta', 'th', 'tr', 'uk', 'vi', 'zh-CN', 'zh-TW'],
] as const;

export const NAME_LENGTH = 200;
export const BIO_LENGTH = 2_000;
export const URL_LENGTH = 2_048;
export const METADATA_KEYS = 50;
export const METADATA_KEY_LENGTH = 40;
export const METADATA_VALUE_LENGTH = 500;

/** Control characters, and those that turn the direction of the text around them. */
const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const HIDDEN_IN_LINES = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u;

export const isPlainLine = (text: string): boolean => !HIDDEN.test(text);
export const isPlainText = (text: string): boolean => !HIDDEN_IN_LINES.test(text);

const PRIMARY_ZONES = new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone.toLowerCase(), zone]));
const ZONE_NAME = /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/;

/**
 * A name of the IANA database in its own spelling, aliases such as `US/Eastern` included. Offsets (`+02:00`) are
 * refused although Intl takes them: they know no daylight saving.
 */
export function isTimeZone(name: string): boolean {
  const primary = PRIMARY_ZONES.get(name.toLowerCase());
  if (primary !== undefined) return primary === name;
  if (!ZONE_NAME.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export function isPictureUrl(text: string): boolean {
  if (!isPlainLine(text) || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}
