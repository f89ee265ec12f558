/*
 * The port of routing forms and their responses for the API. Every statement filters by scope. Adapter:
 * adapters/knex/routing-forms/routing-forms.ts, responses.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { Bounds } from '../../scopes/granted-resources.js';
import type { ListPage } from '../list-page.js';
import type { Action, Answers, FormResponse, RoutingForm } from './routing-form.js';

/** Groups of a user that were granted to the application, in organizations that admit it. */
export interface MemberScope {
  readonly memberId: number;
  readonly clientId: string;
  readonly bounds: 'all' | Bounds;
}

/** A team; an organization with its teams; or the groups of a user. */
export type FormScope = { readonly teamId: number } | { readonly organizationId: number } | MemberScope;

/** Milliseconds since the epoch; of the listed forms or responses. */
export interface ListQuery extends ListPage {
  readonly afterCreatedAt?: number;
  readonly beforeCreatedAt?: number;
  readonly afterUpdatedAt?: number;
  readonly beforeUpdatedAt?: number;
  /** Forms: one of the responses led to this booking. */
  readonly routedToBookingUid?: string;
  readonly sortCreatedAt?: 'asc' | 'desc';
  readonly sortUpdatedAt?: 'asc' | 'desc';
}

export interface FormTarget {
  readonly scope: FormScope;
  readonly formId: string;
}

export interface ResponseTarget extends FormTarget {
  readonly responseId: number;
}

export interface NewResponse {
  /** The version of the form that the answers were checked with. */
  readonly version: number;
  readonly fillerId: string;
  readonly answers: Answers;
  readonly action: Action;
  /** No route fitted. */
  readonly fallback: boolean;
  /** Of a response that is stored once it is booked. */
  readonly queuedId?: string;
}

/** Throwing rolls the transaction back. */
export type Amend = (form: RoutingForm, current: FormResponse) => Answers;

export interface RoutingFormStore {
  /** By group and position; `teamIds`: only of these teams. */
  list(
    scope: FormScope,
    query: ListQuery & { readonly teamIds?: readonly number[] },
  ): Promise<readonly RoutingForm[]>;
  find(target: FormTarget): Promise<RoutingForm | undefined>;
  /** Oldest first, without queued ones. Undefined when there is no such form. */
  responses(target: FormTarget, query: ListQuery): Promise<readonly FormResponse[] | undefined>;
  /** `changed`: the form has another version, or is disabled. */
  record(
    target: FormTarget,
    response: NewResponse,
    actor: Actor,
  ): Promise<FormResponse | 'changed' | undefined>;
  /** `amend` runs under a lock of the response. */
  amend(target: ResponseTarget, amend: Amend, actor: Actor): Promise<FormResponse | undefined>;
  /** Returns the removed response. */
  discard(target: ResponseTarget, actor: Actor): Promise<FormResponse | undefined>;
}
