/* What happened to an absence, as a domain event. Pure. */
import { present } from '../../present.js';
import type { Absence } from './store.js';

export const absenceEvent = <Verb extends 'created' | 'changed' | 'removed'>(
  verb: Verb,
  { id, accountId, standInId }: Absence,
) => ({
  action: `out_of_office.${verb}` as const,
  subject: `out_of_office:${id}`,
  facts: { account: accountId, ...present({ stand_in: standInId ?? undefined }) },
});
