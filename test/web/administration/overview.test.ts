/* The overview of administrators: what needs attention, where it is handled, and what the page costs. */
import { randomUUID } from 'node:crypto';
import { mainText } from '../../clients/forms.js';
import { statementsOfPage } from '../../support/costs.js';
import { visit, type Visitor } from '../../support/oauth.js';
import { statementsOf } from '../../support/plans.js';
import { useService } from '../../support/service.js';

const OVERVIEW = '/admin';

const service = useService();
let admin: Visitor;
beforeAll(async () => {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, { actor: 'test' });
  admin = await visit(service, user);
});

const links = async (): Promise<Readonly<Record<string, string>>> => {
  const page = await admin.browser.get(OVERVIEW);
  const found = page.root.querySelectorAll('main .rows a');
  return Object.fromEntries(found.map((link) => [link.text, link.getAttribute('href') ?? '']));
};

/** Those of the shell and of the session are among them; what is asked of jobs is counted apart. */
async function costs(): Promise<readonly number[]> {
  const page = await statementsOfPage(service, () => admin.browser.get(OVERVIEW));
  const all = await statementsOf(service.backend.db, () => admin.browser.get(OVERVIEW));
  return [page.length, all.filter(({ sql }) => sql.includes(') as counted')).length];
}

async function fill(): Promise<void> {
  const { db } = service.backend;
  for (let count = 0; count < 30; count += 1) {
    const dead = { kind: 'sms', payload: '{}', tries: 8, dead_at: new Date() };
    await db('job').insert({ id: randomUUID(), ...dead });
    const webhook = {
      account_id: admin.user.account.id,
      triggers: [],
      active: true,
      failing_since: new Date(),
    };
    await db('webhook').insert({
      id: randomUUID(),
      subscriber_url: `https://r.example/${count}`,
      ...webhook,
    });
  }
  for (let count = 0; count < 3; count += 1) await service.client({}, { approved: false });
}

test('says when nothing needs attention, then what does and where it is handled, for the same statements', async () => {
  const page = await admin.browser.get(OVERVIEW);
  expect(mainText(page)).toContain('Nothing needs your attention');
  expect(mainText(page)).toMatch(/Signed up in the last 24 hours[1-9]\d* user/);
  expect(mainText(page)).toMatch(/(PGlite|PostgreSQL) \d+\..*Answered in [\d.]+ ms/);
  expect(mainText(page)).toMatch(/Version\d+\.\d+\.\d+/);
  const calm = await costs();
  await fill();
  expect(await links()).toEqual({
    '30 jobs given up': '/admin/jobs',
    '30 webhooks failing': '/admin/jobs',
    '3 reviews waiting': '/admin/clients',
  });
  expect(await costs()).toEqual(calm);
  expect(calm[0]).toBeLessThanOrEqual(9);
  expect(calm[1]).toBe(1);
  const jobs = await admin.browser.get('/admin/jobs');
  expect(mainText(jobs)).toContain('30 given up');
});
