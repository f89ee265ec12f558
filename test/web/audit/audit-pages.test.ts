/* `/admin/audit`: an administrator filters the audit log, reads it page by page, and downloads it as JSON lines. */
import { randomBytes } from 'node:crypto';
import type { AuditEntry } from '../../../src/events/audit-log.js';
import { insertEntry } from '../../../adapters/knex/events/audit-entries.js';
import { editClient } from '../../../src/clients/edit.js';
import type { Browser, Page } from '../../support/browser.js';
import { createBrowser } from '../../support/browser.js';
import { tokensFor, visit } from '../../support/oauth.js';
import type { Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';

const ACTOR = { actor: 'cli' };
const PAGE = 40;

const service = useService();
let admin: Visitor;
beforeAll(async () => {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
  admin = await visit(service, user);
});

const unique = (): string => randomBytes(8).toString('hex');

type Query = Readonly<Record<string, string>>;

/** Submits the filter form as a browser does, with its empty fields. */
async function filterLog(query: Query, browser: Browser = admin.browser): Promise<Page> {
  const form = (await browser.get('/admin/audit')).root.querySelector('main form');
  expect(form?.getAttribute('method')).toBe('get');
  const names = form?.querySelectorAll('input').map((input) => input.getAttribute('name') ?? '') ?? [];
  expect(names).toEqual(['actor', 'subject', 'action', 'network', 'since', 'until']);
  const sent = new URLSearchParams(names.map((name) => [name, query[name] ?? '']));
  return browser.get(`${form?.getAttribute('action') ?? ''}?${sent.toString()}`);
}

const rows = (page: Page) =>
  page.root.querySelectorAll('.entry').map((row) => ({
    action: row.querySelector('h2')?.text ?? '',
    text: row.text.replaceAll(/\s+/g, ' '),
  }));
const actions = (page: Page): readonly string[] => rows(page).map(({ action }) => action);

const linkOf = (page: Page, label: string): string | undefined =>
  page.root
    .querySelectorAll('main a')
    .find(({ text }) => text.includes(label))
    ?.getAttribute('href')
    ?.replaceAll('&amp;', '&');

async function append(change: Partial<AuditEntry>, count = 1): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await insertEntry(service.backend.db, {
      actor: 'system',
      action: 'test.happened',
      subject: `thing:${unique()}`,
      facts: { number },
      ...change,
    });
  }
}

test('the rows of an entry have different labels', async () => {
  const facts = { by: 1, from: 1, to: 2 };
  const subject = `thing:${unique()}`;
  await append({ action: 'client.transferred', subject, clientIp: '192.0.2.7', facts });
  const labels = (await filterLog({ subject })).root.querySelectorAll('.entry dt').map(({ text }) => text);
  expect(labels.toSorted()).toEqual(['Action', 'Actor', 'By', 'Client IP', 'From', 'Subject', 'Time', 'To']);
});

describe('access to the audit log', () => {
  test.each(['/admin/audit', '/admin/audit.jsonl'])(
    '%s is 404 for users who are not administrators, and asks visitors to sign in',
    async (path) => {
      const { browser } = await visit(service);
      expect((await browser.raw(path)).status).toBe(404);
      const nonMember = await createBrowser(service.url).get(`${path}?action=x`);
      expect(nonMember.url).toContain(`/sign-in?return_to=${encodeURIComponent(`${path}?action=x`)}`);
    },
  );

  test('ends at once for a user who is no longer an administrator', async () => {
    const user = await service.user();
    await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
    const { browser } = await visit(service, user);
    expect((await browser.get('/admin/audit')).status).toBe(200);
    await service.stores.accounts.accounts.setAdmin(user.account.id, false, ACTOR);
    expect((await browser.get('/admin/audit')).status).toBe(404);
    expect((await browser.get('/admin/audit.jsonl')).status).toBe(404);
  });

  test('the home page links it only for administrators', async () => {
    const home = await admin.browser.get('/');
    expect([linkOf(home, 'Review'), linkOf(home, 'Audit log')]).toEqual(['/admin/clients', '/admin/audit']);
    const other = await (await visit(service)).browser.get('/');
    expect(linkOf(other, 'Audit log')).toBeUndefined();
  });
});

describe('an audit entry', () => {
  test('of an edit names the actor, the client, the client IP, and both versions', async () => {
    const owner = await service.user('Olga Owner');
    const client = await service.client({ name: 'Before Sync' }, { ownerId: owner.account.id });
    const record = await service.stores.clients.records.find(client.clientId);
    if (!record) throw new Error('the client is gone');
    const form = { ...client.form, name: 'After Sync', scopes: ['PROFILE_READ' as const] };
    await editClient(
      service.stores.clients.records,
      { record, version: record.version, by: record.client.ownerId, form },
      { actor: `account:${owner.account.id}`, clientIp: '203.0.113.9' },
    );
    const page = await filterLog({ subject: client.clientId, action: 'client.edited' });
    const [row, ...others] = rows(page);
    expect(others).toEqual([]);
    expect(row?.text).toContain('An application was edited.');
    for (const text of [`Olga Owner <${owner.email}>`, `client:${client.clientId}`, '203.0.113.9', 'UTC'])
      expect(row?.text).toContain(text);
    const sides = (mark: 'del' | 'ins') =>
      page.root.querySelectorAll(`.entry ${mark}`).map(({ text }) => text.trim());
    expect(sides('del')).toEqual(expect.arrayContaining(['Before Sync', 'BOOKING_WRITE']));
    expect(sides('ins')).toContain('After Sync');
  });

  test('of a grant names the client and the user, and is found by either', async () => {
    const [client, visitor] = [await service.client({ name: 'Acme Sync' }), await visit(service)];
    await tokensFor(service, client, visitor);
    for (const query of [
      { subject: client.clientId },
      { subject: visitor.user.email },
      { actor: visitor.user.email },
    ]) {
      const page = await filterLog({ ...query, action: 'grant.allowed' });
      expect(actions(page)).toEqual(['grant.allowed']);
      for (const text of ['Acme Sync', visitor.user.email, 'PROFILE_READ', 'revoked'])
        expect(rows(page)[0]?.text).toContain(text);
    }
  });

  test('escapes markup, and shows long values in full', async () => {
    const actor = `system-${unique()}`;
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    await append({ actor, subject: evil, clientIp: evil, facts: { [evil]: evil, long: 'x'.repeat(5000) } });
    const page = await filterLog({ actor });
    expect(page.html).not.toContain('<script>alert');
    expect(page.html).not.toContain('<img src=x');
    expect(page.html).toContain('x'.repeat(5000));
  });
});

describe('the audit filter', () => {
  test.each([
    ['actor', 'actor', `v.${unique()}`],
    ['action', 'action', `v.${unique()}`],
    ['network', 'clientIp', '2001:db8::99'],
  ])('by %s returns the matching entries', async (field, property, value) => {
    await append({ [property]: value });
    const page = await filterLog({ [field]: value });
    expect(rows(page)).toHaveLength(1);
    expect(page.root.querySelector(`input[name=${field}]`)?.getAttribute('value')).toBe(value);
    expect(page.root.querySelector('summary')?.text).not.toContain(value);
    expect(page.root.querySelector('details.filter summary')?.text).toBe(`Filter: ${value}`);
  });

  test('by days includes the whole first and last day', async () => {
    const actor = `a.${unique()}`;
    await append({ actor });
    const day = (offset: number): string =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const count = async (since: number, until: number): Promise<number> =>
      rows(await filterLog({ actor, since: day(since), until: day(until) })).length;
    expect([await count(-1, 1), await count(1, 2), await count(-3, -2)]).toEqual([1, 0, 0]);
  });

  test('suggests every action in the log', async () => {
    const action = `noun.${unique()}`;
    await append({ action });
    const page = await admin.browser.get('/admin/audit');
    const offered = page.root
      .querySelectorAll('datalist option')
      .map((option) => option.getAttribute('value'));
    expect(offered).toEqual(expect.arrayContaining([action, 'account.created']));
  });

  test('with faults explains them at the fields, keeps the input, and returns no entries', async () => {
    const page = await filterLog({ actor: 'nobody@example.com', since: 'soon', network: '192.0.2.1' });
    expect(page.status).toBe(422);
    expect(page.root.querySelector('#actor-fault')?.text).toContain('No account has this e-mail address');
    expect(page.root.querySelector('#since-fault')?.text).toContain('Enter a day like');
    for (const [name, value] of [
      ['actor', 'nobody@example.com'],
      ['since', 'soon'],
      ['network', '192.0.2.1'],
    ] as const)
      expect(page.root.querySelector(`input[name=${name}]`)?.getAttribute('value')).toBe(value);
    expect(rows(page)).toEqual([]);
    const refused = await admin.browser.raw('/admin/audit.jsonl?since=soon');
    expect([refused.status, refused.headers.get('content-disposition')]).toEqual([400, null]);
  });

  test.each(['actor=a&actor=b', 'behind=x', 'behind=2026-11-21T14:05:00.000Z_x'])(
    'in an invalid query (%s) is an error page',
    async (query) => {
      const page = await admin.browser.get(`/admin/audit?${query}`);
      expect([page.status, page.root.querySelector('h1') === null]).toEqual([400, false]);
    },
  );

  test('without a match explains what to do, and links the full list', async () => {
    const page = await filterLog({ action: `none.${unique()}` });
    expect([page.status, page.root.querySelector('main h2')?.text]).toEqual([
      200,
      'No entry matches this filter',
    ]);
    expect(linkOf(page, 'Clear the filter')).toBe('/admin/audit');
    expect((await filterLog({ actor: '\u0000' })).status).toBe(200);
  });
});

describe('the pages of the audit log', () => {
  test('list every entry once, newest first, although entries are added meanwhile', async () => {
    const actor = `walker.${unique()}`;
    await append({ actor }, 2 * PAGE + 7);
    const numberIn = (text: string): number => Number(/Number\s*(\d+)/.exec(text)?.[1]);
    let page = await filterLog({ actor });
    expect(linkOf(page, 'Back to the newest')).toBeUndefined();
    const seen: number[] = [];
    for (;;) {
      seen.push(...rows(page).map(({ text }) => numberIn(text)));
      const older = linkOf(page, 'Older entries');
      if (older === undefined) break;
      await append({ actor, facts: { number: 999 } });
      page = await admin.browser.get(older);
    }
    expect(seen).toEqual(Array.from({ length: 2 * PAGE + 7 }, (_, index) => 2 * PAGE + 6 - index));
    const newest = await admin.browser.get(linkOf(page, 'Back to the newest') ?? '');
    expect(rows(newest)[0]?.text).toContain('999');
  });
});

describe('the download of the audit log', () => {
  const linesIn = (text: string): readonly AuditEntry[] =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as AuditEntry);

  test('contains every matching entry as one line, newest first', async () => {
    const actor = `export.${unique()}`;
    await append({ actor, clientIp: '2001:db8::7', facts: { text: 'a\nb "c" \u2028 d' } });
    await append({ actor, action: 'test.other' }, 2);
    const page = await filterLog({ actor });
    const response = await admin.browser.raw(linkOf(page, 'Download') ?? '');
    const { status, headers } = response;
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/jsonl; charset=utf-8',
      'no-store',
    ]);
    expect(headers.get('content-disposition')).toBe('attachment; filename="slotkey-audit.jsonl"');
    const text = await response.text();
    expect(text.endsWith('}\n')).toBe(true);
    const entries = linesIn(text);
    expect(entries.map(({ action }) => action)).toEqual(['test.other', 'test.other', 'test.happened']);
    expect(entries[2]).toMatchObject({
      actor,
      clientIp: '2001:db8::7',
      facts: { text: 'a\nb "c" \u2028 d' },
    });
    expect(Object.keys(entries[2] ?? {}).sort()).toEqual(
      ['action', 'actor', 'at', 'facts', 'id', 'clientIp', 'subject'].sort(),
    );
  });

  test('is complete when it is read in several batches', async () => {
    const actor = `bulk.${unique()}`;
    await append({ actor }, 503);
    const response = await admin.browser.raw(`/admin/audit.jsonl?actor=${actor}`);
    const entries = linesIn(await response.text());
    expect(new Set(entries.map(({ id }) => id)).size).toBe(503);
    expect(entries.map(({ facts }) => facts['number'])).toEqual(
      Array.from({ length: 503 }, (_, index) => 502 - index),
    );
  });

  test('is an empty file without matching entries', async () => {
    const response = await admin.browser.raw(`/admin/audit.jsonl?actor=none.${unique()}`);
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
