/* Editing and deleting a client by its managers. To others it is not found. */
import type { Actor } from '../events/audit-log.js';
import { present } from '../present.js';
import { type PropertyFault, conflict, notFound } from '../errors.js';
import type { ClientEdit, ClientRecord, ClientRecordStore, NewProposal } from './record-store.js';
import { planEdit, scopesToKeep, termChanges } from './review/revisions.js';
import { type ClientForm, clientDetails, clientFaults } from './rules.js';
import type { Client } from './store.js';

export type EditOutcome =
  | {
      readonly kind: 'saved';
      /** Some changes are in effect. */
      readonly immediate: boolean;
      readonly waiting: boolean;
      /** It was rejected, and with this change it waits for another verdict. */
      readonly resubmitted: boolean;
    }
  | { readonly kind: 'faulty'; readonly faults: readonly PropertyFault[] }
  /** Another change was saved after the form was opened. */
  | { readonly kind: 'changed_meanwhile' };

const NOT_YOURS = 'You have no client with this id.';

export async function ownRecord(
  records: ClientRecordStore,
  clientId: string,
  accountId: number,
): Promise<ClientRecord> {
  const record = await records.find(clientId);
  if (record === undefined || !record.client.managerIds.includes(accountId)) throw notFound(NOT_YOURS);
  return record;
}

const factsOf = ({ client }: ClientRecord, { now, legacy, proposal, installationsKeep }: PlannedEdit) => ({
  changed: termChanges(client, now),
  ...present({
    proposed: proposal && termChanges(client, { ...proposal, purpose: client.purpose }),
    legacy: client.legacy && !legacy ? (false as const) : undefined,
    installationsKeep,
  }),
});

const isSameProposal = (a: NewProposal | undefined, b: NewProposal | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    (a.fromInstallations ?? false) === (b.fromInstallations ?? false) &&
    termChanges(a, b).length === 0);

/** Saving an unchanged form writes nothing, and a refused proposal stays refused. */
function changesNothing({ client, proposal }: ClientRecord, edit: PlannedEdit): boolean {
  const immediate = termChanges(client, edit.now).length > 0 || client.legacy !== edit.legacy;
  const narrows = edit.installationsKeep !== undefined && edit.proposal === undefined;
  return !immediate && !narrows && isSameProposal(proposal, edit.proposal);
}

export interface RequestedEdit {
  readonly record: ClientRecord;
  readonly version: number;
  /** Account id of the manager. */
  readonly by: number;
  readonly form: ClientForm;
  /** Scopes that the client loses are also taken from its existing installations. */
  readonly fromInstallations?: boolean;
  /** Of earlier checks; an edit with faults is refused. */
  readonly faults?: readonly PropertyFault[];
}

type PlannedEdit = Omit<ClientEdit, 'version' | 'facts'>;

function plannedEdit(client: Client, form: ClientForm, fromInstallations: boolean): PlannedEdit {
  const { kind: _, ...desired } = clientDetails(form);
  const plan = planEdit(client, desired);
  const { now, legacy, proposal } = plan;
  return {
    ...{ now, legacy },
    ...present({
      proposal: proposal && { ...proposal, ...(fromInstallations && { fromInstallations }) },
      installationsKeep: fromInstallations ? scopesToKeep(plan) : undefined,
    }),
  };
}

/** `form.kind` is ignored: the kind of a client never changes. Throws `notFound`. */
export async function editClient(
  records: ClientRecordStore,
  { record, version, by, ...edit }: RequestedEdit,
  actor: Actor,
): Promise<EditOutcome> {
  const { client } = record;
  const form: ClientForm = { ...edit.form, kind: client.kind };
  const legacy = client.legacy && form.scopes.length === 0;
  const { allowedSchemes } = client;
  const faults = [...(edit.faults ?? []), ...clientFaults(form, { legacy, allowedSchemes })];
  if (faults.length > 0) return { kind: 'faulty', faults };
  if (version !== record.version) return { kind: 'changed_meanwhile' };
  const planned = plannedEdit(client, form, edit.fromInstallations ?? false);
  const facts = factsOf(record, planned);
  const saved = {
    kind: 'saved',
    immediate: facts.changed.length > 0,
    waiting: planned.proposal !== undefined,
    resubmitted: client.status === 'rejected',
  } as const;
  if (changesNothing(record, planned)) return { ...saved, resubmitted: false };
  const outcome = await records.edit(client.id, by, { ...planned, version, facts }, actor);
  if (outcome === 'not_found') throw notFound(NOT_YOURS);
  return outcome === 'done' ? saved : { kind: outcome };
}

/** Throws `conflict` when it was decided or replaced since the page was opened, `notFound`. */
export async function withdrawProposal(
  records: ClientRecordStore,
  proposal: { readonly clientId: string; readonly version: number; readonly by: number },
  actor: Actor,
): Promise<void> {
  const outcome = await records.withdraw(proposal.clientId, proposal.by, proposal.version, actor);
  if (outcome === 'not_found') throw notFound(NOT_YOURS);
  if (outcome === 'changed_meanwhile')
    throw conflict('The proposal changed in the meantime. Reload the page and try again.');
}

export async function deleteClient(
  records: ClientRecordStore,
  { clientId, by }: { readonly clientId: string; readonly by: number },
  actor: Actor,
): Promise<void> {
  const outcome = await records.remove(clientId, by, actor);
  if (outcome === 'not_found') throw notFound(NOT_YOURS);
}
