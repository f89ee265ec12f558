/* Dependencies and paths of the review pages. */
import type { ClientRecord, ClientRecordStore } from '../../clients/record-store.js';
import type { ClientGrantStore } from '../../authorization/grants/client-grant-store.js';
import type { AuditLog } from '../../events/audit-log.js';
import type { UsageStore } from '../../clients/usage/usage-store.js';

export interface ReviewDeps {
  readonly records: ClientRecordStore;
  readonly usage: UsageStore;
  readonly audit: Pick<AuditLog, 'about' | 'names'>;
  readonly clientGrants: Pick<ClientGrantStore, 'count'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export const REVIEW_PATH = '/admin/clients';

export const reviewPath = ({ client }: { readonly client: Pick<ClientRecord['client'], 'id'> }): string =>
  `${REVIEW_PATH}/${encodeURIComponent(client.id)}`;
