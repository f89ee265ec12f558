/* `/settings/security/access`: what has access besides the password, on one page; ending all of it. After a recovery. */
import { ACCESS_TEXT, AccessPage, type AccessView } from '../../../views/security/access.js';
import type { AccountDeps } from '../../accounts/deps.js';
import type { Families } from '../../authorization/grants/families.js';
import type { ClientStore } from '../../clients/store.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText } from '../request-values.js';

export const ACCESS_PATH = '/settings/security/access';
const REMOVAL_PATH = `${ACCESS_PATH}/removal`;

export interface AccessPagesDeps extends AccountDeps {
  readonly families: Pick<Families, 'ofAccount'>;
  readonly clients: Pick<ClientStore, 'find'>;
}

/** Those whose code still waits are among them. */
async function appsOf({ families, clients }: AccessPagesDeps, accountId: number) {
  const grants = await families.ofAccount(accountId);
  const apps = grants.map(async ({ id, family }): Promise<AccessView> => {
    const name = (await clients.find(family.client))?.name ?? family.client;
    return { id, name, since: new Date(family.born), waiting: family.refresh === undefined };
  });
  return (await Promise.all(apps)).toSorted((a, b) => Number(b.since) - Number(a.since));
}

async function showAccess(deps: AccessPagesDeps, request: UserRequest): Promise<PageReply> {
  const { account } = request.user;
  const own = await deps.passkeys.list(account.id);
  const props = {
    user: account,
    passkeys: own.map(({ id, name, createdAt }) => ({ id, name, since: createdAt })),
    apps: await appsOf(deps, account.id),
    ended: request.query('since') === 'first-proof',
    now: new Date(deps.clock()),
    csrf: request.csrf(),
    action: REMOVAL_PATH,
    done: doneText(request, { all: ACCESS_TEXT.done }),
  };
  return page(<AccessPage {...props} />);
}

async function removeAll(deps: AccessPagesDeps, { user, actor, clientIp }: UserPost): Promise<PageReply> {
  const { id } = user.account;
  await deps.endGrants(id, 'person', clientIp);
  await deps.passkeys.removeAll(id, actor);
  await deps.sessions.endAll(id, user.sessionRef);
  return redirect(`${ACCESS_PATH}?done=all`);
}

export function createAccessPages(deps: AccessPagesDeps): readonly Page[] {
  const by = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: ACCESS_PATH, who: 'user', handle: by(showAccess) }),
    // The address of a form that waits for a confirmation, reloaded.
    definePage({ method: 'GET', path: REMOVAL_PATH, who: 'user', handle: () => redirect(ACCESS_PATH) }),
    definePage({
      method: 'POST',
      path: REMOVAL_PATH,
      who: 'user',
      recentSignIn: true,
      handle: by(removeAll),
    }),
  ];
}
