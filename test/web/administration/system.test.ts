/* Versions, stores, keys and the configuration, for administrators. */
import { randomBytes } from 'node:crypto';
import { mainText } from '../../clients/forms.js';
import { createBrowser } from '../../support/browser.js';
import { visit } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { until } from '../../support/until.js';

const SYSTEM = '/admin/system';
const SECRET = randomBytes(24).toString('base64url');

const service = useService({ env: { CONFERENCING_EVENTS_SECRET: SECRET, READS_PER_NETWORK: '123456' } });

test('shows versions, stores, keys and the configuration, and no secret', async () => {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, { actor: 'test' });
  const { browser } = await visit(service, user);
  // The key is noted when the process starts.
  await until(async () => /WritesIn use since/.test(mainText(await browser.get(SYSTEM))));
  const page = await browser.get(SYSTEM);
  const text = mainText(page);
  expect(text).toContain(`Node.js${process.version}`);
  expect(text).toMatch(/Clock\d+ ms (ahead of|behind|from that of) the database/);
  expect(text).toMatch(/(PGlite|PostgreSQL) \d.*Answered in [\d.]+ ms.*Schema \d{3}-/);
  expect(text).toContain('READS_PER_NETWORK123456 Not the default');
  expect(text).toContain('CONFERENCING_EVENTS_SECRETSet, not shown');
  for (const secret of [SECRET, ...service.backend.stores.secretKeys])
    expect(page.html).not.toContain(secret);
});

test('other users find nothing', async () => {
  const browser = createBrowser(service.url);
  await browser.signIn(await service.user());
  expect((await browser.get(SYSTEM)).status).toBe(404);
});
