/* One routing form: its questions and routes in order, switching it on and off, and deleting it. */
import { ACTION, CONFIRM, FORM_TEXT as TEXT, FormPage } from '../../../views/routing-forms/form-page.js';
import { ROUTING_FORMS_TEXT } from '../../../views/routing-forms/my-forms.js';
import { type Revise, withDisabled, withMovedUp } from '../../scheduling/routing-forms/edits.js';
import type { UserPost, UserRequest } from '../page.js';
import { doneReply, page, type PageOptions, type PageReply } from '../reply.js';
import { doneText } from '../request-values.js';
import {
  FORMS_PATH,
  orNotFound,
  ownForm,
  type RoutingFormPagesDeps,
  saveEdit,
  savedForm,
  targetOf,
} from './own-form.js';
import { presentForm } from './presenter.js';

export async function showForm(
  deps: RoutingFormPagesDeps,
  request: UserRequest,
  refusal?: string,
  options: PageOptions = {},
): Promise<PageReply> {
  const own = await ownForm(deps, request);
  const eventTypes = await deps.routingDesigns.eventTypes(targetOf(request));
  const props = {
    ...presentForm(own, eventTypes),
    user: request.user.account,
    crumbs: [],
    csrf: request.csrf(),
    done: doneText(request, { saved: TEXT.saved(own.form.name) }),
    refusal,
  };
  return page(<FormPage {...props} />, options);
}

function reviseOf(action: string): Revise | undefined {
  if (action === ACTION.off || action === ACTION.on) return withDisabled(action === ACTION.off);
  for (const [prefix, list] of [
    [ACTION.field, 'fields'],
    [ACTION.route, 'routes'],
  ] as const)
    if (action.startsWith(prefix)) return withMovedUp(list, action.slice(prefix.length));
  return undefined;
}

async function removeForm(deps: RoutingFormPagesDeps, request: UserPost): Promise<PageReply> {
  if (request.form.text(CONFIRM.name) !== CONFIRM.value)
    return showForm(deps, request, TEXT.unconfirmed, { status: 422 });
  const { form } = await ownForm(deps, request);
  const outcome = await deps.routingDesigns.remove(targetOf(request), request.actor);
  orNotFound(outcome === 'removed' ? outcome : undefined);
  return doneReply(request, FORMS_PATH, ROUTING_FORMS_TEXT.removed(form.name));
}

export async function changeForm(deps: RoutingFormPagesDeps, request: UserPost): Promise<PageReply> {
  const action = request.form.text(ACTION.name);
  if (action === ACTION.remove) return removeForm(deps, request);
  const revise = reviseOf(action);
  if (revise === undefined) return showForm(deps, request);
  const rejection = await saveEdit(deps, request, revise);
  return rejection ? showForm(deps, request, TEXT.changed, { status: 409 }) : savedForm(request.param('id'));
}
