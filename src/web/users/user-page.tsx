/* One account for administrators: what it is, what depends on it, and what can be done to it. */
import { RecoveryLinkPage, UserPage } from '../../../views/users/user.js';
import { isolated } from '../../../views/parts/text/isolated.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import type { Account } from '../../accounts/store.js';
import { conflict, notFound } from '../../errors.js';
import { AUDIT_PATH } from '../audit/log-pages.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { doneText, idOf } from '../request-values.js';
import { reviewPath } from '../review/deps.js';
import { type AccountAction, ACCOUNT_ACTIONS, actionsOf } from './account-actions.js';
import { userPath, type UsersDeps } from './deps.js';

async function accountOf({ accounts }: UsersDeps, { param }: UserRequest): Promise<Account> {
  const [account] = await accounts.search({ words: [], id: idOf(param('id')), most: 1 });
  if (account === undefined) throw notFound('There is no account with this id.');
  return account;
}

const auditPath = (field: 'actor' | 'subject', { id }: Account): string =>
  `${AUDIT_PATH}?${new URLSearchParams({ [field]: `account:${id}` }).toString()}`;

const doneTexts = (name: string) =>
  Object.fromEntries(ACCOUNT_ACTIONS.map(({ to, done }) => [to, done(name)]));

export async function showUser(deps: UsersDeps, request: UserRequest): Promise<PageReply> {
  const account = await accountOf(deps, request);
  const [clients, sessions, grants] = await Promise.all([
    deps.records.ofManager(account.id),
    deps.sessions.list(account.id),
    deps.families.ofAccount(account.id),
  ]);
  const isOwn = account.id === request.user.account.id;
  const props = {
    ...{ user: request.user.account, account, isOwn, crumbs: [] },
    clients: clients.map((record) => ({
      ...{ name: record.client.name, status: record.client.status, to: reviewPath(record) },
    })),
    sessions: sessions.length,
    grants: grants.length,
    audit: { of: auditPath('subject', account), by: auditPath('actor', account) },
    actions: actionsOf(account, isOwn),
    path: userPath(account),
    csrf: request.csrf(),
    done: doneText(request, doneTexts(isolated(account.name))),
    now: new Date(deps.clock()),
  };
  return page(<UserPage {...props} />);
}

/** Throws 409 for an action that is not offered any more. */
async function actedOn(deps: UsersDeps, post: UserPost, action: AccountAction): Promise<Account> {
  const account = await accountOf(deps, post);
  if (!action.offered(account, account.id === post.user.account.id))
    throw conflict('This cannot be done to this account as it is now. Open its page again.');
  return account;
}

export async function askToAct(
  deps: UsersDeps,
  post: UserPost,
  action: AccountAction,
): Promise<Confirmation> {
  const { name, email } = await actedOn(deps, post, action);
  const { label, consequence } = action;
  return { title: `${label}: ${isolated(name)}?`, consequence, details: [isolated(email)], submit: label };
}

export async function act(deps: UsersDeps, post: UserPost, action: AccountAction): Promise<PageReply> {
  const account = await actedOn(deps, post, action);
  const issued = await action.run(deps, account, post.actor);
  if (issued === undefined) return redirect(`${userPath(account)}?done=${action.to}`);
  const backTo = userPath(account);
  const crumbs = [{ label: account.name, to: backTo }];
  const props = { user: post.user.account, account, ...issued, backTo, crumbs };
  return page(<RecoveryLinkPage {...props} now={new Date(deps.clock())} />, { scripts: [] });
}
