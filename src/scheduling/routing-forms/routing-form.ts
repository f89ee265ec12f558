/*
 * What a routing form is: questions, and where the answers lead. Routes are tried in their order, and whoever fits none
 * of them goes where the fallback says. All instants are milliseconds since the epoch.
 */

export const FIELD_TYPES = [
  'text',
  'textarea',
  'number',
  'email',
  'phone',
  'url',
  'select',
  'radio',
  'multiselect',
  'checkbox',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export interface FormField {
  readonly id: string;
  readonly label: string;
  /** What programs call it; once in a form. */
  readonly identifier: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** To choose from; empty where the answer is typed. */
  readonly options: readonly string[];
}

export const OPERATORS = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'any_of',
  'none_of',
  'greater',
  'less',
  'empty',
  'not_empty',
] as const;
export type Operator = (typeof OPERATORS)[number];

export interface Condition {
  readonly fieldId: string;
  readonly operator: Operator;
  /** None for `empty` and `not_empty`, some for `any_of` and `none_of`, one for the others. */
  readonly values: readonly string[];
}

export type Action =
  | { readonly kind: 'event_type'; readonly eventTypeId: number }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'url'; readonly url: string };

export interface FormRoute {
  readonly id: string;
  /** How many of the conditions have to hold; there is at least one. */
  readonly match: 'all' | 'any';
  readonly conditions: readonly Condition[];
  readonly action: Action;
}

/** What people write of a form. */
export interface FormDefinition {
  readonly name: string;
  readonly description: string | null;
  readonly disabled: boolean;
  readonly fields: readonly FormField[];
  readonly routes: readonly FormRoute[];
  readonly fallback: Action;
}

export interface RoutingForm extends FormDefinition {
  readonly id: string;
  /** Whose it is: a team, or an organization. */
  readonly groupId: number;
  readonly ofOrganization: boolean;
  /** Who made it; null when they are gone. */
  readonly authorId: number | null;
  readonly position: number;
  /** Another number with each change. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type AnswerValue = string | number | readonly string[];

export interface Answer {
  /** Of the field when it was answered. */
  readonly label: string;
  readonly value: AnswerValue;
}

/** By the id of the field; without those that were left open. */
export type Answers = Readonly<Record<string, Answer>>;

export interface FormResponse {
  readonly id: number;
  readonly formId: string;
  /** A random name of whoever answered; nothing is known of them. */
  readonly fillerId: string;
  readonly answers: Answers;
  readonly bookingUid: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}
