/* `/settings/security/address/change`: another address for the account, which waits for the link that is mailed to it. */
import { ConfirmationOverPage } from '../../../views/security/address.js';
import {
  ChangeAddressPage,
  ConfirmChangePage,
  EMAIL_CHANGE_TEXT,
} from '../../../views/security/email-change.js';
import type { AccountDeps } from '../../accounts/deps.js';
import {
  confirmEmailChange,
  EMAIL_CHANGE_PATH,
  EMAIL_CONFIRMATION_PATH,
  findEmailChange,
  requestEmailChange,
} from '../../accounts/email-change.js';
import type { Account } from '../../accounts/store.js';
import { tidyEmailAddress } from '../../email-address.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { page, type PageOptions, type PageReply, redirect } from '../reply.js';
import { throttled, tooManyAttempts } from '../session/too-many-attempts.js';
import { ACTIONS, done, SECURITY_PATH } from './security-page.js';

interface Entered {
  readonly email?: string;
  readonly fault?: string;
  readonly refusal?: string;
}

const formPage = ({ user, csrf }: UserRequest, entered: Entered, options: PageOptions = {}): PageReply =>
  page(
    <ChangeAddressPage
      user={user.account}
      csrf={csrf()}
      action={EMAIL_CHANGE_PATH}
      backTo={SECURITY_PATH}
      email=""
      {...entered}
    />,
    options,
  );

async function request(deps: AccountDeps, post: UserPost): Promise<PageReply> {
  const email = tidyEmailAddress(post.form.text('email'));
  const { user, actor, clientIp } = post;
  const outcome = await requestEmailChange(deps, user.account, email, { ...actor, clientIp });
  switch (outcome.kind) {
    case 'requested':
      return redirect(done('email_change_requested'));
    case 'faulty':
      return formPage(post, { email, fault: outcome.fault }, { status: 422 });
    case 'too_many_attempts':
      return formPage(post, { email, refusal: tooManyAttempts(outcome) }, throttled(outcome));
  }
}

async function withdraw(deps: AccountDeps, { user, actor }: UserPost): Promise<PageReply> {
  await deps.emailChanges.withdraw(user.account.id, actor);
  return redirect(done('email_change_withdrawn'));
}

const linkOver = (account: Account): PageReply =>
  page(<ConfirmationOverPage user={account} to={SECURITY_PATH} />, { status: 404 });

/** Opening a link uses nothing up: mail programs open links too. */
async function showLink(deps: AccountDeps, { user, query, csrf }: UserRequest): Promise<PageReply> {
  const token = query('token');
  const change = await findEmailChange(deps, token, user.account);
  if (change === undefined) return linkOver(user.account);
  const props = { user: user.account, email: change.email, token, csrf: csrf() };
  return page(<ConfirmChangePage {...props} action={EMAIL_CONFIRMATION_PATH} backTo={SECURITY_PATH} />);
}

async function confirm(deps: AccountDeps, { user, form, clientIp, session }: UserPost): Promise<PageReply> {
  const outcome = await confirmEmailChange(deps, form.text('token'), user.account, clientIp);
  if (outcome === 'not_found') return linkOver(user.account);
  if (outcome === 'taken')
    return page(
      <ConfirmationOverPage user={user.account} to={SECURITY_PATH} text={EMAIL_CHANGE_TEXT.taken} />,
      { status: 409 },
    );
  // Every session has ended; the user of this one has just proven who they are.
  const account = await deps.accounts.findById(user.account.id);
  if (account === undefined) return linkOver(user.account);
  await session.start(account);
  return redirect(done(outcome === 'done' ? 'email_changed' : 'address_access_ended'));
}

export function createEmailChangePages(deps: AccountDeps): readonly Page[] {
  const by = handlerWith(deps);
  const user = { who: 'user' } as const;
  const confirmed = { who: 'user', recentSignIn: true } as const;
  return [
    definePage({ method: 'GET', path: EMAIL_CHANGE_PATH, who: 'user', handle: (get) => formPage(get, {}) }),
    definePage({ method: 'POST', path: EMAIL_CHANGE_PATH, ...confirmed, handle: by(request) }),
    definePage({ method: 'POST', path: ACTIONS.emailWithdrawal, ...user, handle: by(withdraw) }),
    definePage({ method: 'GET', path: EMAIL_CONFIRMATION_PATH, ...user, handle: by(showLink) }),
    definePage({ method: 'POST', path: EMAIL_CONFIRMATION_PATH, ...confirmed, handle: by(confirm) }),
  ];
}
