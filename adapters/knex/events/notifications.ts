/*
 * Which entries of the audit log somebody is written about, and who. The jobs stand in the transaction of the entry, so
 * that nobody can forget a letter and none is sent for a change that never was.
 */
import { present } from '../../../src/present.js';
import type { Actor } from '../../../src/events/audit-log.js';
import type { NewJob } from '../../../src/jobs/store.js';
import type { AccountRow } from '../account-rows.js';
import { MANAGER_IDS } from '../ownership/client-managers.js';
import type { Database } from '../connection.js';
import { enqueue } from '../jobs/jobs.js';
import { administratorsOf } from '../ownership/team-administrators.js';
import { managersOfWebhook } from '../ownership/webhook-managers.js';

export interface Told {
  readonly action: string;
  readonly subject: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

type Readers = (trx: Database, told: Told) => Promise<readonly number[]>;

const idIn = ({ subject }: Told): string => subject.slice(subject.indexOf(':') + 1);

const themselves: Readers = async (_, told) => [Number(idIn(told))];

/** Who manages the client. */
const owner: Readers = async (trx, told) => {
  const sql = `select ${MANAGER_IDS} as ids from client where id = ?`;
  const { rows } = await trx.raw<{ rows: readonly { readonly ids: readonly number[] }[] }>(sql, [idIn(told)]);
  return [...new Set(rows[0]?.ids ?? [])];
};

const whoDidIt: Readers = async (_, { facts }) => [Number(facts['by'])];

const administrators: Readers = async (trx) => {
  const enabled = trx<Pick<AccountRow, 'id' | 'admin' | 'disabled_at'>>('account').whereNull('disabled_at');
  return (await enabled.where({ admin: true }).select('id')).map(({ id }) => id);
};

/** Whom the facts name: who is invited, whose connection has ended. */
const named: Readers = async (_, { facts }) => [Number(facts['accountId'])];

/** A team's app is everybody's who may connect it. */
const whoConnects: Readers = async (trx, told) => {
  const { teamId } = told.facts;
  return teamId === undefined ? named(trx, told) : administratorsOf(trx, Number(teamId));
};

const tester: Readers = async (_, { facts }) => [Number(facts['account'])];

const nobody: Readers = async () => [];

const READERS: Readonly<Record<string, Readers>> = {
  'account.password_changed': themselves,
  'account.recovered': themselves,
  'account.recovery_issued': themselves,
  'passkey.added': themselves,
  'passkey.removed': themselves,
  'membership.created': (trx, told) => (told.facts['agreed'] === false ? named : nobody)(trx, told),
  'client.created': (trx, told) => (told.facts['status'] === 'pending' ? administrators : nobody)(trx, told),
  'client.edited': (trx, told) => (told.facts['proposed'] === undefined ? nobody : administrators)(trx, told),
  'client.resubmitted': administrators,
  'client.approved': owner,
  'client.rejected': owner,
  'client.suspended': owner,
  'client.resumed': owner,
  'client.transferred': whoDidIt,
  'tester.added': tester,
  'revision.approved': owner,
  'revision.rejected': owner,
  'secret.added': owner,
  'secret.removed': owner,
  'webhook.disabled': (trx, told) => managersOfWebhook(trx, idIn(told)),
  'client_webhook.disabled': owner,
  'calendar.ended': named,
  'calendar.silent': named,
  'conferencing.ended': whoConnects,
};

/** Called by `record` (audit.ts) for every entry of a repository. */
export async function enqueueNotifications(trx: Database, { clientIp }: Actor, told: Told): Promise<void> {
  const readers = READERS[told.action];
  if (readers === undefined) return;
  const at = new Date().toISOString();
  const { action: about, subject, facts } = told;
  const jobs = (await readers(trx, told)).map((to): NewJob => {
    const payload = { about, to, at, subject, facts, ...present({ clientIp }) };
    return { kind: 'letter', payload };
  });
  await enqueue(trx, jobs);
}
