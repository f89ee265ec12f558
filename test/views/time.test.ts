/* Times on pages, for readers in other zones and languages. */
import { parse } from 'node-html-parser';
import { h, type VNode } from 'preact';
import { renderPage } from '../../views/render.js';
import type { Reader } from '../../views/reader.js';
import { ExactTime, Time } from '../../views/parts/text/time.js';

const AT = new Date('2026-11-21T23:05:00Z');
const NOW = new Date('2026-11-22T01:06:00Z');

const rendered = (view: () => VNode, reader?: Reader) => {
  const time = parse(renderPage(h(view, {}), { reader })).querySelector('time');
  const plain = (text = ''): string => text.replaceAll('\u202f', ' ');
  return {
    text: plain(time?.text),
    title: plain(time?.getAttribute('title')),
    attributes: time?.attributes ?? {},
  };
};
const exact = (reader?: Reader) => rendered(() => ExactTime({ at: AT }), reader);
const reader = (timeZone: string, locale: string, timeFormat: 12 | 24): Reader => ({
  ...{ timeZone, locale, timeFormat },
});

test.each([
  ['UTC', 'en', 12, '21 Nov 2026, 11:05 pm UTC'],
  ['UTC', 'en', 24, '21 Nov 2026, 23:05 UTC'],
  ['Asia/Tokyo', 'en', 24, '22 Nov 2026, 08:05 Asia/Tokyo'],
  ['Asia/Tokyo', 'en-US', 12, 'Nov 22, 2026, 8:05 AM Asia/Tokyo'],
  ['Europe/Berlin', 'de', 24, '22. Nov. 2026, 00:05 Europe/Berlin'],
  ['America/Sao_Paulo', 'pt-BR', 24, '21 de nov. de 2026, 20:05 America/Sao_Paulo'],
  ['Asia/Tehran', 'fa', 24, '۱ آذر ۱۴۰۵، ۰۲:۳۵ Asia/Tehran'],
  // A registered language without formats.
  ['Europe/Lisbon', 'tlh', 24, '21 Nov 2026, 23:05 Europe/Lisbon'],
] as const)('in %s, %s, with %s hours: %s', (timeZone, locale, timeFormat, text) => {
  const of = reader(timeZone, locale, timeFormat);
  expect(exact(of).text).toBe(text);
  const relative = rendered(() => Time({ at: AT, now: NOW }), of);
  expect(relative).toMatchObject({ text: '2 hours ago', title: text });
  expect(relative.attributes['datetime']).toBe('2026-11-21T23:05:00.000Z');
});

test('a time in another language than that of the page names it, and has its own direction', () => {
  expect(exact(reader('Asia/Riyadh', 'ar', 12)).attributes).toMatchObject({ lang: 'ar', dir: 'auto' });
  expect(Object.keys(exact(reader('UTC', 'en-US', 12)).attributes)).toEqual(['datetime']);
});

test('for visitors a time is in UTC, and says what a script may write in the zone of the browser', () => {
  expect(exact()).toMatchObject({ text: '21 Nov 2026, 23:05 UTC', attributes: { 'data-utc': 'text' } });
  const relative = rendered(() => Time({ at: AT, now: NOW }));
  expect(relative).toMatchObject({ text: '2 hours ago', title: '21 Nov 2026, 23:05 UTC' });
  expect(relative.attributes['data-utc']).toBe('title');
});
