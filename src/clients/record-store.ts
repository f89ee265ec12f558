/*
 * The port of clients for their managers and reviewers. Every query of a manager filters by manager. `version` grows with
 * each edit, verdict and proposal, so that of two simultaneous changes the later one is refused. Adapter:
 * adapters/knex/clients/client-records.ts.
 */
import type { Actor } from '../events/audit-log.js';
import type { EventOf } from '../events/catalogue.js';
import type { ScopeName } from '../scopes/catalogue.js';
import type { Client, ClientStatus, ClientTerms } from './store.js';

/** The terms that others see or trust: on an approved client they wait for a verdict, all or none. */
export type ProposedTerms = Omit<ClientTerms, 'purpose'>;

/** A proposal as its owner makes it. */
export interface NewProposal extends ProposedTerms {
  /** With the approval, scopes that the client no longer has are also taken from existing installations. */
  readonly fromInstallations?: boolean;
}

export interface Proposal extends NewProposal {
  readonly proposedAt: Date;
  /** Why it was refused. It remains until the owner withdraws it or proposes another. */
  readonly refusal?: string;
}

export interface ClientOwner {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
}

/** A team whose clients a user manages. */
export interface OwningTeam {
  readonly id: number;
  readonly name: string;
  readonly organizationName?: string;
  /** The user owns the team, and not only administers it. */
  readonly owner: boolean;
}

export interface ClientRecord {
  readonly client: Client;
  readonly version: number;
  readonly owner: ClientOwner;
  /** The team it belongs to, by name. */
  readonly team?: Pick<OwningTeam, 'id' | 'name'>;
  /** Accounts that registered, changed or took it over, whether they manage it now or not. None of them reviews it. */
  readonly contributorIds: readonly number[];
  /** The last time its owner changed it since the last verdict. */
  readonly editedAt?: Date;
  readonly proposal?: Proposal;
}

export interface ClientEdit {
  /** The version of the form. */
  readonly version: number;
  readonly now: ClientTerms;
  readonly legacy: boolean;
  readonly proposal?: NewProposal;
  /** Existing installations lose every other scope; absent: they keep theirs. */
  readonly installationsKeep?: readonly ScopeName[];
  /** What changed, before and after, for the audit log. */
  readonly facts: EventOf<'client.edited'>['facts'];
}

export interface StatusVerdict {
  readonly version: number;
  readonly to: ClientStatus;
  readonly reason?: string;
}

export interface ProposalVerdict {
  readonly version: number;
  /** Absent: the proposal is taken over whole. */
  readonly refusal?: string;
  /** As of ClientEdit. */
  readonly installationsKeep?: readonly ScopeName[];
  /** What was decided on, before and after, for the audit log. */
  readonly changes: EventOf<'revision.approved'>['facts']['changed'];
}

export interface NamedClient {
  readonly id: string;
  readonly name: string;
  readonly ownerId: number;
  /** The name waits for a verdict: of a new client, a resubmitted one, or a proposal. */
  readonly waiting: boolean;
}

export interface Tester {
  readonly accountId: number;
  readonly name: string;
  readonly email: string;
  /** Until they accept, they cannot use the client. */
  readonly accepted: boolean;
}

export interface TesterInvitation {
  readonly clientId: string;
  readonly name: string;
  readonly purpose: string;
  readonly website?: string;
  /** Name of who named the tester; absent when that account is deleted or not known. */
  readonly inviter?: string;
  readonly accepted: boolean;
}

/**
 * `waiting`: something of it waits for a verdict (review-queue.ts). `faulty_hosts`: has an address whose host would be
 * refused today (web-hosts.ts).
 */
export type QueueFilter = 'waiting' | ClientStatus | 'faulty_hosts' | 'all';

export interface QueueQuery {
  readonly filter: QueueFilter;
  /**
   * Each is somewhere in the name, the client id, the owner's name or address, the team's name, or the host of a redirect
   * URI; case counts for nothing.
   */
  readonly words: readonly string[];
}

/** The clients that an account manages. */
export interface OwnClientsQuery {
  readonly accountId: number;
  readonly filter: ClientStatus | 'all';
  /** Each is somewhere in the name, the client id, or the name of its team; case counts for nothing. */
  readonly words: readonly string[];
}

/** A client by its order: since when it waits, otherwise when it was created. */
export interface QueueCursor {
  readonly at: Date;
  readonly id: string;
}

export interface QueuePage {
  /** The last one seen; absent at the beginning. */
  readonly after?: QueueCursor | undefined;
  readonly most: number;
}

export type Settled = 'done' | 'changed_meanwhile' | 'not_found';

export interface ClientRecordStore {
  find(id: string): Promise<ClientRecord | undefined>;
  /** The clients that the account manages, newest first. */
  ofManager(accountId: number): Promise<readonly ClientRecord[]>;
  /** A page of them, newest first. */
  ownPage(query: OwnClientsQuery, page: QueuePage): Promise<readonly ClientRecord[]>;
  /** How many there are in each status. */
  ownCounts(query: Omit<OwnClientsQuery, 'filter'>): Promise<Readonly<Record<ClientStatus, number>>>;
  /** The teams whose clients the account manages, by name. */
  teamsOf(accountId: number): Promise<readonly OwningTeam[]>;
  /** `waiting`: the longest wait first; every other filter: the newest first. */
  queue(query: QueueQuery, page: QueuePage): Promise<readonly ClientRecord[]>;
  /** How many wait for a verdict; stops counting at `most`. */
  countWaiting(most: number): Promise<number>;
  /** How many each filter finds. */
  queueCounts(words: readonly string[]): Promise<Readonly<Record<QueueFilter, number>>>;
  /** Every name in use, of approved and suspended clients, and every one that waits. */
  names(): Promise<readonly NamedClient[]>;
  edit(id: string, managerId: number, edit: ClientEdit, actor: Actor): Promise<Settled>;
  /** Removes the proposal, whether it waits or was refused. */
  withdraw(id: string, managerId: number, version: number, actor: Actor): Promise<Settled>;
  /** With its secrets, at once on every replica; issued tokens end within a second. Its id is never used again. */
  remove(id: string, managerId: number, actor: Actor): Promise<'removed' | 'not_found'>;
  /**
   * From its owner to a team that they manage; without `teamId` from its team to `by`, an owner of the team.
   * `not_allowed`: `by` manages the client, but may not transfer it. `too_many_clients`: `by` would own more than
   * `maxClients`.
   */
  transfer(
    id: string,
    by: number,
    to: { readonly teamId?: number; readonly maxClients?: number },
    actor: Actor,
  ): Promise<'done' | 'not_allowed' | 'too_many_clients' | 'not_found'>;
  /** `changed_meanwhile` also when the status does not allow `to`. */
  settle(id: string, verdict: StatusVerdict, actor: Actor): Promise<Settled>;
  settleProposal(id: string, verdict: ProposalVerdict, actor: Actor): Promise<Settled>;
  /** Allowing a scheme twice is `allowed`. `full` beyond `most`. */
  allowScheme(
    id: string,
    allowed: { readonly scheme: string; readonly most: number },
    actor: Actor,
  ): Promise<'allowed' | 'full' | 'not_found'>;
  /** Whether retired scope names mean those of today. Setting it twice is `done`. */
  setMigrating(id: string, migrating: boolean, actor: Actor): Promise<'done' | 'not_found'>;
  testers(id: string): Promise<readonly Tester[]>;
  /** Of a pending client, for the account that it names. */
  testerInvitation(id: string, accountId: number): Promise<TesterInvitation | undefined>;
  /** `not_found` also when the client is not pending any more. */
  acceptInvitation(id: string, accountId: number, actor: Actor): Promise<'accepted' | 'not_found'>;
  /** Also ends a test that was accepted. */
  declineInvitation(id: string, accountId: number, actor: Actor): Promise<'declined' | 'not_found'>;
  /** They have to accept. `full` beyond `most`. Adding an account twice is `added`. */
  addTester(
    id: string,
    managerId: number,
    tester: { readonly accountId: number; readonly most: number },
    actor: Actor,
  ): Promise<'added' | 'full' | 'not_pending' | 'not_found'>;
  removeTester(
    id: string,
    managerId: number,
    accountId: number,
    actor: Actor,
  ): Promise<'removed' | 'not_found'>;
}
