/*
 * Forms that ask first: the page of the question holds the fields and sends them to the same address, now with the
 * answer. Nothing is stored, and no script is needed.
 */
import { CERTAIN, ConfirmationPage } from '../../views/parts/confirmation.js';
import { CSRF_FIELD } from '../../views/parts/forms/form.js';
import { type Confirm, definePage, type Page, type UserForm, type UserPost } from './page.js';
import { page, type PageReply, redirect } from './reply.js';
import { heldFields } from './session/proof-page.js';

/** Undefined when the form needs no question, or has its answer. */
export async function askToConfirm({ confirm }: UserForm, request: UserPost): Promise<PageReply | undefined> {
  const { form, user } = request;
  if (confirm === undefined || form.text(CERTAIN.name) === CERTAIN.value) return undefined;
  const confirmation = await confirm.ask(request);
  if (confirmation === undefined) return undefined;
  const props = {
    user: user.account,
    csrf: form.text(CSRF_FIELD),
    action: request.path,
    held: heldFields(form),
    backTo: confirm.backTo(request),
  };
  return page(<ConfirmationPage {...confirmation} {...props} />);
}

type ConfirmedForm = Omit<UserForm, 'method'> & { readonly confirm: Confirm };

/** The form, and its address for a browser that requests the question again by GET. */
export const defineConfirmedForm = (form: ConfirmedForm): readonly Page[] => [
  definePage({
    method: 'GET',
    path: form.path,
    who: form.who,
    handle: (request) => redirect(form.confirm.backTo(request)),
  }),
  definePage({ ...form, method: 'POST' }),
];
