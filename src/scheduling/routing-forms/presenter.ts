/* Routing forms and responses as the public API shows them. */
import type { z } from 'zod';
import type { Action, FormResponse, FormRoute, RoutingForm } from './routing-form.js';
import type { formReply, responseReply } from './schemas.js';

type ShownForm = z.input<typeof formReply>;
type ShownRoute = NonNullable<ShownForm['routes']>[string];

function shownAction(action: Action): ShownRoute['action'] {
  if (action.kind === 'message') return { type: 'customPageMessage', value: action.text };
  if (action.kind === 'url') return { type: 'externalRedirectUrl', value: action.url };
  const { eventTypeId } = action;
  return { type: 'eventTypeRedirectUrl', value: String(eventTypeId), eventTypeId };
}

const shownRoute = ({ match, conditions, action }: Omit<FormRoute, 'id'>, position: number): ShownRoute => ({
  position,
  isFallback: false,
  match,
  conditions: conditions.map(({ fieldId, operator, values }) => ({ fieldId, operator, values: [...values] })),
  action: shownAction(action),
});

function shownRoutes({ routes, fallback }: RoutingForm): ShownForm['routes'] {
  const last = shownRoute({ match: 'all', conditions: [], action: fallback }, routes.length);
  return {
    ...Object.fromEntries(routes.map((route, at) => [route.id, shownRoute(route, at)])),
    fallback: { ...last, isFallback: true },
  };
}

const shownFields = ({ fields }: RoutingForm): ShownForm['fields'] =>
  Object.fromEntries(
    fields.map(({ id, options, ...field }, position) => [id, { position, ...field, options: [...options] }]),
  );

const isoTime = (instant: number): string => new Date(instant).toISOString();

export const shownForm = (form: RoutingForm): ShownForm => ({
  id: form.id,
  name: form.name,
  description: form.description,
  position: form.position,
  createdAt: isoTime(form.createdAt),
  updatedAt: isoTime(form.updatedAt),
  userId: form.authorId ?? 0,
  teamId: form.ofOrganization ? null : form.placeId,
  disabled: form.disabled,
  routes: shownRoutes(form),
  fields: shownFields(form),
  settings: null,
});

export const shownResponse = (response: FormResponse): z.input<typeof responseReply> => ({
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
