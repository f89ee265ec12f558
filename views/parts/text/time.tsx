/* Times for the reader of the page: in the zone and the conventions of their account, or in UTC for visitors. */
import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import { assetUrl } from '../../asset-files.js';
import { type Reader, ReaderContext } from '../../reader.js';

const UNITS = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `5 minutes ago`, `in 29 days`; `just now` within a minute. In the language of the pages. */
function relativeTime(at: Date, now: Date): string {
  const distance = at.getTime() - now.getTime();
  const unit = UNITS.find(([, milliseconds]) => Math.abs(distance) >= milliseconds);
  return unit ? relative.format(Math.round(distance / unit[1]), unit[0]) : 'just now';
}

const VISITOR: Reader = { timeZone: 'UTC', locale: 'en', timeFormat: 24 };

/** English of no country is written with the day first. The second one is for languages that Intl does not know. */
const localesOf = ({ locale }: Reader): readonly string[] =>
  locale === 'en' ? ['en-GB'] : [locale, 'en-GB'];

/** The month in words: 3/4 is another day elsewhere. */
const formatFor = (reader: Reader): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat([...localesOf(reader)], {
    ...{ day: 'numeric', month: 'short', year: 'numeric', minute: '2-digit', timeZone: reader.timeZone },
    ...(reader.timeFormat === 12
      ? { hour: 'numeric', hourCycle: 'h12' }
      : { hour: '2-digit', hourCycle: 'h23' }),
  });

/** Creating a format takes longer than rendering a page. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 1_000;

function cachedFormat(reader: Reader): Intl.DateTimeFormat {
  const key = `${reader.locale} ${reader.timeZone} ${reader.timeFormat}`;
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const format = formatFor(reader);
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}

/** `21 Nov 2026, 14:05 Europe/Lisbon` */
const exactFor = (at: Date, reader: Reader): string =>
  `${cachedFormat(reader).format(at)} ${reader.timeZone}`;

/** For the text of an attribute; in the contents of a page, see `ExactTime`. */
export function useExactTime(): (at: Date) => string {
  const reader = useContext(ReaderContext) ?? VISITOR;
  return (at) => exactFor(at, reader);
}

/** Tells assets/browser-zone.js what to write in the zone of the browser. */
const forBrowser = (reader: Reader | undefined, part: 'text' | 'title') =>
  reader === undefined ? { 'data-utc': part } : {};

/** A relative time, with the absolute time as its title. */
export function Time({ at, now }: { at: Date; now: Date }): VNode {
  const reader = useContext(ReaderContext);
  return (
    <time
      datetime={at.toISOString()}
      title={exactFor(at, reader ?? VISITOR)}
      {...forBrowser(reader, 'title')}
    >
      {relativeTime(at, now)}
    </time>
  );
}

const isEnglish = ({ locale }: Reader): boolean => /^en\b/.test(locale);

/** The absolute time. */
export function ExactTime({ at }: { at: Date }): VNode {
  const reader = useContext(ReaderContext);
  const foreign = reader && !isEnglish(reader) && { lang: reader.locale, dir: 'auto' as const };
  return (
    <time datetime={at.toISOString()} {...foreign} {...forBrowser(reader, 'text')}>
      {exactFor(at, reader ?? VISITOR)}
    </time>
  );
}

/** For the end of a page that visitors read; for them, its response must allow scripts (http/security-headers). */
export function BrowserZoneScript(): VNode | null {
  const reader = useContext(ReaderContext);
  return reader === undefined ? <script type="module" src={assetUrl('browser-zone.js')} /> : null;
}
