/* Long lists on a phone are paged, so that a page is read in a few movements of a thumb. */
import { insertEntry } from '../../adapters/knex/events/audit-entries.js';
import { type StartedService, startService } from '../support/service.js';
import { type Chromium, launchChromium } from './chromium.js';
import { signInWith } from './sign-in.js';

let service: StartedService;
let chromium: Chromium;
beforeAll(async () => {
  [service, chromium] = await Promise.all([startService(), launchChromium()]);
});
afterAll(async () => {
  await chromium.close();
  await service.close();
});

test('a page of the audit log is less than 5,000 pixels long, and an entry unfolds', async () => {
  const admin = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(admin.account.id, true, { actor: 'test' });
  for (let number = 0; number < 60; number += 1)
    await insertEntry(service.backend.db, {
      ...{ actor: `account:${admin.account.id}`, action: 'client.suspended', clientIp: '192.0.2.7' },
      ...{ subject: `client:${'a'.repeat(200)}`, facts: { reason: 'It sends spam. '.repeat(20) } },
    });
  const { page, context, complaints } = await chromium.visit({ viewport: { width: 375, height: 800 } });
  await page.goto(`${service.url}/sign-in`);
  await signInWith(page, admin);
  await page.goto(`${service.url}/admin/audit`);
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(5_000);
  expect(await page.getByText('It sends spam.').first().isVisible()).toBe(false);
  await page.locator('summary', { hasText: 'client.suspended' }).first().click();
  expect(await page.getByText('It sends spam.').first().isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'Older entries' }).isVisible()).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});
