/* What an owner does with a client after its creation. Somebody else's client is not found. */
import type { Cause } from '../audit.js';
import { type PropertyFault, conflict, notFound } from '../errors.js';
import type { ClientRecord, ClientRecordStore, ProposedTerms } from './record-store.js';
import { type EditPlan, planEdit, termChanges, termsOf } from './revisions.js';
import { type ClientForm, clientDetails, clientFaults } from './rules.js';

export type EditOutcome =
  | { readonly kind: 'saved'; readonly atOnce: boolean; readonly waiting: boolean }
  | { readonly kind: 'faulty'; readonly faults: readonly PropertyFault[] }
  /** Somebody saved something else since the form was shown. */
  | { readonly kind: 'changed_meanwhile' };

const NOT_YOURS = 'You have no client with this id.';

export async function ownRecord(
  records: ClientRecordStore,
  clientId: string,
  ownerId: number,
): Promise<ClientRecord> {
  const record = await records.find(clientId);
  if (record?.client.ownerId !== ownerId) throw notFound(NOT_YOURS);
  return record;
}

const factsOf = ({ client }: ClientRecord, { now, legacy, proposal }: EditPlan) => ({
  changed: termChanges(termsOf(client), now),
  ...(proposal === undefined
    ? {}
    : { proposed: termChanges(termsOf(client), { ...proposal, purpose: client.purpose }) }),
  ...(client.legacy && !legacy ? { legacy: false } : {}),
});

const isSameProposal = (a: ProposedTerms | undefined, b: ProposedTerms | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && termChanges(a, b).length === 0);

/** Saving what is there already is no edit: nothing is written, and a refused proposal stays refused. */
function changesNothing({ client, proposal }: ClientRecord, plan: EditPlan): boolean {
  const atOnce = termChanges(termsOf(client), plan.now).length > 0 || client.legacy !== plan.legacy;
  return !atOnce && isSameProposal(proposal, plan.proposal);
}

/** `form.kind` is not looked at: the kind of a client never changes. Throws `notFound`. */
export async function editClient(
  records: ClientRecordStore,
  edit: {
    readonly record: ClientRecord;
    readonly version: number;
    readonly form: ClientForm;
    /** Found before: an edit with any is refused. */
    readonly faults?: readonly PropertyFault[];
  },
  cause: Cause,
): Promise<EditOutcome> {
  const { record, version } = edit;
  const { client } = record;
  const form: ClientForm = { ...edit.form, kind: client.kind };
  const faults = [...(edit.faults ?? []), ...clientFaults(form, client.legacy && form.scopes.length === 0)];
  if (faults.length > 0) return { kind: 'faulty', faults };
  if (version !== record.version) return { kind: 'changed_meanwhile' };
  const { kind: _, ...desired } = clientDetails(form);
  const plan = planEdit(client, desired);
  const facts = factsOf(record, plan);
  const saved = {
    kind: 'saved',
    atOnce: facts.changed.length > 0,
    waiting: plan.proposal !== undefined,
  } as const;
  if (changesNothing(record, plan)) return saved;
  const outcome = await records.edit(client.id, client.ownerId, { ...plan, version, facts }, cause);
  if (outcome === 'not_found') throw notFound(NOT_YOURS);
  return outcome === 'done' ? saved : { kind: outcome };
}

/** Throws `conflict` when it was settled or replaced since it was shown, `notFound`. */
export async function withdrawProposal(
  records: ClientRecordStore,
  { client }: ClientRecord,
  version: number,
  cause: Cause,
): Promise<void> {
  const outcome = await records.withdraw(client.id, client.ownerId, version, cause);
  if (outcome === 'not_found') throw notFound(NOT_YOURS);
  if (outcome === 'changed_meanwhile')
    throw conflict('What you wanted to take back changed meanwhile. Look at the client again.');
}

export async function deleteClient(
  records: ClientRecordStore,
  { client }: ClientRecord,
  cause: Cause,
): Promise<void> {
  const outcome = await records.remove(client.id, client.ownerId, cause);
  if (outcome === 'not_found') throw notFound(NOT_YOURS);
}
