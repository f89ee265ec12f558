/*
 * `/settings/routing-forms/:id/routes/:part`: one route of a form; `new` is one more, and `fallback` says where everybody
 * else goes.
 */
import type Router from 'koa-router';
import { REMOVE } from '../../../views/routing-forms/field-form.js';
import {
  MORE,
  ROUTE_TEXT,
  type RouteFaults,
  RouteFormPage,
  type RouteValues,
} from '../../../views/routing-forms/route-form.js';
import { notFound } from '../../errors.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import type { DesignOutcome, OwnForm } from '../../scheduling/routing-forms/design-store.js';
import { withFallback, withoutRoute, withRoute } from '../../scheduling/routing-forms/edits.js';
import type { Revise } from '../../scheduling/routing-forms/edits.js';
import { CONDITIONS_PER_ROUTE } from '../../scheduling/routing-forms/rules.js';
import {
  actorOf,
  crumbsTo,
  FORM,
  formPath,
  orNotFound,
  ownForm,
  page,
  paramOf,
  posted,
  sentences,
  targetOf,
  versionIn,
} from './page-deps.js';
import type { Post, RoutingFormPagesDeps, Visit } from './page-deps.js';
import {
  actionOf,
  again,
  BLANK,
  ROUTE_LISTS,
  routeOf,
  typedIn,
  unknownEventType,
  valuesOf,
} from './route-form.js';

const ID_BYTES = 8;
const NEW = 'new';
const FALLBACK = 'fallback';

interface Shown {
  readonly title: string;
  readonly values: RouteValues;
}

/** Undefined for a route that is not there. */
function membershipPart(part: string, { form }: OwnForm): Shown | undefined {
  const action = form.fallback;
  if (part === FALLBACK)
    return { title: ROUTE_TEXT.fallback, values: valuesOf({ match: 'all', conditions: [], action }) };
  const fresh = { match: 'all', conditions: [], action: { kind: 'event_type', eventTypeId: 0 } } as const;
  if (part === NEW) return { title: ROUTE_TEXT.create, values: valuesOf(fresh) };
  const at = form.routes.findIndex(({ id }) => id === part);
  const route = form.routes[at];
  return route && { title: ROUTE_TEXT.edit(at + 1), values: valuesOf(route) };
}

/** With a row to fill in, as long as another one is allowed. */
function withRow(values: RouteValues): RouteValues {
  const { conditions } = values;
  const isFull = conditions.length >= CONDITIONS_PER_ROUTE;
  return isFull ? values : { ...values, conditions: [...conditions, BLANK] };
}

interface Again {
  readonly status: 200 | 409 | 422;
  readonly typed: RouteValues;
  readonly faults?: RouteFaults;
  readonly refusal?: string;
}

async function show(visit: Visit, deps: RoutingFormPagesDeps, shown?: Again): Promise<void> {
  const own = await ownForm(deps, visit);
  const asked = paramOf(visit, 'part');
  const part = shown !== undefined && membershipPart(asked, own) === undefined ? NEW : asked;
  const standing = membershipPart(part, own);
  if (standing === undefined) throw notFound();
  const eventTypes = await deps.routingDesigns.eventTypes(targetOf(visit));
  const backTo = formPath(own.form.id);
  const props = {
    user: visit.account,
    crumbs: crumbsTo(own),
    csrf: deps.csrf.csrfField(visit.ctx),
    action: `${backTo}/routes/${encodeURIComponent(part)}`,
    backTo,
    version: own.form.version,
    title: standing.title,
    fallback: part === FALLBACK,
    removable: part !== FALLBACK && part !== NEW,
    values: shown?.typed ?? withRow(standing.values),
    questions: own.form.fields.map(({ id, label }) => ({ value: id, label })),
    eventTypes: eventTypes.map(({ id, title, teamName }) => ({
      value: String(id),
      label: `${title} (${teamName})`,
    })),
    faults: shown?.faults ?? {},
    refusal: shown?.refusal,
  };
  sendPage(visit.ctx, shown?.status ?? 200, <RouteFormPage {...props} />);
}

function reviseOf(part: string, { form }: Post, typed: RouteValues, newId: string): Revise {
  if (part === FALLBACK) return withFallback(actionOf(typed));
  if (form.text(REMOVE.name) === REMOVE.value) return withoutRoute(part);
  const isNew = part === NEW;
  return withRoute(routeOf(isNew ? newId : part, typed), { isNew });
}

const SUBJECTS = {
  conditions: 'The conditions',
  field: 'The question',
  operator: 'The comparison',
  value: 'The value',
  message: 'The message',
  url: 'The address',
  event_type: 'The event type',
  route: 'This route',
};

function refusedAs(outcome: Exclude<DesignOutcome, { kind: 'saved' }>, typed: RouteValues): Again {
  if (outcome.kind === 'refused') return { status: 422, typed, faults: sentences(outcome.faults, SUBJECTS) };
  if (outcome.kind === 'unknown_event_type')
    return { status: 422, typed, faults: sentences(unknownEventType(), SUBJECTS) };
  return { status: 409, typed, refusal: ROUTE_TEXT.changed };
}

async function save(post: Post, deps: RoutingFormPagesDeps): Promise<void> {
  const part = paramOf(post, 'part');
  const typed = again(typedIn(post.form));
  if (post.form.text(MORE.name) === MORE.value)
    return show(post, deps, { status: 200, typed: withRow(typedIn(post.form)) });
  const newId = deps.random(ID_BYTES).toString('hex');
  const target = { ...targetOf(post), version: versionIn(post.form) };
  const revise = reviseOf(part, post, typed, newId);
  const outcome = orNotFound(await deps.routingDesigns.change(target, revise, actorOf(post)));
  if (outcome.kind === 'saved') {
    redirectAfterPost(post.ctx, `${formPath(target.formId)}?done=saved`);
    return;
  }
  return show(post, deps, refusedAs(outcome, part === FALLBACK ? typed : withRow(typed)));
}

export function addRoutePages(router: Router, deps: RoutingFormPagesDeps): void {
  const path = `${FORM}/routes/:part`;
  router.get(
    path,
    page(deps, (visit) => show(visit, deps)),
  );
  router.post(
    path,
    posted(deps, (post) => save(post, deps), ROUTE_LISTS),
  );
}
