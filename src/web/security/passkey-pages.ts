/* Adding and removing passkeys on `/settings/security`. Both need a recent sign-in. */
import { PASSKEY_FIELD, PASSKEY_NAME, PASSKEYS_TEXT } from '../../../views/security/passkeys.js';
import { addPasskey, type PasskeyDeps } from '../../accounts/passkeys/passkeys.js';
import { tidyName } from '../../accounts/rules.js';
import { notFound } from '../../errors.js';
import { definePage, type Page, type UserPost } from '../page.js';
import { type PageReply, redirect } from '../reply.js';
import type { AccountDeps } from '../session/account-deps.js';
import { bindingOf, passkeyDepsOf } from '../session/page-passkeys.js';
import { done, PASSKEYS_PATH, SECURITY_PATH, securityPage } from './security-page.js';

async function add(request: UserPost, deps: AccountDeps, passkeyDeps: PasskeyDeps): Promise<PageReply> {
  const { form, user, actor, session } = request;
  const [name, answer] = [tidyName(form.text(PASSKEY_NAME)), form.text(PASSKEY_FIELD)];
  if (answer === '') {
    const notice = { kind: 'info', title: PASSKEYS_TEXT.pressAgain } as const;
    return securityPage(request, deps, { passkeys: { name, notice } });
  }
  const { browser } = bindingOf(session, 'registration', user);
  const outcome = await addPasskey(passkeyDeps, { account: user.account, name, answer, browser }, actor);
  if (outcome === 'added') return redirect(done('passkey_added'));
  const refused =
    typeof outcome === 'object'
      ? outcome
      : { notice: { kind: 'danger', title: PASSKEYS_TEXT.refusals[outcome] } as const };
  return securityPage(request, deps, { passkeys: { name, ...refused } }, { status: 422 });
}

async function remove({ form, user, actor }: UserPost, { passkeys }: AccountDeps): Promise<PageReply> {
  const outcome = await passkeys.remove(user.account.id, form.text(PASSKEY_FIELD), actor);
  if (outcome === 'not_found') throw notFound('This passkey is removed already.');
  return redirect(done('passkey_removed'));
}

const REMOVAL_PATH = `${PASSKEYS_PATH}/removal`;

/** The address of a page that answered a form, reloaded. */
const backFrom = (path: string): Page =>
  definePage({ method: 'GET', path, who: 'anyone', handle: () => redirect(SECURITY_PATH) });

export function createPasskeyPages(deps: AccountDeps): readonly Page[] {
  const passkeyDeps = passkeyDepsOf(deps);
  return [
    backFrom(PASSKEYS_PATH),
    definePage({
      method: 'POST',
      path: PASSKEYS_PATH,
      who: 'user',
      recentSignIn: true,
      handle: (request) => add(request, deps, passkeyDeps),
    }),
    backFrom(REMOVAL_PATH),
    definePage({
      method: 'POST',
      path: REMOVAL_PATH,
      who: 'user',
      recentSignIn: true,
      handle: (request) => remove(request, deps),
    }),
  ];
}
