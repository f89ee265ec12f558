/* The layout of mails: what happened first, then the action, the same in both parts. */
import { parse } from 'node-html-parser';
import { renderMail } from '../../views/mails/mail.js';
import { MAIL_STYLE } from '../../views/mails/style.js';
import { renderPage } from '../../views/render.js';
import { h } from 'preact';

const MAIL = {
  subject: 'Moved: Tea',
  reader: 'Grace <b>',
  paragraphs: ['This booking has a new time.', 'The attached file moves it in your calendar.'],
  list: { title: 'The booking:', items: ['When: Tue'] },
  action: { label: 'Join', url: 'https://meet.example/1' },
  page: { label: 'See the booking', url: 'https://app.example/bookings/1' },
  otherwise: 'Was it not you? Do nothing.',
};

/** The parts in their order, each once. */
const inOrder = (text: string, parts: readonly string[]): void => {
  expect(parts.map((part) => text.split(part).length)).toEqual(parts.map(() => 2));
  expect(parts.toSorted((a, b) => text.indexOf(a) - text.indexOf(b))).toEqual(parts);
};

const ORDER = [
  'new time',
  'Join',
  'attached file',
  'When: Tue',
  'See the booking',
  'Was it not',
  'Grace <b>',
];

test('the first line says what happened, and the action follows, in the text and in the HTML', () => {
  const { text, html } = renderMail(MAIL);
  expect(text.split('\n')[0]).toBe('This booking has a new time.');
  inOrder(text, ORDER);
  const body = parse(html).querySelector('body');
  expect(body?.text.trim().startsWith('This booking has a new time.')).toBe(true);
  inOrder(body?.text ?? '', ORDER);
  expect(body?.querySelector('a.button')?.getAttribute('href')).toBe('https://meet.example/1');
});

test('a code stands alone, and a reader who is not known is not named', () => {
  const { text, html } = renderMail({ subject: 'Code', paragraphs: ['Your code:', 'Once.'], code: '123456' });
  inOrder(text, ['Your code:', '\n123456\n', 'Once.']);
  expect(parse(html).querySelector('.code')?.text).toBe('123456');
  expect(text).not.toContain('Sent to');
});

test('the style has no character that HTML would change, and no mail loads anything', () => {
  expect(renderPage(h('html', {}, h('style', {}, MAIL_STYLE)))).toContain(MAIL_STYLE);
  expect(renderMail(MAIL).html).not.toMatch(/ (?:src|style|background)=|url\(|@import/);
});
