/* One route of a routing form; `new` adds one, `fallback` applies when no route matches. */
import { REMOVE } from '../../../views/routing-forms/edit-page.js';
import {
  MORE,
  ROUTE_TEXT,
  RouteFormPage,
  type RouteFormProps,
  type RouteValues,
} from '../../../views/routing-forms/route-form.js';
import { notFound } from '../../errors.js';
import type { EventTypeChoice } from '../../scheduling/routing-forms/design-store.js';
import { type Revise, withFallback, withoutRoute, withRoute } from '../../scheduling/routing-forms/edits.js';
import type { RoutingForm } from '../../scheduling/routing-forms/routing-form.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import {
  editProps,
  formPath,
  ownForm,
  type Rejection,
  type RoutingFormPagesDeps,
  saveEdit,
  savedForm,
  statusOf,
  targetOf,
} from './own-form.js';
import { actionOf, routeOf, typedIn, valuesOf, withBlankRow, withoutBlankRows } from './route-form.js';

const ID_BYTES = 8;
const NEW = 'new';
const FALLBACK = 'fallback';
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

interface RoutePart {
  readonly title: string;
  readonly values: RouteValues;
}

/** Undefined for an unknown route. */
function findPart(part: string, { routes, fallback }: RoutingForm): RoutePart | undefined {
  if (part === FALLBACK)
    return {
      title: ROUTE_TEXT.fallback,
      values: valuesOf({ match: 'all', conditions: [], action: fallback }),
    };
  const blank = { match: 'all', conditions: [], action: { kind: 'event_type', eventTypeId: 0 } } as const;
  if (part === NEW) return { title: ROUTE_TEXT.create, values: valuesOf(blank) };
  const index = routes.findIndex(({ id }) => id === part);
  const route = routes[index];
  return route && { title: ROUTE_TEXT.edit(index + 1), values: valuesOf(route) };
}

const choicesOf = (
  { fields }: RoutingForm,
  eventTypes: readonly EventTypeChoice[],
): Pick<RouteFormProps, 'questions' | 'eventTypes'> => ({
  questions: fields.map(({ id, label }) => ({ value: id, label })),
  eventTypes: eventTypes.map(({ id, title, teamName }) => ({
    value: String(id),
    label: `${title} (${teamName})`,
  })),
});

/** With typed values, a route that was removed in the meantime is offered as a new one. */
export async function showRoute(
  deps: RoutingFormPagesDeps,
  request: UserRequest,
  typed?: RouteValues,
  rejection?: Rejection,
): Promise<PageReply> {
  const own = await ownForm(deps, request);
  const requested = request.param('part');
  const part = typed !== undefined && findPart(requested, own.form) === undefined ? NEW : requested;
  const route = findPart(part, own.form);
  if (route === undefined) throw notFound();
  const props = {
    ...editProps(request, own, rejection),
    ...choicesOf(own.form, await deps.routingDesigns.eventTypes(targetOf(request))),
    action: `${formPath(own.form.id)}/routes/${encodeURIComponent(part)}`,
    title: route.title,
    fallback: part === FALLBACK,
    removable: part !== FALLBACK && part !== NEW,
    values: typed ?? withBlankRow(route.values),
  };
  return page(<RouteFormPage {...props} />, statusOf(rejection));
}

function reviseOf(deps: RoutingFormPagesDeps, { form, param }: UserPost, typed: RouteValues): Revise {
  const part = param('part');
  if (part === FALLBACK) return withFallback(actionOf(typed));
  if (form.text(REMOVE.name) === REMOVE.value) return withoutRoute(part);
  const isNew = part === NEW;
  return withRoute(routeOf(isNew ? deps.random(ID_BYTES).toString('hex') : part, typed), { isNew });
}

export async function saveRoute(deps: RoutingFormPagesDeps, request: UserPost): Promise<PageReply> {
  const { form, param } = request;
  if (form.text(MORE.name) === MORE.value) return showRoute(deps, request, withBlankRow(typedIn(form)));
  const typed = withoutBlankRows(typedIn(form));
  const rejection = await saveEdit(deps, request, reviseOf(deps, request, typed), SUBJECTS);
  if (rejection === undefined) return savedForm(param('id'));
  return showRoute(deps, request, param('part') === FALLBACK ? typed : withBlankRow(typed), rejection);
}
