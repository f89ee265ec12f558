/* Routing forms of the team fixture: created as by their pages, answered over the API. */
import type { FormDefinition } from '../../../src/scheduling/routing-forms/routing-form.js';
import { ahead } from '../bookings/booking-fixture.js';
import type { Caller, Reply } from '../caller.js';
import { definition } from './form-samples.js';
import { ACTOR, hosts, type TeamFixture } from '../team-fixture.js';

export interface Routed {
  readonly eventTypeId?: number;
  readonly slots?: Readonly<Record<string, readonly { readonly start: string }[]>>;
  readonly routingCustomMessage?: string;
  readonly routingExternalRedirectUrl?: string;
  readonly routing: {
    readonly responseId: number | null;
    readonly queuedResponseId: string | null;
    readonly teamMemberIds: readonly number[];
  };
}

export interface ResponseView {
  readonly id: number;
  readonly formId: string;
  readonly formFillerId: string;
  readonly routedToBookingUid: string | null;
  readonly response: Readonly<Record<string, { readonly label: string; readonly value: unknown }>>;
  readonly createdAt: string;
}

let count = 0;

/** Of the team, or of another group that Ada administers. */
export async function makeForm(
  { service, ada, teamId }: TeamFixture,
  change: Partial<FormDefinition>,
  groupId = teamId,
): Promise<string> {
  const id = `form-${(count += 1)}`;
  const draft = { id, groupId, definition: definition(change), most: 1_000 };
  const form = await service.stores.scheduling.routingDesigns.create(ada.id, draft, ACTOR);
  if (typeof form !== 'object') throw new Error(`no form was made: ${form}`);
  return form.id;
}

export const editForm = async (
  { service, ada }: TeamFixture,
  formId: string,
  change: Partial<FormDefinition>,
): Promise<void> => {
  const target = { accountId: ada.id, formId };
  const version = (await service.stores.scheduling.routingDesigns.find(target))?.form.version ?? 0;
  const outcome = await service.stores.scheduling.routingDesigns.change(
    { ...target, version },
    (current) => ({ kind: 'revised', definition: { ...current, ...change } }),
    ACTOR,
  );
  if (outcome?.kind !== 'saved') throw new Error(`not edited: ${outcome?.kind}`);
};

export const RANGE = `start=${ahead(7).slice(0, 10)}&end=${ahead(8).slice(0, 10)}`;

/** At the mount of the team, or another one. */
export const answer = (
  caller: Caller,
  path: string,
  formId: string,
  body: unknown = {},
  query = RANGE,
): Promise<Reply<Routed>> => caller.call('POST', `${path}/routing-forms/${formId}/responses?${query}`, body);

export const hostedBy = (...callers: readonly Caller[]) => ({ hosts: hosts(...callers) });
