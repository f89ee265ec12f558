/* `/settings/routing-forms/:id`: one form, its order, its name, whether it is switched on, and its end. */
import type Router from 'koa-router';
import { ACTION, CONFIRM, FORM_TEXT, FormPage } from '../../../views/routing-forms/form-page.js';
import { FormHeadPage, type HeadFaults } from '../../../views/routing-forms/my-forms.js';
import { ROUTE_TEXT } from '../../../views/routing-forms/route-form.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import type { OwnForm } from '../../scheduling/routing-forms/design-store.js';
import { switched, withHead, withMovedUp } from '../../scheduling/routing-forms/edits.js';
import type { Revise } from '../../scheduling/routing-forms/edits.js';
import { groupName } from './list-pages.js';
import {
  actorOf,
  crumbsTo,
  FORM,
  formPath,
  FORMS_PATH,
  orNotFound,
  ownForm,
  page,
  posted,
  sentences,
  targetOf,
  textIn,
  versionIn,
} from './page-deps.js';
import type { Post, RoutingFormPagesDeps, Visit } from './page-deps.js';
import { presentFallback, presentFields, presentRoutes } from './presenter.js';

interface Said {
  readonly status?: 409 | 422;
  readonly refusal?: string;
}

async function showForm(
  visit: Visit,
  deps: RoutingFormPagesDeps,
  { status, refusal }: Said = {},
): Promise<void> {
  const { ctx, account } = visit;
  const own = await ownForm(deps, visit);
  const choices = await deps.routingDesigns.eventTypes(targetOf(visit));
  const path = formPath(own.form.id);
  const props = {
    user: account,
    crumbs: crumbsTo(own).slice(0, 1),
    csrf: deps.csrf.csrfField(ctx),
    action: `${path}/acts`,
    version: own.form.version,
    form: { ...own.form, groupName: groupName(own.place), responses: own.responses },
    fields: presentFields(own.form),
    routes: presentRoutes(own.form, choices),
    fallback: presentFallback(own.form, choices),
    to: {
      edit: `${path}/edit`,
      newField: `${path}/fields/new`,
      newRoute: `${path}/routes/new`,
      responses: `${path}/responses.csv`,
    },
    done: ctx.query.done === 'saved' ? FORM_TEXT.saved : undefined,
    refusal,
  };
  sendPage(ctx, status ?? 200, <FormPage {...props} />);
}

function reviseOf(act: string): Revise | undefined {
  if (act === ACTION.off || act === ACTION.on) return switched(act === ACTION.off);
  if (act.startsWith(ACTION.field)) return withMovedUp('fields', act.slice(ACTION.field.length));
  return act.startsWith(ACTION.route) ? withMovedUp('routes', act.slice(ACTION.route.length)) : undefined;
}

async function removeForm(post: Post, deps: RoutingFormPagesDeps): Promise<void> {
  if (post.form.text(CONFIRM.name) !== CONFIRM.value)
    return showForm(post, deps, { status: 422, refusal: FORM_TEXT.unconfirmed });
  const gone = await deps.routingDesigns.remove(targetOf(post), actorOf(post));
  orNotFound(gone === 'removed' ? gone : undefined);
  redirectAfterPost(post.ctx, `${FORMS_PATH}?done=removed`);
}

async function act(post: Post, deps: RoutingFormPagesDeps): Promise<void> {
  const what = post.form.text(ACTION.name);
  if (what === ACTION.remove) return removeForm(post, deps);
  const revise = reviseOf(what);
  if (revise === undefined) return showForm(post, deps);
  const target = { ...targetOf(post), version: versionIn(post.form) };
  const outcome = orNotFound(await deps.routingDesigns.change(target, revise, actorOf(post)));
  if (outcome.kind !== 'saved') return showForm(post, deps, { status: 409, refusal: FORM_TEXT.changed });
  redirectAfterPost(post.ctx, `${formPath(target.formId)}?done=saved`);
}

interface Head {
  readonly name: string;
  readonly description: string;
}

interface HeadRefused {
  readonly status: 409 | 422;
  readonly faults?: HeadFaults;
  readonly refusal?: string;
}

function showHead(
  { ctx, account }: Visit,
  { csrf }: RoutingFormPagesDeps,
  own: OwnForm,
  { typed, refused }: { readonly typed: Head; readonly refused?: HeadRefused },
): void {
  const { form } = own;
  const props = {
    user: account,
    crumbs: crumbsTo(own),
    csrf: csrf.csrfField(ctx),
    action: formPath(form.id),
    backTo: formPath(form.id),
    values: { ...typed, group: '' },
    faults: refused?.faults ?? {},
    refusal: refused?.refusal,
    editing: { name: form.name, version: form.version },
  };
  sendPage(ctx, refused?.status ?? 200, <FormHeadPage {...props} />);
}

const SUBJECTS = { name: 'The name', description: 'The description' };

async function saveHead(post: Post, deps: RoutingFormPagesDeps): Promise<void> {
  const typed = { name: textIn(post.form, 'name'), description: textIn(post.form, 'description') };
  const head = { name: typed.name, description: typed.description === '' ? null : typed.description };
  const target = { ...targetOf(post), version: versionIn(post.form) };
  const outcome = orNotFound(await deps.routingDesigns.change(target, withHead(head), actorOf(post)));
  if (outcome.kind === 'saved') {
    redirectAfterPost(post.ctx, `${formPath(target.formId)}?done=saved`);
    return;
  }
  const refused: HeadRefused =
    outcome.kind === 'refused'
      ? { status: 422, faults: sentences(outcome.faults, SUBJECTS) }
      : { status: 409, refusal: ROUTE_TEXT.changed };
  showHead(post, deps, await ownForm(deps, post), { typed, refused });
}

export function addFormPages(router: Router, deps: RoutingFormPagesDeps): void {
  router.get(
    FORM,
    page(deps, (visit) => showForm(visit, deps)),
  );
  router.post(
    `${FORM}/acts`,
    posted(deps, (post) => act(post, deps)),
  );
  router.get(
    `${FORM}/edit`,
    page(deps, async (visit) => {
      const own = await ownForm(deps, visit);
      const { name, description } = own.form;
      showHead(visit, deps, own, { typed: { name, description: description ?? '' } });
    }),
  );
  router.post(
    FORM,
    posted(deps, (post) => saveHead(post, deps)),
  );
}
