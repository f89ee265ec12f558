/* Every form that needs a recent sign-in, each with a user who may send it and its audit entry. */
import { createBrowser } from '../../support/browser.js';
import type { Browser, Page } from '../../support/browser.js';
import { createAuthenticator } from '../../support/authenticator.js';
import { addPasskey, SECURITY } from '../../support/passkeys.js';
import type { Service, TestUser } from '../../support/service.js';
import { formOf } from '../../clients/forms.js';

export interface Ready {
  readonly user: TestUser;
  readonly browser: Browser;
  /** The page with the form alone. */
  readonly page: Page;
  readonly fields: Readonly<Record<string, string>>;
}

export interface GuardedForm {
  /** As the router knows it. */
  readonly route: string;
  /** Action of its audit entry; undefined for a form that leads to another form first. */
  readonly action?: string;
  readonly prepare: (service: Service) => Promise<Ready>;
}

const ACTOR = { actor: 'test' };
const REASON = 'Not yet.\r\n\r\n  "Quoted" & <b>bold</b>, 2 spaces; \u05e9\u05dc\u05d5\u05dd';

async function signedIn(service: Service, admin = false) {
  const user = await service.user();
  if (admin) await service.stores.accounts.accounts.setAdmin(user.account.id, true, ACTOR);
  const browser = createBrowser(service.url);
  await browser.signIn(user);
  return { user, browser };
}

type ClientState = 'pending' | 'approved' | 'suspended' | 'proposed';

async function clientThatIs(service: Service, state: ClientState) {
  const owner = await service.user('Olga Owner');
  const ownerId = owner.account.id;
  const form = { website: 'https://client.example.com' };
  const { clientId } = await service.client(form, { ownerId, approved: state !== 'pending' });
  const {
    clients: { records },
  } = service.stores;
  if (state === 'suspended') {
    const record = await records.find(clientId);
    await records.settle(clientId, { version: record?.version ?? 0, to: 'suspended' }, ACTOR);
  }
  if (state === 'proposed') {
    const browser = createBrowser(service.url);
    await browser.signIn(owner);
    const form = await browser.get(`/settings/developer/clients/${clientId}/edit`);
    await browser.submit(form, { name: 'Acme Two' });
  }
  return { clientId, owner };
}

const verdict = (to: string, action: string, state: ClientState, reason = false): GuardedForm => ({
  route: `/admin/clients/:id/${to}`,
  action,
  async prepare(service) {
    const { clientId } = await clientThatIs(service, state);
    const visitor = await signedIn(service, true);
    const page = formOf(await visitor.browser.get(`/admin/clients/${clientId}`), `/${to}`);
    return { ...visitor, page, fields: reason ? { reason: REASON } : {} };
  },
});

/** A form on the review page of a public client. */
const schemeForm: GuardedForm = {
  route: '/admin/clients/:id/schemes',
  action: 'client.scheme_allowed',
  async prepare(service) {
    const { clientId } = await service.client({ kind: 'public' }, { approved: false });
    const visitor = await signedIn(service, true);
    const page = formOf(await visitor.browser.get(`/admin/clients/${clientId}`), '/schemes');
    return { ...visitor, page, fields: { scheme: 'myapp' } };
  },
};

const migrationForm: GuardedForm = {
  route: '/admin/clients/:id/migration',
  action: 'client.migration_started',
  async prepare(service) {
    const { clientId } = await service.client();
    const visitor = await signedIn(service, true);
    const page = formOf(await visitor.browser.get(`/admin/clients/${clientId}`), '/migration');
    return { ...visitor, page, fields: { migrating: 'yes' } };
  },
};

async function secretForm(service: Service, second: boolean, end: string): Promise<Ready> {
  const { clientId, owner } = await clientThatIs(service, 'approved');
  const browser = createBrowser(service.url);
  await browser.signIn(owner);
  const path = `/settings/developer/clients/${clientId}`;
  if (second) await browser.submit(formOf(await browser.get(path), '/secrets'), {});
  return { user: owner, browser, page: formOf(await browser.get(path), end), fields: {} };
}

export const GUARDED_FORMS: readonly GuardedForm[] = [
  schemeForm,
  migrationForm,
  verdict('approval', 'client.approved', 'pending'),
  verdict('rejection', 'client.rejected', 'pending', true),
  verdict('suspension', 'client.suspended', 'approved', true),
  verdict('resumption', 'client.resumed', 'suspended'),
  verdict('revision/approval', 'revision.approved', 'proposed'),
  verdict('revision/rejection', 'revision.rejected', 'proposed', true),
  {
    route: '/settings/developer/clients/:id/secrets',
    action: 'secret.added',
    prepare: (service) => secretForm(service, false, '/secrets'),
  },
  {
    route: '/settings/developer/clients/:id/secrets/:secretId/removal',
    action: 'secret.removed',
    prepare: (service) => secretForm(service, true, '/removal'),
  },
  {
    route: '/settings/developer/clients/:id/transfers',
    action: 'client.transferred',
    async prepare(service) {
      const { clientId, owner } = await clientThatIs(service, 'approved');
      const terms = { name: 'Team', slugs: [`team-of-${clientId}`], settings: {}, accepted: true, most: 9 };
      await service.stores.teams.teams.create(
        owner.account.id,
        { organizationId: undefined, ...terms },
        ACTOR,
      );
      const browser = createBrowser(service.url);
      await browser.signIn(owner);
      const page = await browser.get(`/settings/developer/clients/${clientId}/transfers/new`);
      return { user: owner, browser, page, fields: {} };
    },
  },
  {
    route: '/settings/developer/clients/:id/removal',
    action: 'client.removed',
    async prepare(service) {
      const { clientId, owner } = await clientThatIs(service, 'approved');
      const browser = createBrowser(service.url);
      await browser.signIn(owner);
      const page = await browser.get(`/settings/developer/clients/${clientId}/removal`);
      return { user: owner, browser, page, fields: { confirmation: 'Acme Sync' } };
    },
  },
  {
    route: '/settings/security/passkeys',
    async prepare(service) {
      const visitor = await signedIn(service);
      const page = formOf(await visitor.browser.get(SECURITY), '/passkeys');
      return { ...visitor, page, fields: { passkey_name: 'Grandfather’s "phone"' } };
    },
  },
  {
    route: '/settings/security/passkeys/removal',
    action: 'passkey.removed',
    async prepare(service) {
      const visitor = await signedIn(service);
      const authenticator = createAuthenticator(service.url);
      const page = await addPasskey(visitor.browser, authenticator);
      const fields = { passkey: authenticator.credentialId() };
      return { ...visitor, page: formOf(page, '/passkeys/removal'), fields };
    },
  },
  {
    route: '/settings/security/access/removal',
    action: 'passkey.removed',
    async prepare(service) {
      const visitor = await signedIn(service);
      await addPasskey(visitor.browser, createAuthenticator(service.url));
      const page = await visitor.browser.get('/settings/security/access');
      return { ...visitor, page: formOf(page, '/access/removal'), fields: {} };
    },
  },
];
