/* A mail in the name of a team, as it travels: the name is theirs, the address stays the service's. */
import { createSmtpSender } from '../../adapters/mail/smtp.js';
import { type SmtpServer, startSmtp } from './smtp-server.js';

let smtp: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());

const mail = (id: string, sender?: string) => ({
  ...{
    id,
    to: { name: 'Grace', address: 'grace@example.net' },
    subject: 'Soon',
    text: 'Soon',
    html: '<p>Soon</p>',
    date: new Date('2026-03-01T09:30:05Z'),
  },
  ...(sender !== undefined && { sender }),
});

test.each([
  ['Slotkey <no-reply@scheduling.example>', undefined, 'Slotkey <no-reply@scheduling.example>'],
  ['Slotkey <no-reply@scheduling.example>', 'Harbour Desk', 'Harbour Desk <no-reply@scheduling.example>'],
  ['no-reply@scheduling.example', 'Harbour Desk', 'Harbour Desk <no-reply@scheduling.example>'],
  ['no-reply@scheduling.example', 'A <b@c.example>', '"A <b@c.example>" <no-reply@scheduling.example>'],
])('from %s in the name of %s', async (from, sender, expected) => {
  const before = smtp.taken.length;
  await createSmtpSender({ url: smtp.url, from })(mail(`id-${before}`, sender));
  const [taken] = (await smtp.has(before + 1)).slice(before);
  expect([taken?.from, taken?.headers.get('from')]).toEqual(['no-reply@scheduling.example', expected]);
  expect(taken?.headers.get('date')).toBe('Sun, 01 Mar 2026 09:30:05 +0000');
});
