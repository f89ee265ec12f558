/* Dependencies of the developer pages, and how they find the client of their path. */
import type { AccountStore } from '../../accounts/store.js';
import type { Throttle } from '../../rate-limits/throttle.js';
import type { ReceiverUrlFault } from '../../outbound/addresses.js';
import { ownRecord } from '../../clients/edit.js';
import type { LogoStore } from '../../clients/logo/logo-store.js';
import type { ClientRecord, ClientRecordStore } from '../../clients/record-store.js';
import type { Registry } from '../../clients/register.js';
import type { UsageStore } from '../../clients/usage/usage-store.js';
import type { ClientWebhookStore } from '../../clients/webhook-store.js';
import type { FormPageProps } from '../../../views/layout.js';
import type { Crumb } from '../../../views/shell.js';
import type { AuditLog } from '../../events/audit-log.js';
import type { RequestLogStore } from '../../request-log/store.js';
import type { UserRequest } from '../page.js';

export interface DeveloperDeps extends Registry {
  readonly records: ClientRecordStore;
  readonly usage: UsageStore;
  readonly logos: LogoStore;
  readonly clientWebhooks: ClientWebhookStore;
  readonly webhookUrlFault: ReceiverUrlFault;
  readonly accounts: AccountStore;
  readonly throttle: Throttle;
  readonly audit: Pick<AuditLog, 'read'>;
  readonly requests: RequestLogStore;
  readonly clientsPerAccount: number;
  /** Seconds that a code can be exchanged. */
  readonly authorizationCodeTtl: number;
  /** Path of the developer settings. */
  readonly settingsPath: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export const clientPath = ({ settingsPath }: DeveloperDeps, clientId: string): string =>
  `${settingsPath}/clients/${encodeURIComponent(clientId)}`;

/** Of a page below the page of the client. */
export const clientCrumbs = (deps: DeveloperDeps, { client }: ClientRecord) => [
  { label: client.name, to: clientPath(deps, client.id) },
];

/** The client of the path, when the user manages it. Throws `notFound`. */
export const findOwnClient = (deps: DeveloperDeps, request: UserRequest): Promise<ClientRecord> =>
  ownRecord(deps.records, request.param('id'), request.user.account.id);

export const formPageProps = ({ user, csrf }: UserRequest, crumbs: readonly Crumb[]): FormPageProps => ({
  user: user.account,
  crumbs,
  csrf: csrf(),
});
