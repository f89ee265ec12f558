/*
 * The port of verified addresses. Each belongs to a user or to a team; every method filters by owner. Only a keyed hash of
 * a code is stored. Adapter: adapters/knex/verified-resources/verified-resources.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { NewJob } from '../../jobs/store.js';
import type { ListPage } from '../list-page.js';
import type { ResourceOwner } from '../mounts.js';

export interface Address {
  readonly kind: 'email' | 'phone';
  /** An e-mail address in any case, or a number in E.164. */
  readonly address: string;
}

export interface VerifiedAddress {
  readonly id: number;
  /** As entered when its code was requested. */
  readonly address: string;
  /** Account id; null when the account is deleted. */
  readonly verifiedBy: number | null;
}

export interface NewCode extends Address {
  readonly codeHash: string;
  readonly expiresAt: Date;
}

export interface CodeAttempt extends Address {
  /** Account id. */
  readonly by: number;
  readonly now: Date;
  readonly maxAttempts: number;
  /** Compares in constant time. */
  readonly isRight: (codeHash: string) => boolean;
}

export interface VerifiedResourceStore {
  /** Replaces the previous code and its attempts; `job` sends it. False when the owner does not exist. */
  putCode(owner: ResourceOwner, code: NewCode, job: NewJob, actor: Actor): Promise<boolean>;
  /**
   * Counts an attempt. Undefined when there is no valid code, or it is another one. The right one is used up; an address
   * that is verified already stays as it is.
   */
  confirm(owner: ResourceOwner, attempt: CodeAttempt, actor: Actor): Promise<VerifiedAddress | undefined>;
  /** Oldest first. */
  list(owner: ResourceOwner, kind: Address['kind'], page: ListPage): Promise<readonly VerifiedAddress[]>;
  find(owner: ResourceOwner, kind: Address['kind'], id: number): Promise<VerifiedAddress | undefined>;
}
