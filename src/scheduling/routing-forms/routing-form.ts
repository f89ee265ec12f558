/*
 * A routing form: questions, and where the answers lead. The first fitting route applies, or else the fallback. All
 * instants are milliseconds since the epoch.
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
  /** Its name for programs; unique in the form. */
  readonly identifier: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** Choices; empty for text. */
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
  /** Which of the conditions must hold; there is at least one. */
  readonly match: 'all' | 'any';
  readonly conditions: readonly Condition[];
  readonly action: Action;
}

/** What users edit. */
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
  /** The team or organization that owns it. */
  readonly groupId: number;
  readonly ofOrganization: boolean;
  /** Null when the account is deleted. */
  readonly authorId: number | null;
  readonly position: number;
  /** Increases with each change. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type AnswerValue = string | number | readonly string[];

export interface Answer {
  /** The label of the field when it was answered. */
  readonly label: string;
  readonly value: AnswerValue;
}

/** By the id of the field; without unanswered ones. */
export type Answers = Readonly<Record<string, Answer>>;

export interface FormResponse {
  readonly id: number;
  readonly formId: string;
  /** A random id of the anonymous respondent. */
  readonly fillerId: string;
  readonly answers: Answers;
  readonly bookingUid: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}
