/* The pages of developer settings: `/settings/developer`, unless SETTINGS_URL has another path. */
import { DEVELOPER_TEXT } from '../../../views/developer/my-clients.js';
import { LOGO } from '../../../views/developer/logo-field.js';
import { MAX_LOGO_BYTES } from '../../clients/logo/logo-image.js';
import { LOGO_PATH } from '../../clients/logo/logo.js';
import { definePage, type Page } from '../page.js';
import { FORM_LISTS } from './client-form.js';
import { removeClient, showClient, showRemoval, toClient, withdraw } from './client-pages.js';
import type { DeveloperDeps } from './deps.js';
import { createClient, showMyClients, showNewClient, toMyClients } from './developer-pages.js';
import { edit, showEdit } from './edit-pages.js';
import { serveLogo } from './logo-pages.js';
import { add as addSecret, remove as removeSecret } from './secret-pages.js';
import { add as addTester, remove as removeTester } from './tester-pages.js';
import { showTransfer, transfer } from './transfer-pages.js';
import { addWebhook, showWebhook, toWebhook, WEBHOOK_FORMS } from './webhook-pages.js';

const settingsPathOf = (settingsUrl: string): string => new URL(settingsUrl).pathname.replace(/\/+$/, '');

export const developerLink = (settingsUrl: string) => ({
  to: settingsPathOf(settingsUrl),
  label: DEVELOPER_TEXT.title,
  detail: DEVELOPER_TEXT.detail,
});

const recentSignIn = true;

/** The form of a client, which may bring a logo. */
const CLIENT_FORM = { lists: FORM_LISTS, upload: { file: LOGO.file, maxFileBytes: MAX_LOGO_BYTES } };

export function createDeveloperPages({
  settingsUrl,
  ...rest
}: Omit<DeveloperDeps, 'settingsPath'> & { readonly settingsUrl: string }): readonly Page[] {
  const deps: DeveloperDeps = { ...rest, settingsPath: settingsPathOf(settingsUrl) };
  const by =
    <R, A>(handle: (request: R, deps: DeveloperDeps) => A) =>
    (request: R): A =>
      handle(request, deps);
  const clients = `${deps.settingsPath}/clients`;
  const client = `${clients}/:id`;
  const secrets = `${client}/secrets`;
  const testers = `${client}/testers`;
  const transfers = `${client}/transfers`;
  const webhook = `${client}/webhook`;
  return [
    definePage({ method: 'GET', path: deps.settingsPath, who: 'user', handle: by(showMyClients) }),
    definePage({ method: 'GET', path: clients, who: 'user', handle: by(toMyClients) }),
    definePage({ method: 'GET', path: `${clients}/new`, who: 'user', handle: by(showNewClient) }),
    definePage({ method: 'POST', path: clients, who: 'user', form: CLIENT_FORM, handle: by(createClient) }),

    definePage({ method: 'GET', path: client, who: 'user', handle: by(showClient) }),
    definePage({ method: 'GET', path: `${client}/edit`, who: 'user', handle: by(showEdit) }),
    definePage({ method: 'POST', path: client, who: 'user', form: CLIENT_FORM, handle: by(edit) }),
    definePage({ method: 'POST', path: `${client}/revision/withdrawal`, who: 'user', handle: by(withdraw) }),
    definePage({ method: 'GET', path: `${client}/removal`, who: 'user', handle: by(showRemoval) }),
    definePage({ method: 'POST', path: `${client}/removal`, who: 'user', handle: by(removeClient) }),

    definePage({ method: 'GET', path: secrets, who: 'user', handle: by(toClient) }),
    definePage({ method: 'POST', path: secrets, who: 'user', recentSignIn, handle: by(addSecret) }),
    definePage({
      ...{ method: 'POST', path: `${secrets}/:secretId/removal`, who: 'user', recentSignIn },
      handle: by(removeSecret),
    }),

    definePage({ method: 'GET', path: testers, who: 'user', handle: by(toClient) }),
    definePage({ method: 'POST', path: testers, who: 'user', handle: by(addTester) }),
    definePage({
      method: 'POST',
      path: `${testers}/:accountId/removal`,
      who: 'user',
      handle: by(removeTester),
    }),

    definePage({ method: 'GET', path: transfers, who: 'user', handle: by(toClient) }),
    definePage({ method: 'GET', path: `${transfers}/new`, who: 'user', handle: by(showTransfer) }),
    definePage({ method: 'POST', path: transfers, who: 'user', recentSignIn, handle: by(transfer) }),

    definePage({ method: 'GET', path: webhook, who: 'user', handle: by(showWebhook) }),
    definePage({ method: 'POST', path: webhook, who: 'user', recentSignIn, handle: by(addWebhook) }),
    // The answers to these forms may be pages, whose addresses the browser may ask for again.
    ...(['address', 'secret', 'removal'] as const).flatMap((name) => {
      const path = `${webhook}/${name}`;
      return [
        definePage({ method: 'GET', path, who: 'user', handle: by(toWebhook) }),
        definePage({ method: 'POST', path, who: 'user', recentSignIn, handle: by(WEBHOOK_FORMS[name]) }),
      ];
    }),

    definePage({ method: 'GET', path: `${LOGO_PATH}/:file`, who: 'anyone', handle: by(serveLogo) }),
  ];
}
