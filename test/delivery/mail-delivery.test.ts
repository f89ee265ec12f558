import { openStores } from '../../adapters/stores.js';
import { readConfig } from '../../src/config/config.js';
import { createDelivery } from '../../src/delivery/delivery.js';
import { storeUnavailable } from '../../src/errors.js';
import { createKeyRing } from '../../src/keys/key-ring.js';
import { createLog } from '../../src/ops/log.js';
import { createCliFixture } from '../cli/slotkey.js';
import { openMailFixture, MAIL_FROM, type MailFixture, noGrant } from './mail-fixture.js';
import { startSmtp } from './smtp-server.js';
import { openFixture } from '../support/backend.js';
import { createBrowser } from '../support/browser.js';
import { until } from '../support/until.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a mail', () => {
  let mails: MailFixture;
  beforeEach(async () => {
    mails = await openMailFixture();
  });
  afterEach(() => mails.close());

  test('is sent to its account as text and as HTML, without external resources', async () => {
    const account = await mails.account('Zoë Ångström');
    await mails.changePassword(account);
    expect(await mails.delivery().runOnce()).toBe(1);
    const [mail, ...others] = mails.smtp.taken;
    expect(others).toEqual([]);
    expect([mail?.from, mail?.to]).toEqual(['no-reply@scheduling.example', [account.email]]);
    expect(mail?.headers.get('subject')).toBe('Your Slotkey password was changed');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.headers.get('message-id')).toMatch(/^<[\da-f-]{36}@scheduling\.example>$/);
    expect(mail?.headers.get('content-type')).toContain('multipart/alternative');
    const body = mail?.raw ?? '';
    expect(body).toContain('Content-Type: text/plain; charset=utf-8');
    expect(body).toContain('Content-Type: text/html; charset=utf-8');
    expect(body).not.toMatch(/<img|<script|<link|src=/);
  });

  test('is delivered once, however many replicas work', async () => {
    const account = await mails.account();
    for (let count = 0; count < 6; count += 1) await mails.changePassword(account);
    const replicas = Array.from({ length: 4 }, () => mails.delivery());
    await Promise.all(replicas.map((replica) => replica.runOnce()));
    await Promise.all(replicas.map((replica) => replica.runOnce()));
    const ids = mails.smtp.taken.map(({ headers }) => headers.get('message-id'));
    expect([ids.length, new Set(ids).size]).toEqual([6, 6]);
  });

  test('that was refused at first is sent again under the same Message-ID', async () => {
    await mails.changePassword(await mails.account());
    const delivery = mails.delivery();
    mails.smtp.answerWith('refuse');
    expect(await delivery.runOnce()).toBe(1);
    expect([mails.smtp.brought(), mails.smtp.taken.length]).toEqual([1, 0]);
    mails.smtp.answerWith('take');
    expect(await delivery.runOnce()).toBe(0);
    mails.pass(MINUTE + 1000);
    expect(await delivery.runOnce()).toBe(1);
    expect(mails.smtp.taken).toHaveLength(1);
    mails.pass(24 * HOUR);
    expect(await delivery.runOnce()).toBe(0);
  });

  test('that is always refused is attempted eight times within a day, and never after that', async () => {
    await mails.changePassword(await mails.account());
    const delivery = mails.delivery();
    mails.smtp.answerWith('refuse');
    let minutes = 0;
    for (; minutes <= 24 * 60; minutes += 10) {
      await delivery.runOnce();
      mails.pass(10 * MINUTE);
    }
    expect(mails.smtp.brought()).toBe(8);
    mails.smtp.answerWith('take');
    mails.pass(7 * 24 * HOUR);
    expect(await delivery.runOnce()).toBe(0);
  });

  test('that was accepted is not sent again when its confirmation could not be stored at first', async () => {
    await mails.changePassword(await mails.account());
    let misses = 2;
    const { jobs } = mails.stores;
    const done: typeof jobs.done = async (job) => {
      if ((misses -= 1) >= 0) throw storeUnavailable('down');
      return jobs.done(job);
    };
    await mails.delivery({ ...jobs, done }).runOnce();
    mails.pass(24 * HOUR);
    expect(await mails.delivery().runOnce()).toBe(0);
    expect(mails.smtp.taken).toHaveLength(1);
  });

  test('is not sent to an account that was disabled meanwhile', async () => {
    const account = await mails.account();
    await mails.changePassword(account);
    await mails.stores.accounts.accounts.setDisabled(account.id, true, { actor: 'cli' });
    expect(await mails.delivery().runOnce()).toBe(1);
    mails.pass(24 * HOUR);
    expect(await mails.delivery().runOnce()).toBe(0);
    expect(mails.smtp.brought()).toBe(0);
  });

  test('waits for its second attempt when the mail server is down', async () => {
    await mails.changePassword(await mails.account());
    const { smtp } = mails;
    await smtp.close();
    await mails.delivery().runOnce();
    const waiting = await mails.stores.jobs.take({
      now: new Date(Date.now() + 2 * MINUTE),
      leaseUntil: new Date(Date.now() + HOUR),
      atMost: 5,
      maxAttempts: 8,
    });
    expect(waiting).toMatchObject([{ kind: 'notification', attempts: 2 }]);
  });
});

test('a mail whose process was killed before its delivery is sent by another process', async () => {
  const [fixture, smtp, cli] = [await openFixture(), await startSmtp(), await createCliFixture()];
  const env = { ...fixture.env, SMTP_URL: smtp.url, MAIL_FROM, DEMO: 'false', LOG_LEVEL: 'silent' };
  smtp.answerWith('stall');
  const doomed = cli.serve(env);
  const url = /Slotkey listens at (\S+)/.exec(await doomed.until('Slotkey listens at '))?.[1] ?? '';
  const browser = createBrowser(url);
  const [email, password] = ['ada@example.com', 'seven quiet herons'];
  await browser.submit(await browser.get('/sign-up'), { name: 'Ada', email, password });
  await until(async () => smtp.brought() === 1);
  doomed.child.kill('SIGKILL');
  await doomed.ended;

  smtp.answerWith('take');
  const config = readConfig({ NODE_ENV: 'test', ...env, APP_URL: url, BASE_URL: url });
  const stores = await openStores(config);
  const keys = createKeyRing(stores.secretKeys);
  const log = createLog('silent');
  const early = createDelivery({
    stores,
    config,
    keys,
    log,
    endAccountAccess: () => Promise.resolve(),
    grantEnd: noGrant,
    watchGrant: noGrant,
    narrowGrants: noGrant,
    clock: () => Date.now() + MINUTE,
    chance: () => 0,
  });
  expect(await early.runOnce()).toBe(0);
  const late = createDelivery({
    stores,
    config,
    keys,
    log,
    endAccountAccess: () => Promise.resolve(),
    grantEnd: noGrant,
    watchGrant: noGrant,
    narrowGrants: noGrant,
    clock: () => Date.now() + 6 * MINUTE,
    chance: () => 0,
  });
  expect(await late.runOnce()).toBe(1);
  expect(smtp.taken.map(({ to }) => to)).toEqual([[email]]);
  await stores.close();
  await smtp.close();
  await cli.remove();
  await fixture.end();
});
