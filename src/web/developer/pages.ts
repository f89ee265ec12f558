/* The pages of developer settings: `/settings/developer`, unless SETTINGS_URL has another path. */
import { LOGO } from '../../../views/developer/logo-field.js';
import { MAX_LOGO_BYTES } from '../../clients/logo/logo-image.js';
import { LOGO_PATH } from '../../clients/logo/logo.js';
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page } from '../page.js';
import { FORM_LISTS } from './client-form.js';
import { removeClient, showClient, showRemoval, redirectToClient, withdraw } from './client-pages.js';
import { clientPath, type DeveloperDeps } from './deps.js';
import { createClient, showNewClient, redirectToMyClients } from './developer-pages.js';
import { showMyClients } from './list-page.js';
import { edit, showEdit } from './edit-pages.js';
import { showLog, showLoggedRequest } from './log-pages.js';
import { serveLogo } from './logo-pages.js';
import { addSecret, askToRemoveSecret, removeSecret } from './secret-pages.js';
import { addTester, removeTester } from './tester-pages.js';
import { showTransfer, transfer } from './transfer-pages.js';
import { addWebhook, showWebhook, redirectToWebhook, WEBHOOK_FORMS } from './webhook-pages.js';

export const settingsPathOf = (settingsUrl: string): string =>
  new URL(settingsUrl).pathname.replace(/\/+$/, '');

const recentSignIn = true;

/** The form of a client, which may bring a logo. */
const CLIENT_FORM = { lists: FORM_LISTS, upload: { file: LOGO.file, maxFileBytes: MAX_LOGO_BYTES } };

function webhookPages(deps: DeveloperDeps, webhook: string): readonly Page[] {
  const handler = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: webhook, who: 'user', handle: handler(showWebhook) }),
    definePage({ method: 'POST', path: webhook, who: 'user', recentSignIn, handle: handler(addWebhook) }),
    // The reply to one of these forms may be a page that the browser requests again by GET.
    ...Object.entries(WEBHOOK_FORMS).flatMap(([name, handle]) => [
      definePage({
        method: 'GET',
        path: `${webhook}/${name}`,
        who: 'user',
        handle: handler(redirectToWebhook),
      }),
      definePage({
        ...{ method: 'POST', path: `${webhook}/${name}`, who: 'user', recentSignIn },
        handle: handler(handle),
      }),
    ]),
  ];
}

const secretRemoval = (deps: DeveloperDeps, secrets: string): readonly Page[] =>
  defineConfirmedForm({
    ...{ path: `${secrets}/:secretId/removal`, who: 'user', recentSignIn },
    confirm: {
      ask: (post) => askToRemoveSecret(deps, post),
      backTo: ({ param }) => clientPath(deps, param('id')),
    },
    handle: (post) => removeSecret(deps, post),
  });

export function createDeveloperPages({
  settingsUrl,
  ...rest
}: Omit<DeveloperDeps, 'settingsPath'> & { readonly settingsUrl: string }): readonly Page[] {
  const deps: DeveloperDeps = { ...rest, settingsPath: settingsPathOf(settingsUrl) };
  const handler = handlerWith(deps);
  const clients = `${deps.settingsPath}/clients`;
  const client = `${clients}/:id`;
  const secrets = `${client}/secrets`;
  const testers = `${client}/testers`;
  const transfers = `${client}/transfers`;
  return [
    definePage({ method: 'GET', path: deps.settingsPath, who: 'user', handle: handler(showMyClients) }),
    definePage({ method: 'GET', path: clients, who: 'user', handle: handler(redirectToMyClients) }),
    definePage({ method: 'GET', path: `${clients}/new`, who: 'user', handle: handler(showNewClient) }),
    definePage({
      method: 'POST',
      path: clients,
      who: 'user',
      form: CLIENT_FORM,
      handle: handler(createClient),
    }),

    definePage({ method: 'GET', path: client, who: 'user', handle: handler(showClient) }),
    definePage({ method: 'GET', path: `${client}/edit`, who: 'user', handle: handler(showEdit) }),
    definePage({ method: 'POST', path: client, who: 'user', form: CLIENT_FORM, handle: handler(edit) }),
    definePage({
      method: 'POST',
      path: `${client}/revision/withdrawal`,
      who: 'user',
      handle: handler(withdraw),
    }),
    definePage({ method: 'GET', path: `${client}/removal`, who: 'user', handle: handler(showRemoval) }),
    definePage({
      ...{ method: 'POST', path: `${client}/removal`, who: 'user', recentSignIn },
      handle: handler(removeClient),
    }),

    definePage({ method: 'GET', path: secrets, who: 'user', handle: handler(redirectToClient) }),
    definePage({ method: 'POST', path: secrets, who: 'user', recentSignIn, handle: handler(addSecret) }),
    ...secretRemoval(deps, secrets),

    definePage({ method: 'GET', path: testers, who: 'user', handle: handler(redirectToClient) }),
    definePage({ method: 'POST', path: testers, who: 'user', handle: handler(addTester) }),
    definePage({
      method: 'POST',
      path: `${testers}/:accountId/removal`,
      who: 'user',
      handle: handler(removeTester),
    }),

    definePage({ method: 'GET', path: transfers, who: 'user', handle: handler(redirectToClient) }),
    definePage({ method: 'GET', path: `${transfers}/new`, who: 'user', handle: handler(showTransfer) }),
    definePage({ method: 'POST', path: transfers, who: 'user', recentSignIn, handle: handler(transfer) }),

    definePage({ method: 'GET', path: `${client}/logs`, who: 'user', handle: handler(showLog) }),
    definePage({
      ...{ method: 'GET', path: `${client}/logs/:requestId`, who: 'user' },
      handle: handler(showLoggedRequest),
    }),

    ...webhookPages(deps, `${client}/webhook`),
    definePage({ method: 'GET', path: `${LOGO_PATH}/:file`, who: 'anyone', handle: handler(serveLogo) }),
  ];
}
