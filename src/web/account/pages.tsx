/* `/settings/account`: everything stored about the account as a file, and its deletion. */
import { AccountDataPage } from '../../../views/account/account-data.js';
import { CONFIRMATION, DeletionPage } from '../../../views/account/deletion.js';
import { confirmsDeletion, deleteAccount } from '../../accounts/deletion.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { download, page, type PageOptions, type PageReply, redirect } from '../reply.js';
import { exportAccount, type ExportDeps } from './export.js';

export const ACCOUNT_PATH = '/settings/account';
const EXPORT_PATH = `${ACCOUNT_PATH}/export`;
const DELETION_PATH = `${ACCOUNT_PATH}/deletion`;

export interface AccountPagesDeps extends ExportDeps {
  /** Where a user manages their clients. */
  readonly clientsTo: string;
  readonly teamsTo: string;
}

const showData = ({ user, csrf }: UserRequest): PageReply =>
  page(
    <AccountDataPage
      user={user.account}
      csrf={csrf()}
      exportAction={EXPORT_PATH}
      deletionTo={DELETION_PATH}
    />,
  );

async function exportData(deps: AccountPagesDeps, { user }: UserPost): Promise<PageReply> {
  const data = await exportAccount(deps, user.account);
  return download(`account-${user.account.id}.json`, 'application/json', JSON.stringify(data, null, 2));
}

async function deletionPage(
  deps: AccountPagesDeps,
  { user: { account }, csrf }: UserRequest,
  typed: { readonly typed: string; readonly fault?: string },
  options: PageOptions = {},
): Promise<PageReply> {
  const preview = await deps.deletions.preview(account.id, new Date(deps.clock()));
  if (preview === undefined) return redirect('/sign-in');
  const { clientsTo, teamsTo } = deps;
  const apps = (await deps.families.ofAccount(account.id)).length;
  const props = { user: account, csrf: csrf(), preview, apps, clientsTo, teamsTo, ...typed };
  return page(<DeletionPage {...props} action={DELETION_PATH} backTo={ACCOUNT_PATH} />, options);
}

const showDeletion = (deps: AccountPagesDeps, request: UserRequest): Promise<PageReply> =>
  deletionPage(deps, request, { typed: '' });

async function confirmDeletion(deps: AccountPagesDeps, post: UserPost): Promise<PageReply> {
  const { user, form, actor, session } = post;
  const typed = form.text(CONFIRMATION);
  if (!confirmsDeletion(typed, user.account))
    return deletionPage(deps, post, { typed, fault: 'This is not your address.' }, { status: 422 });
  const outcome = await deleteAccount(deps, user.account, actor);
  if (outcome === 'blocked') return deletionPage(deps, post, { typed: '' }, { status: 409 });
  await session.end();
  return redirect('/sign-in?deleted=1');
}

export function createAccountPages(deps: AccountPagesDeps): readonly Page[] {
  const by = handlerWith(deps);
  const user = { who: 'user' } as const;
  const confirmed = { who: 'user', recentSignIn: true } as const;
  return [
    definePage({ method: 'GET', path: ACCOUNT_PATH, ...user, handle: showData }),
    // The address of a form that waits for a confirmation, reloaded.
    definePage({ method: 'GET', path: EXPORT_PATH, ...user, handle: () => redirect(ACCOUNT_PATH) }),
    definePage({ method: 'POST', path: EXPORT_PATH, ...confirmed, handle: by(exportData) }),
    definePage({ method: 'GET', path: DELETION_PATH, ...user, handle: by(showDeletion) }),
    definePage({ method: 'POST', path: DELETION_PATH, ...confirmed, handle: by(confirmDeletion) }),
  ];
}
