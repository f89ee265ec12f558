/*
 * Answering a form, and what both doors do with forms and responses: the store's answers as values, or as refusals.
 * Everything that can be refused is refused before anything is kept.
 */
import type { z } from 'zod';
import type { Actor } from '../../events/audit-log.js';
import type { AppError } from '../../errors.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import { offer } from '../slots/offer.js';
import type { SlotDeps } from '../slots/offer.js';
import { bookable } from '../slots/slot-query.js';
import type { offerQuery, queueableOfferQuery } from '../slots/schemas.js';
import { chosenRoute } from './chosen-route.js';
import { readAnswers } from './read-answers.js';
import type { SentAnswers } from './read-answers.js';
import type { Action, Answers, FormResponse, RoutingForm } from './routing-form.js';
import type { calculatedReply, routedReply } from './schemas.js';
import type { FormTarget, NewResponse, ResponseTarget, RoutingFormStore } from './store.js';

export interface RoutingFormDeps extends SlotDeps {
  readonly routingForms: RoutingFormStore;
  readonly random: (bytes: number) => Buffer;
}

type Routed = z.input<typeof routedReply>;
type OfferQuery = z.output<typeof offerQuery>;

const ID_BYTES = 16;
const TRIES = 5;

export const noForm = (): AppError => notFound('There is no routing form with this id here.');
export const noResponse = (): AppError => notFound('This form has no response with this id.');
const isOff = (): AppError => conflict('This form is disabled and accepts no answers.');
const leadsElsewhere = ({ kind }: Action): AppError =>
  conflict('With these answers the form leads to no event type, so that there are no slots.', {
    leadsTo: kind,
  });
const keepsChanging = (): AppError => conflict('This form is being edited just now. Send the answers again.');

const orNoForm = <T>(found: T | undefined): T => {
  if (found === undefined) throw noForm();
  return found;
};

async function openForm({ routingForms }: RoutingFormDeps, target: FormTarget): Promise<RoutingForm> {
  const form = orNoForm(await routingForms.find(target));
  if (form.disabled) throw isOff();
  return form;
}

interface Route {
  readonly answers: Answers;
  readonly action: Action;
  /** No route fitted. */
  readonly fallback: boolean;
}

function route(form: RoutingForm, sent: SentAnswers): Route {
  const { answers, faults } = readAnswers(form.fields, sent);
  if (faults.length > 0) throw invalidInput(faults);
  const chosen = chosenRoute(form, answers);
  return { answers, action: chosen?.action ?? form.fallback, fallback: chosen === undefined };
}

type Destination = Omit<Routed, 'routing'> & { readonly teamMemberIds: readonly number[] };

async function destinationOf(deps: RoutingFormDeps, action: Action, query: OfferQuery): Promise<Destination> {
  if (action.kind === 'message') return { routingCustomMessage: action.text, teamMemberIds: [] };
  if (action.kind === 'url') return { routingExternalRedirectUrl: action.url, teamMemberIds: [] };
  const { eventTypeId } = action;
  const asked = bookable(await deps.slots.find({ kind: 'id', eventTypeId }));
  return { eventTypeId, slots: await offer(deps, asked, query), teamMemberIds: asked.hostIds };
}

export async function calculateSlots(
  deps: RoutingFormDeps,
  target: FormTarget,
  { sent, query }: { readonly sent: SentAnswers; readonly query: OfferQuery },
): Promise<z.input<typeof calculatedReply>> {
  const { action } = route(await openForm(deps, target), sent);
  const { eventTypeId, slots } = await destinationOf(deps, action, query);
  if (eventTypeId === undefined || slots === undefined) throw leadsElsewhere(action);
  return { eventTypeId, slots };
}

interface Answering {
  readonly sent: SentAnswers;
  readonly query: z.output<typeof queueableOfferQuery>;
  readonly actor: Actor;
}

function newResponse(
  { random }: RoutingFormDeps,
  { version }: RoutingForm,
  { route: chosen, queued }: { readonly route: Route; readonly queued: boolean },
): NewResponse {
  const name = () => random(ID_BYTES).toString('base64url');
  return { version, fillerId: name(), ...chosen, ...(queued ? { queuedId: name() } : {}) };
}

/** A form that changes between reading and writing is read again: a response always fits the form that routed it. */
export async function respond(
  deps: RoutingFormDeps,
  target: FormTarget,
  { sent, query, actor }: Answering,
): Promise<Routed> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const form = await openForm(deps, target);
    const chosen = route(form, sent);
    const { teamMemberIds, ...destination } = await destinationOf(deps, chosen.action, query);
    const response = newResponse(deps, form, { route: chosen, queued: query.queueResponse });
    const kept = orNoForm(await deps.routingForms.record(target, response, actor));
    if (kept === 'changed') continue;
    const { queuedId = null } = response;
    const responseId = queuedId === null ? kept.id : null;
    const routing = { responseId, queuedResponseId: queuedId, teamMemberIds: [...teamMemberIds] };
    return { ...destination, routing };
  }
  throw keepsChanging();
}

export async function amendResponse(
  { routingForms }: RoutingFormDeps,
  target: ResponseTarget,
  { sent, actor }: { readonly sent: SentAnswers; readonly actor: Actor },
): Promise<FormResponse> {
  const changed = await routingForms.amend(
    target,
    ({ fields }, { answers: current }) => {
      const { answers, faults } = readAnswers(fields, sent, { current, path: 'response.' });
      if (faults.length > 0) throw invalidInput(faults);
      return answers;
    },
    actor,
  );
  if (changed === undefined) throw noResponse();
  return changed;
}
