/*
 * The port of verified addresses. Each belongs to a person or to a team, whose id every method takes: what is not theirs
 * is not found. Of the code for one only a keyed hash is kept. Adapter: adapters/knex/verified-resources/verified-resources.ts.
 */
import type { Actor } from '../../events/audit-log.js';
import type { NewJob } from '../../jobs/store.js';
import type { ResourceOwner } from '../mounts.js';

export interface Address {
  readonly kind: 'email' | 'phone';
  /** An e-mail address in any case, or a number in E.164. */
  readonly address: string;
}

export interface VerifiedAddress {
  readonly id: number;
  /** As it was when its code was asked for. */
  readonly address: string;
  /** Account id of who confirmed it; null when they are gone. */
  readonly verifiedBy: number | null;
}

export interface NewCode extends Address {
  readonly codeHash: string;
  readonly expiresAt: Date;
}

export interface CodeTrial extends Address {
  /** Account id. */
  readonly by: number;
  readonly now: Date;
  readonly maxAttempts: number;
  /** Compares in constant time. */
  readonly isRight: (codeHash: string) => boolean;
}

export interface AddressPage {
  readonly take: number;
  readonly skip: number;
}

export interface VerifiedResourceStore {
  /** In place of the code before, whose tries are forgotten; `job` sends it. False when the owner is gone. */
  putCode(owner: ResourceOwner, code: NewCode, job: NewJob, actor: Actor): Promise<boolean>;
  /**
   * Counts a try. Undefined when there is no code that counts, or it is another one. The right one is used up, and an
   * address that was verified before stays as it is.
   */
  confirm(owner: ResourceOwner, trial: CodeTrial, actor: Actor): Promise<VerifiedAddress | undefined>;
  /** Oldest first. */
  list(owner: ResourceOwner, kind: Address['kind'], page: AddressPage): Promise<readonly VerifiedAddress[]>;
  find(owner: ResourceOwner, kind: Address['kind'], id: number): Promise<VerifiedAddress | undefined>;
}
