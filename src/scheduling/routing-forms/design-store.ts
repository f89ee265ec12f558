/*
 * The port of routing forms for administrators of their team or organization, who edit them. Every query filters by
 * administrator. Adapter: adapters/knex/routing-forms/form-designs.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { GroupView } from '../memberships/own-store.js';
import type { Revise, Revised } from './edits.js';
import type { FormDefinition, FormResponse, RoutingForm } from './routing-form.js';

/** A group in which the user may create forms. */
export interface FormGroup {
  readonly id: number;
  readonly group: GroupView;
}

export interface OwnForm {
  readonly form: RoutingForm;
  readonly group: GroupView;
  readonly responses: number;
}

/** An event type that a route may lead to. */
export interface EventTypeChoice {
  readonly id: number;
  readonly title: string;
  readonly teamName: string;
}

export interface FormDraft {
  readonly id: string;
  readonly groupId: number;
  readonly definition: FormDefinition;
  /** How many forms the group may have, including this one. */
  readonly most: number;
}

export interface DesignTarget {
  /** The administrator. */
  readonly accountId: number;
  readonly formId: string;
}

/** `changed_meanwhile`: it has another version than the edited one. */
export type DesignOutcome =
  | { readonly kind: 'saved'; readonly form: RoutingForm }
  | Exclude<Revised, { kind: 'revised' }>
  | { readonly kind: 'changed_meanwhile' }
  | { readonly kind: 'unknown_event_type' };

export interface RoutingDesignStore {
  groups(accountId: number): Promise<readonly FormGroup[]>;
  /** By group, then by position. */
  list(accountId: number): Promise<readonly OwnForm[]>;
  find(target: DesignTarget): Promise<OwnForm | undefined>;
  /** Of the form's team, or of all teams of its organization, by title. */
  eventTypes(target: DesignTarget): Promise<readonly EventTypeChoice[]>;
  /** Undefined when the user does not administer the group. */
  create(accountId: number, draft: FormDraft, actor: Actor): Promise<RoutingForm | 'too_many' | undefined>;
  /** Undefined when the user has no such form. */
  change(
    target: DesignTarget & { readonly version: number },
    revise: Revise,
    actor: Actor,
  ): Promise<DesignOutcome | undefined>;
  /** With its responses. */
  remove(target: DesignTarget, actor: Actor): Promise<'removed' | 'not_found'>;
  /** The next ones after an id, oldest first, without queued ones. */
  responsesAfter(target: DesignTarget, afterId: number, limit: number): Promise<readonly FormResponse[]>;
}
