/* A response to a routing form, as webhooks hear it. Pure. */
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

/** By what programs call the question. */
function answersOf({ form, response }: FormEvent): ReadonlyMap<string, Answer> {
  const given = form.fields.map(({ id, identifier }) => [identifier, response.answers[id]] as const);
  return new Map(given.flatMap(([identifier, answer]) => (answer ? [[identifier, answer]] : [])));
}

export function formWebhookEvents(event: FormEvent): readonly WebhookEvent[] {
  const { form, response, action, fallback } = event;
  const answers = [...answersOf(event)];
  const responses = Object.fromEntries(
    answers.map(([name, { label, value }]) => [name, { label, value, response: value }]),
  );
  const about = { formId: form.id, formName: form.name, teamId: form.groupId, responseId: response.id };
  const told = { lane: `form-response:${response.id}`, createdAt: new Date(response.createdAt) };
  // Receivers of old read the answers beside the form's own facts, which no question may take the place of.
  const flat = Object.fromEntries(answers.map(([name, { value }]) => [name, value]));
  const submitted = { ...flat, ...about, responses, chosenAction: action };
  const missed = { ...about, form: { id: form.id, name: form.name }, responses, fallbackAction: action };
  return [
    { ...told, trigger: 'FORM_SUBMITTED', payload: submitted },
    ...(fallback ? [{ ...told, trigger: 'ROUTING_FORM_FALLBACK_HIT' as const, payload: missed }] : []),
  ];
}
