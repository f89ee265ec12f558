/* The name of a browser in the list of sessions. The full header is not stored. */

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstIn = (list: typeof BROWSERS, header: string): string | undefined =>
  list.find(([pattern]) => pattern.test(header))?.[1];

/** `Firefox on Linux`, as far as the header says. */
export function browserFamily(header: string): string {
  const system = firstIn(SYSTEMS, header);
  return `${firstIn(BROWSERS, header) ?? 'Unknown browser'}${system === undefined ? '' : ` on ${system}`}`;
}
