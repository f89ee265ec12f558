/* What reviewers see of a client from before: authorizations, verdicts, the owner's other clients, the audit log. */
import type { Page } from '../../support/browser.js';
import { tokensFor, visit, type Visitor } from '../../support/oauth.js';
import { useService } from '../../support/service.js';
import { formOf, mainText } from '../../clients/forms.js';

const REVIEW = '/admin/clients';
const ACTOR = { actor: 'test' };

const service = useService();
let admin: Visitor;
beforeAll(async () => {
  const user = await service.user('Ada Admin');
  await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
  admin = await visit(service, user);
});

const cardOf = (page: Page): string =>
  page.root
    .querySelectorAll('main .card')
    .find((card) => card.querySelector('h2')?.text === 'History')
    ?.text.replaceAll(/\s+/g, ' ') ?? '';

test('a new client of a new owner has no history', async () => {
  const owner = await service.user('Olga Owner');
  const { clientId } = await service.client({}, { ownerId: owner.account.id, approved: false });
  const page = await admin.browser.get(`${REVIEW}/${clientId}`);
  expect(cardOf(page)).toContain('Authorizations0 authorizations');
  expect(cardOf(page)).toContain('Earlier verdictsNone.');
  expect(cardOf(page)).toContain('The owner manages no other client.');
  expect(page.root.querySelector(`main a[href="/admin/users/${owner.account.id}"]`)?.text.trim()).toBe(
    'Olga Owner',
  );
});

test('verdicts are shown with reviewer and reason, and so are authorizations and other clients', async () => {
  const owner = await service.user('Olga Owner');
  const options = { ownerId: owner.account.id };
  const client = await service.client({ name: 'Acme Sync' }, { ...options, approved: false });
  const other = await service.client({ name: 'Acme Mail' }, options);
  const path = `${REVIEW}/${client.clientId}`;
  await admin.browser.submit(formOf(await admin.browser.get(path), '/rejection'), {
    reason: 'Say <b>why</b>.',
  });
  await service.stores.clients.clients.setStatus(client.clientId, 'approved', undefined, { actor: 'cli' });
  await tokensFor(service, client, await visit(service));
  await tokensFor(service, client, await visit(service));
  const page = await admin.browser.get(path);
  expect(cardOf(page)).toContain('Authorizations2 authorizations');
  expect(cardOf(page)).toMatch(/Approvedjust now by cliRejectedjust now by Ada Admin <.*>Say <b>why<\/b>\./);
  const links = page.root.querySelectorAll('main .card a').map((link) => link.getAttribute('href'));
  expect(links).toContain(`${REVIEW}/${other.clientId}`);
  expect(links).toContain(`/admin/users/${admin.user.account.id}`);
  const audit = links.find((link) => link?.startsWith('/admin/audit')) ?? '';
  expect(mainText(await admin.browser.get(audit))).toContain('client.rejected');
});

test('authorizations are counted up to a limit, without those that have ended', async () => {
  const { clientId } = await service.client();
  const { clientGrants } = service.stores.authorization;
  const now = new Date();
  for (const days of [-1, 1, 2, 3]) {
    const endsAt = new Date(now.getTime() + days * 86_400_000);
    await clientGrants.add({ familyId: `${clientId}-${days}`, clientId, endsAt });
  }
  expect([await clientGrants.count(clientId, now, 9), await clientGrants.count(clientId, now, 2)]).toEqual([
    3, 2,
  ]);
  expect(await clientGrants.count('none', now, 9)).toBe(0);
});
