/* Shared by the pages of one routing form: its paths, finding it for its administrator, and edits of a posted version. */
import type { EditProps } from '../../../views/routing-forms/edit-page.js';
import { FORM_TEXT } from '../../../views/routing-forms/form-page.js';
import { notFound, type PropertyFault } from '../../errors.js';
import type {
  DesignOutcome,
  DesignTarget,
  OwnForm,
  RoutingDesignStore,
} from '../../scheduling/routing-forms/design-store.js';
import type { Revise } from '../../scheduling/routing-forms/edits.js';
import { type FieldFaults, faultSentences, versionOf } from '../request-values.js';
import type { UserPost, UserRequest } from '../page.js';
import { type PageReply, redirect } from '../reply.js';

export interface RoutingFormPagesDeps {
  readonly routingDesigns: RoutingDesignStore;
  readonly random: (bytes: number) => Buffer;
}

export const FORMS_PATH = '/settings/routing-forms';
export const formPath = (formId: string): string => `${FORMS_PATH}/${encodeURIComponent(formId)}`;
export const savedForm = (formId: string): PageReply => redirect(`${formPath(formId)}?done=saved`);

export const targetOf = ({ user, param }: UserRequest): DesignTarget => ({
  accountId: user.account.id,
  formId: param('id'),
});

export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw notFound('You administer no routing form with this id.');
  return value;
}

export const ownForm = async (
  { routingDesigns }: RoutingFormPagesDeps,
  request: UserRequest,
): Promise<OwnForm> => orNotFound(await routingDesigns.find(targetOf(request)));

/** Why an edit was not saved. Without faults, the version of the form is not the posted one. */
export interface Rejection {
  readonly faults: FieldFaults;
}

const isConflict = ({ faults }: Rejection): boolean => Object.keys(faults).length === 0;

/** The frame of a form that edits a part of a routing form. */
export const editProps = (
  { user, csrf }: UserRequest,
  own: OwnForm,
  rejection: Rejection | undefined,
): Omit<EditProps, 'action'> => ({
  user: user.account,
  crumbs: [{ label: own.form.name, to: formPath(own.form.id) }],
  csrf: csrf(),
  backTo: formPath(own.form.id),
  version: own.form.version,
  faults: rejection?.faults ?? {},
  refusal: rejection && isConflict(rejection) ? FORM_TEXT.changedInput : undefined,
});

export function statusOf(rejection: Rejection | undefined): { readonly status: number } {
  if (rejection === undefined) return { status: 200 };
  return { status: isConflict(rejection) ? 409 : 422 };
}

const UNKNOWN_EVENT_TYPE: readonly PropertyFault[] = [
  {
    property: 'event_type',
    message: 'must be one that can be booked, of the team or of a team of the organization',
  },
];

function faultsOf(outcome: DesignOutcome): readonly PropertyFault[] {
  if (outcome.kind === 'refused') return outcome.faults;
  return outcome.kind === 'unknown_event_type' ? UNKNOWN_EVENT_TYPE : [];
}

/** Applies one edit to the posted version of the form. Undefined: it is saved. `subjects` begin the sentences. */
export async function saveEdit(
  { routingDesigns }: RoutingFormPagesDeps,
  request: UserPost,
  revise: Revise,
  subjects: Readonly<Record<string, string>> = {},
): Promise<Rejection | undefined> {
  const target = { ...targetOf(request), version: versionOf(request.form) };
  const outcome = orNotFound(await routingDesigns.change(target, revise, request.actor));
  if (outcome.kind === 'saved') return undefined;
  return { faults: faultSentences(faultsOf(outcome), subjects) };
}
