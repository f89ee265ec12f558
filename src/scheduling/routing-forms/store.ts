/*
 * The port of routing forms and their responses, as the API reaches them. Where a form is looked for is a condition of
 * every statement: what is not there is not found. Adapter: adapters/knex/routing-forms/routing-forms.ts, responses.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { Bounds } from '../../scopes/granted-resources.js';
import type { Action, Answers, FormResponse, RoutingForm } from './routing-form.js';

/** Of the places of a person what one application was given, and where the organization admits it. */
export interface MemberScope {
  readonly memberId: number;
  readonly clientId: string;
  readonly bounds: 'all' | Bounds;
}

/** A team; an organization with its teams; or what a person is a member of. */
export type FormScope = { readonly teamId: number } | { readonly organizationId: number } | MemberScope;

export type Direction = 'asc' | 'desc';

/** Milliseconds since the epoch; of the form, or of the response, that is listed. */
export interface ListQuery {
  readonly afterCreatedAt?: number;
  readonly beforeCreatedAt?: number;
  readonly afterUpdatedAt?: number;
  readonly beforeUpdatedAt?: number;
  /** Of forms: one of its responses led there. */
  readonly routedToBookingUid?: string;
  readonly sortCreatedAt?: Direction;
  readonly sortUpdatedAt?: Direction;
  readonly take: number;
  readonly skip: number;
}

export interface FormTarget {
  readonly scope: FormScope;
  readonly formId: string;
}

export interface ResponseTarget extends FormTarget {
  readonly responseId: number;
}

export interface NewResponse {
  /** That the answers were read by; a form that has changed since is another one. */
  readonly version: number;
  readonly fillerId: string;
  readonly answers: Answers;
  readonly action: Action;
  /** No route of the form fitted. */
  readonly fallback: boolean;
  /** Of a response that waits for its booking. */
  readonly queuedId?: string;
}

/** Throws what ends the transaction. */
export type Amend = (form: RoutingForm, current: FormResponse) => Answers;

export interface RoutingFormStore {
  /** In the order of their places and of their positions there; `teamIds`: of these teams alone. */
  list(
    scope: FormScope,
    query: ListQuery & { readonly teamIds?: readonly number[] },
  ): Promise<readonly RoutingForm[]>;
  find(target: FormTarget): Promise<RoutingForm | undefined>;
  /** Oldest first, without those that are queued. Undefined when there is no such form. */
  responses(target: FormTarget, query: ListQuery): Promise<readonly FormResponse[] | undefined>;
  /** `changed`: the form, or it was switched off. */
  record(
    target: FormTarget,
    response: NewResponse,
    actor: Actor,
  ): Promise<FormResponse | 'changed' | undefined>;
  /** On what stands when nobody else changes it. */
  amend(target: ResponseTarget, amend: Amend, actor: Actor): Promise<FormResponse | undefined>;
  /** Gives what was removed. */
  discard(target: ResponseTarget, actor: Actor): Promise<FormResponse | undefined>;
}
