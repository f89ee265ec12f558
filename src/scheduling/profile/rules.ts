/* What a profile may say. Pure. */

/** RFC 5646 section 4.4.1 asks for room for 35 characters. */
const LANGUAGE_TAG_LENGTH = 35;
const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A BCP 47 tag in its canonical spelling (`pt-br` is `pt-BR`), or undefined for one without a registered language. */
export function languageTag(text: string): string | undefined {
  if (text.length > LANGUAGE_TAG_LENGTH) return undefined;
  try {
    const { baseName, language } = new Intl.Locale(text);
    return LANGUAGE_NAMES.of(language) === undefined ? undefined : baseName;
  } catch {
    return undefined;
  }
}

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

/** To choose from, in the order of their names; `isTimeZone` accepts aliases too. */
export const TIME_ZONES: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']),
].sort();
const PRIMARY_ZONES = new Map(TIME_ZONES.map((zone) => [zone.toLowerCase(), zone]));
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
