/* The end of a grant: chosen on the consent page, applied to every token, announced in advance. */
import type { AuditEntry } from '../../src/events/audit-log.js';
import { createBrowser } from '../support/browser.js';
import type { Page } from '../support/browser.js';
import {
  authorize,
  authorizeUrl,
  exchange,
  introspect,
  me,
  refresh,
  revoke,
  tokensFor,
  visit,
} from '../support/oauth.js';
import type { Tokens, Visitor } from '../support/oauth.js';
import { startService } from '../support/service.js';
import type { StartedService, TestClient, TestUser } from '../support/service.js';
import { mailsTo, nextMail, waitForMails } from '../delivery/mail-outbox.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let service: StartedService;
let client: TestClient;
let visitor: Visitor;
let ahead = 0;
const clock = (): number => Date.now() + ahead;
beforeAll(async () => {
  service = await startService({ clock });
  // A second worker at the same jobs.
  await service.replica();
  client = await service.client();
  visitor = await visit(service);
});
afterEach(() => {
  ahead = 0;
});
afterAll(() => service.close());

const BOTH = 'PROFILE_READ BOOKING_READ';
const ask = (scope = BOTH): Promise<Page> => visitor.browser.get(authorizeUrl(service, client, { scope }));

const ends = (page: Page): Record<string, boolean> =>
  Object.fromEntries(
    page.root
      .querySelectorAll('input[name=until]')
      .map((box) => [box.getAttribute('value') ?? '', box.hasAttribute('checked')] as const),
  );

const ticked = (page: Page): (string | undefined)[] =>
  page.root.querySelectorAll('input[name=scope][checked]').map((box) => box.getAttribute('value'));

async function tokensUntil(until: string, { user, browser } = visitor): Promise<Tokens> {
  const { code } = await authorize(service, client, user, { browser, until });
  const { status, body } = await exchange(service, client, code);
  expect(status).toBe(200);
  return body;
}

const familyOf = ({ access_token: token }: Tokens): string => token.slice(4, 26);

describe('the consent page', () => {
  test('offers the end of the grant; the default is until revoked', async () => {
    const page = await ask();
    expect(ends(page)).toEqual({ '1d': false, '30d': false, revoked: true });
    expect(page.root.querySelector('.until')?.text).toMatch(/365 days.*you remove it.*not used for 30 days/);
  });

  test('offers no end beyond the limit of the service', async () => {
    const env = { REFRESH_TOKEN_MAX_AGE: String(7 * 86_400), REFRESH_TOKEN_TTL: '5400' };
    const strict = await startService({ backend: service.backend, env });
    const { browser } = await visit(strict, visitor.user);
    const page = await browser.get(authorizeUrl(strict, client));
    expect(ends(page)).toEqual({ '1d': false, revoked: true });
    expect(page.root.querySelector('.until')?.text).toMatch(/7 days.*you remove it.*not used for 90 minutes/);
    expect((await browser.submit(page, { until: '30d' }, 'allow')).status).toBe(422);
    await strict.close();
  });

  test('refuses an end that was not offered, and keeps the checked boxes', async () => {
    const page = await visitor.browser.submit(await ask(), { scope: 'PROFILE_READ', until: '99y' }, 'allow');
    expect([page.status, page.left]).toEqual([422, undefined]);
    expect(page.root.querySelector('[role=alert]')?.text).toContain('does not offer that end');
    expect(ticked(page)).toEqual(['PROFILE_READ']);
    const { left } = await visitor.browser.submit(page, { until: '30d' }, 'allow');
    expect(left?.searchParams.has('code')).toBe(true);
  });

  test('keeps the chosen end when the form has another fault', async () => {
    const page = await visitor.browser.submit(await ask(), { scope: [], until: '30d' }, 'allow');
    expect([page.status, ends(page)['30d'], ends(page)['revoked']]).toEqual([422, true, false]);
  });

  test('offers the end for an unrestricted application too', async () => {
    const legacy = await service.client({}, { legacy: true });
    const page = await visitor.browser.get(authorizeUrl(service, legacy, { scope: '' }));
    expect(Object.keys(ends(page))).toHaveLength(3);
    const { left } = await visitor.browser.submit(page, { until: '1d' }, 'allow');
    const { body } = await exchange(service, legacy, left?.searchParams.get('code') ?? '');
    ahead = DAY + 1000;
    expect((await me(service, body.access_token)).status).toBe(401);
  });
});

describe('a chosen end', () => {
  test('ends every token, and expires_in near it is the remaining time', async () => {
    const first = await tokensUntil('1d');
    expect(first.expires_in).toBe(1800);
    ahead = DAY - 10 * MINUTE;
    const { status, body: last } = await refresh(service, client, first.refresh_token);
    expect([status, last.expires_in > 590, last.expires_in <= 600]).toEqual([200, true, true]);
    expect((await me(service, last.access_token)).status).toBe(200);
    const { exp = 0 } = (await introspect(service, client, last.access_token)).body;
    expect(Math.abs(exp * 1000 - (clock() + 10 * MINUTE))).toBeLessThan(5000);
    ahead = DAY + 1000;
    expect((await me(service, last.access_token)).status).toBe(401);
    expect((await introspect(service, client, last.access_token)).body).toEqual({ active: false });
    const refused = await refresh(service, client, last.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
  });

  test('affects no other installation of the same application', async () => {
    const [short, long] = [await tokensUntil('1d'), await tokensUntil('revoked')];
    ahead = DAY + 1000;
    expect((await refresh(service, client, short.refresh_token)).status).toBe(400);
    const { body } = await refresh(service, client, long.refresh_token);
    expect(body.expires_in).toBe(1800);
  });

  test('is shown in connected applications, unlike until revoked', async () => {
    const user = await service.user();
    const own = await visit(service, user);
    await tokensUntil('1y', own);
    expect((await own.browser.get('/settings/apps')).root.text).toMatch(
      /Until\s*\d+ \w{3,4} \d{4}, [\d:]+ [ap]m UTC \(in 12 months\) as you chose\s*Unused, it ends\s*in 30 days/,
    );
    await own.browser.submit(await own.browser.get('/settings/apps'), { installation: 'all' });
    await tokensUntil('revoked', own);
    const page = await own.browser.get('/settings/apps');
    expect(page.root.text).toContain('you remove it, or');
    expect(page.root.text).not.toContain('as you chose');
  });
});

describe('the mail before the end', () => {
  /** Every due job has run by now: mails of a later round have arrived. */
  async function mailsAfterAll(user: TestUser): Promise<readonly string[]> {
    const before = (await mailsTo(service, user.email)).length;
    for (let round = 1; round <= 2; round += 1) {
      await service.stores.accounts.accounts.setPasswordHash(user.account.id, `hash ${round}`, {
        actor: 'test',
      });
      await waitForMails(service, user.email, before + round);
    }
    return (await mailsTo(service, user.email)).map(({ subject }) => subject);
  }
  const ending = 'Acme Sync soon loses access to your Slotkey account';

  test('is sent three days ahead, once, with the day and the link to connected applications', async () => {
    const own = await visit(service);
    await tokensUntil('30d', own);
    const end = new Date(clock() + 30 * DAY);
    await nextMail(service, own.user.email);
    ahead = 27 * DAY - MINUTE;
    expect(await mailsAfterAll(own.user)).not.toContain(ending);
    ahead = 27 * DAY + MINUTE;
    const mail = await nextMail(service, own.user.email, 4);
    expect(mail.subject).toBe(ending);
    expect(mail.text).toContain(`until ${end.getUTCDate()} `);
    expect(mail.text).toContain('From then on it has no access.');
    expect(mail.text).toContain(`${service.url}/settings/apps`);
    expect((await mailsAfterAll(own.user)).filter((subject) => subject === ending)).toHaveLength(1);
  });

  test('is sent hours ahead of an end after one day', async () => {
    const own = await visit(service);
    await tokensUntil('1d', own);
    await nextMail(service, own.user.email);
    ahead = DAY - 181 * MINUTE;
    expect(await mailsAfterAll(own.user)).not.toContain(ending);
    ahead = DAY - 179 * MINUTE;
    expect((await nextMail(service, own.user.email, 4)).subject).toBe(ending);
  });

  test('is not sent for a grant that has ended, was revoked, or was never used', async () => {
    const own = await visit(service);
    const { browser, user } = own;
    await tokensUntil('1d', own);
    const removed = await tokensUntil('30d', own);
    await browser.submit(await browser.get('/settings/apps'), { installation: familyOf(removed) });
    const { refresh_token: token } = await tokensUntil('30d', own);
    await revoke(service, client, token);
    await authorize(service, client, user, { browser, until: '30d' });
    await waitForMails(service, user.email, 4);
    ahead = 28 * DAY;
    expect(await mailsAfterAll(user)).not.toContain(ending);
  });
});

describe('the audit log', () => {
  const about = async (grant: string): Promise<readonly AuditEntry[]> =>
    (await service.stores.events.audit.list(undefined, 10_000)).filter(
      ({ subject }) => subject === `family:${grant}`,
    );
  const ended = async (tokens: Tokens): Promise<unknown> =>
    (await about(familyOf(tokens)))
      .filter(({ action }) => action === 'grant.revoked')
      .map(({ actor, clientIp, facts }) => [actor, clientIp, facts['endedBy']]);
  const accountRef = (): string => `account:${visitor.user.account.id}`;
  const machine = (): string => `client:${client.clientId}`;

  test('names user, scope, end and client IP of a grant, and contains no token', async () => {
    const tokens = await tokensUntil('30d');
    const [allowed, ...others] = await about(familyOf(tokens));
    expect(others).toEqual([]);
    expect(allowed).toMatchObject({ actor: accountRef(), clientIp: '127.0.0.1', action: 'grant.allowed' });
    const { ends: end, ...facts } = allowed?.facts ?? {};
    const { account } = visitor.user;
    const [clientId, accountId] = [client.clientId, account.id];
    expect(facts).toEqual({
      clientId,
      accountId,
      scope: 'PROFILE_READ',
      until: '30d',
      browser: 'Unknown browser',
    });
    expect(Math.abs(Date.parse(String(end)) - Date.now() - 30 * DAY)).toBeLessThan(MINUTE);
    const text = JSON.stringify(allowed);
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect(text).not.toContain(token.slice(-40));
  });

  test('has no row when the user cancelled', async () => {
    const own = await visit(service);
    await own.browser.submit(await own.browser.get(authorizeUrl(service, client)), {}, 'cancel');
    const rows = await service.stores.events.audit.list(undefined, 10_000);
    const theirs = rows.filter(({ actor }) => actor === `account:${own.user.account.id}`);
    expect(theirs.filter(({ action }) => action.startsWith('grant.'))).toEqual([]);
  });

  test('has one row for a revocation by the user', async () => {
    const tokens = await tokensFor(service, client, visitor);
    const page = await visitor.browser.get('/settings/apps');
    await visitor.browser.submit(page, { installation: familyOf(tokens) });
    expect(await ended(tokens)).toEqual([[accountRef(), '127.0.0.1', 'person']]);
  });

  test('has one row for a revocation by the client, however often it is repeated', async () => {
    const tokens = await tokensFor(service, client, visitor);
    for (let time = 0; time < 2; time += 1) await revoke(service, client, tokens.refresh_token);
    expect(await ended(tokens)).toEqual([[machine(), '127.0.0.1', 'client']]);
  });

  test('has no row for the revocation of an access token alone: the grant continues', async () => {
    const tokens = await tokensFor(service, client, visitor);
    await revoke(service, client, tokens.access_token);
    expect(await ended(tokens)).toEqual([]);
  });

  test('has one row for an end by reuse, beside the reuse event', async () => {
    const tokens = await tokensFor(service, client, visitor);
    await refresh(service, client, tokens.refresh_token);
    ahead = 2 * MINUTE;
    for (let time = 0; time < 2; time += 1) await refresh(service, client, tokens.refresh_token);
    expect(await ended(tokens)).toEqual([[machine(), '127.0.0.1', 'refresh_reused']]);
    const actions = (await about(familyOf(tokens))).map(({ action }) => action);
    expect(actions).toContain('refresh.reuse_detected');
  });

  test('has one row for an end by a replayed code', async () => {
    const { code } = await authorize(service, client, visitor.user, { browser: visitor.browser });
    const { body } = await exchange(service, client, code);
    ahead = MINUTE / 2;
    expect((await exchange(service, client, code)).status).toBe(400);
    expect(await ended(body)).toEqual([[machine(), '127.0.0.1', 'code_replayed']]);
  });
});

test('the ends of a grant are visible to its user alone', async () => {
  const { browser } = await visit(service);
  await tokensUntil('30d');
  expect((await browser.get('/settings/apps')).root.text).toContain('No application can use your account');
  expect((await createBrowser(service.url).get('/settings/apps')).url).toContain('/sign-in');
});
