/*
 * The port of routing forms, as those edit them who administer their team or organization: whoever does not finds
 * nothing. Adapter: adapters/knex/routing-forms/form-designs.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { GroupView } from '../memberships/own-store.js';
import type { Revise, Revised } from './edits.js';
import type { FormDefinition, FormResponse, RoutingForm } from './routing-form.js';

/** Where the person may make forms. */
export interface FormGroup {
  readonly id: number;
  readonly place: GroupView;
}

export interface OwnForm {
  readonly form: RoutingForm;
  readonly place: GroupView;
  readonly responses: number;
}

/** What a route may lead to. */
export interface EventTypeChoice {
  readonly id: number;
  readonly title: string;
  readonly teamName: string;
}

export interface FormDraft {
  readonly id: string;
  readonly groupId: number;
  readonly definition: FormDefinition;
  /** How many forms the place may have with it. */
  readonly most: number;
}

export interface DesignTarget {
  /** Who edits. */
  readonly accountId: number;
  readonly formId: string;
}

/** `changed_meanwhile`: it has another version than the one that was shown. */
export type DesignOutcome =
  | { readonly kind: 'saved'; readonly form: RoutingForm }
  | Exclude<Revised, { kind: 'revised' }>
  | { readonly kind: 'changed_meanwhile' }
  | { readonly kind: 'unknown_event_type' };

export interface RoutingDesignStore {
  places(accountId: number): Promise<readonly FormGroup[]>;
  /** By place, then by position. */
  list(accountId: number): Promise<readonly OwnForm[]>;
  find(target: DesignTarget): Promise<OwnForm | undefined>;
  /** Of the form's team, or of all teams of its organization, by title. */
  eventTypes(target: DesignTarget): Promise<readonly EventTypeChoice[]>;
  /** Undefined when the person does not administer the place. */
  create(accountId: number, draft: FormDraft, actor: Actor): Promise<RoutingForm | 'too_many' | undefined>;
  /** Undefined when there is no such form for them. */
  change(
    target: DesignTarget & { readonly version: number },
    revise: Revise,
    actor: Actor,
  ): Promise<DesignOutcome | undefined>;
  /** With its responses. */
  remove(target: DesignTarget, actor: Actor): Promise<'removed' | 'not_found'>;
  /** The next so many behind an id, oldest first, without those that are queued. */
  responsesBehind(target: DesignTarget, behindId: number, limit: number): Promise<readonly FormResponse[]>;
}
