/* Adding and removing passkeys on `/settings/security`. Both need a recent sign-in. */
import type { Confirmation } from '../../../views/parts/confirmation.js';
import { confirmPasskeyRemoval } from '../../../views/security/confirmations.js';
import { PASSKEY_FIELD, PASSKEY_NAME, PASSKEYS_TEXT } from '../../../views/security/passkeys.js';
import type { AccountDeps } from '../../accounts/deps.js';
import { addPasskey } from '../../accounts/passkeys/passkeys.js';
import { tidyName } from '../../accounts/rules.js';
import { notFound } from '../../errors.js';
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page, type UserPost } from '../page.js';
import { doneReply, type PageReply, redirect } from '../reply.js';
import { bindingOf } from '../session/passkey-binding.js';
import { PASSKEY_ACTIONS, SECURITY_PATH, securityPage } from './security-page.js';

async function add(deps: AccountDeps, request: UserPost): Promise<PageReply> {
  const { form, user, actor, session } = request;
  const [name, answer] = [tidyName(form.text(PASSKEY_NAME)), form.text(PASSKEY_FIELD)];
  if (answer === '') {
    const notice = { kind: 'info', title: PASSKEYS_TEXT.pressAgain } as const;
    return securityPage(deps, request, { passkeys: { name, notice } });
  }
  const { browser } = bindingOf(session, 'registration', user);
  const outcome = await addPasskey(deps, { account: user.account, name, answer, browser }, actor);
  if (outcome === 'added') return doneReply(request, SECURITY_PATH, PASSKEYS_TEXT.doneAdded(name));
  const refusal =
    typeof outcome === 'object'
      ? outcome
      : { notice: { kind: 'danger', title: PASSKEYS_TEXT.refusals[outcome] } as const };
  return securityPage(deps, request, { passkeys: { name, ...refusal } }, { status: 422 });
}

/** The one that the form names, and how many others there are. Undefined for a passkey that is removed. */
async function passkeyOf({ passkeys }: AccountDeps, { form, user }: UserPost) {
  const own = await passkeys.list(user.account.id);
  const passkey = own.find(({ id }) => id === form.text(PASSKEY_FIELD));
  return passkey && { id: passkey.id, name: passkey.name, others: own.length - 1 };
}

async function askToRemove(deps: AccountDeps, post: UserPost): Promise<Confirmation | undefined> {
  const passkey = await passkeyOf(deps, post);
  return passkey && confirmPasskeyRemoval(passkey.name, passkey.others);
}

async function remove(deps: AccountDeps, post: UserPost): Promise<PageReply> {
  const { id: accountId } = post.user.account;
  const passkey = await passkeyOf(deps, post);
  if (
    passkey === undefined ||
    (await deps.passkeys.remove(accountId, passkey.id, post.actor)) === 'not_found'
  )
    throw notFound('This passkey is already removed.');
  return doneReply(post, SECURITY_PATH, PASSKEYS_TEXT.doneRemoved(passkey.name));
}

/** The address of a page that answered a form, reloaded. */
const backFrom = (path: string): Page =>
  definePage({ method: 'GET', path, who: 'anyone', handle: () => redirect(SECURITY_PATH) });

export function createPasskeyPages(deps: AccountDeps): readonly Page[] {
  const by = handlerWith(deps);
  const { add: addPath, remove: removePath } = PASSKEY_ACTIONS;
  return [
    backFrom(addPath),
    definePage({ method: 'POST', path: addPath, who: 'user', recentSignIn: true, handle: by(add) }),
    ...defineConfirmedForm({
      path: removePath,
      who: 'user',
      recentSignIn: true,
      confirm: { ask: (post) => askToRemove(deps, post), backTo: () => SECURITY_PATH },
      handle: by(remove),
    }),
  ];
}
