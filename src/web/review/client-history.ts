/* What reviewers know of a client from before: verdicts, the owner's other clients, and how many authorizations it has. */
import type { ClientHistoryView } from '../../../views/review/client-history.js';
import type { ClientRecord } from '../../clients/record-store.js';
import type { AuditEntry } from '../../events/audit-log.js';
import { AUDIT_PATH } from '../audit/log-pages.js';
import { presentRow } from '../developer/presenter.js';
import { userPath } from '../users/deps.js';
import { type ReviewDeps, reviewPath } from './deps.js';

const VERDICT_EVENTS = [
  ...['client.approved', 'client.rejected', 'client.suspended', 'client.resumed'],
  ...['revision.approved', 'revision.rejected'],
];

const MOST_VERDICTS = 20;
const MOST_CLIENTS = 20;
const MOST_GRANTS = 10_000;

const reasonIn = ({ reason }: AuditEntry['facts']): string | undefined =>
  typeof reason === 'string' ? reason : undefined;

function verdictOf({ id, action, at, actor, facts }: AuditEntry, names: ReadonlyMap<string, string>) {
  const account = /^account:(\d+)$/.exec(actor)?.[1];
  return {
    ...{ id, action, at, by: names.get(actor) ?? actor, reason: reasonIn(facts) },
    to: account === undefined ? undefined : userPath({ id: Number(account) }),
  };
}

/** `owned`: every client that the owner manages, this one among them. Three or four statements. */
export async function clientHistory(
  { audit, clientGrants, clock }: ReviewDeps,
  { client, owner }: ClientRecord,
  owned: readonly ClientRecord[],
): Promise<ClientHistoryView> {
  const subject = `client:${client.id}`;
  const [verdicts, grants] = await Promise.all([
    audit.about(subject, VERDICT_EVENTS, MOST_VERDICTS),
    clientGrants.count(client.id, new Date(clock()), MOST_GRANTS),
  ]);
  const names = await audit.names([...new Set(verdicts.map(({ actor }) => actor))]);
  const others = owned.filter((other) => other.client.id !== client.id);
  return {
    grants: { count: grants, most: MOST_GRANTS },
    verdicts: verdicts.map((entry) => verdictOf(entry, names)),
    others: others.slice(0, MOST_CLIENTS).map((other) => presentRow(other, reviewPath(other))),
    moreOthers: Math.max(0, others.length - MOST_CLIENTS),
    owner: userPath(owner),
    audit: `${AUDIT_PATH}?${new URLSearchParams({ subject }).toString()}`,
  };
}
