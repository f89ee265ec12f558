/* Webhook events of a new response to a routing form. Pure. */
import { effectsOf, type EventOf } from '../../events/catalogue.js';
import type { Action, Answer, FormResponse, RoutingForm } from '../routing-forms/routing-form.js';
import type { WebhookEvent } from './webhook-event.js';

export interface FormEvent {
  readonly form: Pick<RoutingForm, 'id' | 'name' | 'groupId' | 'authorId' | 'fields'>;
  readonly response: Pick<FormResponse, 'id' | 'answers' | 'createdAt'>;
  /** Where the answers lead. */
  readonly action: Action;
  /** No route of the form fitted. */
  readonly fallback: boolean;
}

/** By the identifiers of the questions. */
function answersOf({ form, response }: FormEvent): ReadonlyMap<string, Answer> {
  const answers = form.fields.map(({ id, identifier }) => [identifier, response.answers[id]] as const);
  return new Map(answers.flatMap(([identifier, answer]) => (answer ? [[identifier, answer]] : [])));
}

/** Answers may hold personal data, so that the audit log names only the response. */
export const responseCreated = ({
  form,
  response,
  fallback,
}: FormEvent): EventOf<'routing_form_response.created'> => ({
  action: 'routing_form_response.created',
  subject: `routing_form:${form.id}`,
  facts: { responseId: response.id },
  details: { fallback },
});

export function formWebhookEvents(event: FormEvent): readonly WebhookEvent[] {
  const { form, response, action } = event;
  const answers = [...answersOf(event)];
  const responses = Object.fromEntries(
    answers.map(([name, { label, value }]) => [name, { label, value, response: value }]),
  );
  const about = { formId: form.id, formName: form.name, teamId: form.groupId, responseId: response.id };
  // Older receivers read the answers beside the facts of the form, which no question may overwrite.
  const flat = Object.fromEntries(answers.map(([name, { value }]) => [name, value]));
  const submitted = { ...flat, ...about, responses, chosenAction: action };
  const missed = { ...about, form: { id: form.id, name: form.name }, responses, fallbackAction: action };
  return (effectsOf(responseCreated(event)).triggers ?? []).map((trigger) => ({
    trigger,
    lane: `form-response:${response.id}`,
    payload: trigger === 'ROUTING_FORM_FALLBACK_HIT' ? missed : submitted,
    createdAt: new Date(response.createdAt),
  }));
}
