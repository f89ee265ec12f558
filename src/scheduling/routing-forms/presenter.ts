/* Routing forms and responses in the shape of the public API. */
import type { z } from 'zod';
import type { Action, FormResponse, FormRoute, RoutingForm } from './routing-form.js';
import type { formReply, responseReply } from './schemas.js';

type FormView = z.input<typeof formReply>;
type RouteView = NonNullable<FormView['routes']>[string];

function presentAction(action: Action): RouteView['action'] {
  if (action.kind === 'message') return { type: 'customPageMessage', value: action.text };
  if (action.kind === 'url') return { type: 'externalRedirectUrl', value: action.url };
  const { eventTypeId } = action;
  return { type: 'eventTypeRedirectUrl', value: String(eventTypeId), eventTypeId };
}

const presentRoute = ({ match, conditions, action }: Omit<FormRoute, 'id'>, position: number): RouteView => ({
  position,
  isFallback: false,
  match,
  conditions: conditions.map(({ fieldId, operator, values }) => ({ fieldId, operator, values: [...values] })),
  action: presentAction(action),
});

function presentRoutes({ routes, fallback }: RoutingForm): FormView['routes'] {
  const last = presentRoute({ match: 'all', conditions: [], action: fallback }, routes.length);
  return {
    ...Object.fromEntries(routes.map((route, at) => [route.id, presentRoute(route, at)])),
    fallback: { ...last, isFallback: true },
  };
}

const presentFields = ({ fields }: RoutingForm): FormView['fields'] =>
  Object.fromEntries(
    fields.map(({ id, options, ...field }, position) => [id, { position, ...field, options: [...options] }]),
  );

const isoTime = (instant: number): string => new Date(instant).toISOString();

export const presentForm = (form: RoutingForm): FormView => ({
  id: form.id,
  name: form.name,
  description: form.description,
  position: form.position,
  createdAt: isoTime(form.createdAt),
  updatedAt: isoTime(form.updatedAt),
  userId: form.authorId ?? 0,
  teamId: form.ofOrganization ? null : form.groupId,
  disabled: form.disabled,
  routes: presentRoutes(form),
  fields: presentFields(form),
  settings: null,
});

export const presentResponse = (response: FormResponse): z.input<typeof responseReply> => ({
  id: response.id,
  formId: response.formId,
  formFillerId: response.fillerId,
  routedToBookingUid: response.bookingUid,
  response: Object.fromEntries(
    Object.entries(response.answers).map(([id, { label, value }]) => [
      id,
      { label, value: typeof value === 'object' ? [...value] : value },
    ]),
  ),
  createdAt: isoTime(response.createdAt),
});
