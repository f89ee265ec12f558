/*
 * Use cases of routing forms: results of the store become values or errors. Everything is checked before anything is
 * stored.
 */
import type { z } from 'zod';
import { present } from '../../present.js';
import type { Actor } from '../../events/audit-log.js';
import type { AppError } from '../../errors.js';
import { conflict, invalidInput, notFound } from '../../errors.js';
import { offer } from '../slots/offer.js';
import type { SlotDeps } from '../slots/offer.js';
import { bookable } from '../slots/slot-query.js';
import type { offerQuery, queueableOfferQuery } from '../slots/schemas.js';
import { chooseRoute } from './choose-route.js';
import { readAnswers } from './read-answers.js';
import type { AnswerInputs } from './read-answers.js';
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
const MAX_ATTEMPTS = 5;

export const noForm = (): AppError => notFound('There is no routing form with this id here.');
export const noResponse = (): AppError => notFound('This form has no response with this id.');
const noEventType = ({ kind }: Action): AppError =>
  conflict('With these answers the form does not lead to an event type, so there are no slots.', {
    leadsTo: kind,
  });

const orNoForm = <T>(result: T | undefined): T => {
  if (result === undefined) throw noForm();
  return result;
};

async function openForm({ routingForms }: RoutingFormDeps, target: FormTarget): Promise<RoutingForm> {
  const form = orNoForm(await routingForms.find(target));
  if (form.disabled) throw conflict('This form is disabled and accepts no answers.');
  return form;
}

type RoutedAnswers = Pick<NewResponse, 'answers' | 'action' | 'fallback'>;

function checkedAnswers(...input: Parameters<typeof readAnswers>): Answers {
  const { answers, faults } = readAnswers(...input);
  if (faults.length > 0) throw invalidInput(faults);
  return answers;
}

function route(form: RoutingForm, inputs: AnswerInputs): RoutedAnswers {
  const answers = checkedAnswers(form.fields, inputs);
  const chosen = chooseRoute(form, answers);
  return { answers, action: chosen?.action ?? form.fallback, fallback: chosen === undefined };
}

type Destination = Omit<Routed, 'routing'> & { readonly teamMemberIds: readonly number[] };

async function destinationOf(deps: RoutingFormDeps, action: Action, query: OfferQuery): Promise<Destination> {
  if (action.kind === 'message') return { routingCustomMessage: action.text, teamMemberIds: [] };
  if (action.kind === 'url') return { routingExternalRedirectUrl: action.url, teamMemberIds: [] };
  const { eventTypeId } = action;
  const eventType = bookable(await deps.slots.find({ kind: 'id', eventTypeId }));
  return { eventTypeId, slots: await offer(deps, eventType, query), teamMemberIds: eventType.hostIds };
}

export async function calculateSlots(
  deps: RoutingFormDeps,
  target: FormTarget,
  { inputs, query }: { readonly inputs: AnswerInputs; readonly query: OfferQuery },
): Promise<z.input<typeof calculatedReply>> {
  const { action } = route(await openForm(deps, target), inputs);
  const { eventTypeId, slots } = await destinationOf(deps, action, query);
  if (eventTypeId === undefined || slots === undefined) throw noEventType(action);
  return { eventTypeId, slots };
}

interface Submission {
  readonly inputs: AnswerInputs;
  readonly query: z.output<typeof queueableOfferQuery>;
  readonly actor: Actor;
}

function newResponse(
  { random }: RoutingFormDeps,
  { version }: RoutingForm,
  { routed, queued }: { readonly routed: RoutedAnswers; readonly queued: boolean },
): NewResponse {
  const newId = () => random(ID_BYTES).toString('base64url');
  return { version, fillerId: newId(), ...routed, ...present({ queuedId: queued ? newId() : undefined }) };
}

/** Reads a form again that changes before the response is written: a response always fits the form that routed it. */
export async function respond(
  deps: RoutingFormDeps,
  target: FormTarget,
  { inputs, query, actor }: Submission,
): Promise<Routed> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const form = await openForm(deps, target);
    const routed = route(form, inputs);
    const { teamMemberIds, ...destination } = await destinationOf(deps, routed.action, query);
    const response = newResponse(deps, form, { routed, queued: query.queueResponse });
    const recorded = orNoForm(await deps.routingForms.record(target, response, actor));
    if (recorded === 'changed') continue;
    const { queuedId = null } = response;
    const responseId = queuedId === null ? recorded.id : null;
    const routing = { responseId, queuedResponseId: queuedId, teamMemberIds: [...teamMemberIds] };
    return { ...destination, routing };
  }
  throw conflict('This form is being edited at the moment. Send the answers again.');
}

export async function amendResponse(
  { routingForms }: RoutingFormDeps,
  target: ResponseTarget,
  { inputs, actor }: { readonly inputs: AnswerInputs; readonly actor: Actor },
): Promise<FormResponse> {
  const changed = await routingForms.amend(
    target,
    ({ fields }, { answers }) => checkedAnswers(fields, inputs, { current: answers, path: 'response.' }),
    actor,
  );
  if (changed === undefined) throw noResponse();
  return changed;
}
