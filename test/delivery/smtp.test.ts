import { randomUUID } from 'node:crypto';
import { createSmtpSender } from '../../adapters/mail/smtp.js';
import { until } from '../support/until.js';
import { MAIL_FROM } from './mail-fixture.js';
import { type SmtpServer, startSmtp } from './smtp-server.js';

let smtp: SmtpServer;
beforeEach(async () => {
  smtp = await startSmtp();
});
afterEach(() => smtp.close());

const mail = () => ({
  id: randomUUID(),
  to: { name: 'Ada', address: 'ada@example.com' },
  subject: 'A subject',
  text: 'A text',
  html: '<p>A text</p>',
  date: new Date(),
});

test('a mail that is given up at the deadline is not sent after it', async () => {
  smtp.answerWith('hesitate');
  const given = createSmtpSender({ url: smtp.url, from: MAIL_FROM, deadlineMs: 1000 })(mail());
  const outcome = expect(given).rejects.toThrow('the mail server took too long');
  await until(async () => smtp.waiting() === 1);
  await outcome;
  smtp.goOn();
  await until(async () => smtp.connections() === 0);
  expect([smtp.brought(), smtp.taken]).toEqual([0, []]);
});

test('a slow mail server is waited for until the deadline', async () => {
  smtp.answerWith('hesitate');
  const given = createSmtpSender({ url: smtp.url, from: MAIL_FROM })(mail());
  await until(async () => smtp.waiting() === 1);
  smtp.goOn();
  await given;
  expect(smtp.taken).toHaveLength(1);
});

test('any other failure is thrown unchanged', async () => {
  smtp.answerWith('refuse');
  const carry = createSmtpSender({ url: smtp.url, from: MAIL_FROM });
  await expect(carry(mail())).rejects.toThrow('451 try again later');
});
