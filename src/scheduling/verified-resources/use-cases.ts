/*
 * What people and teams do with addresses they want to use: have a code sent, confirm with it, look at what they have.
 * Every answer is the same whether an address is known to the service or not, and whoever else has it.
 */
import { MINUTE } from '../../durations.js';
import type { Actor } from '../../events/audit-log.js';
import type { AppError } from '../../errors.js';
import { invalidInput, notFound } from '../../errors.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { CODE_LIFE_MS, codeJob, hashedText, MAX_ATTEMPTS, newCode } from './codes.js';
import type { CodeCaller, CodeLimits } from './limits.js';
import type { ResourceOwner } from '../mounts.js';
import type { Address, AddressPage, VerifiedAddress, VerifiedResourceStore } from './store.js';

export interface VerifiedResourceDeps {
  readonly verifiedResources: VerifiedResourceStore;
  readonly codeLimits: CodeLimits;
  readonly keys: KeyRing;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Buffer;
}

export interface CodeCall {
  readonly owner: ResourceOwner;
  readonly caller: CodeCaller;
  readonly actor: Actor;
}

export interface SentCode {
  readonly address: Address;
  readonly code: string;
}

export interface VerifiedResourceUseCases {
  ask(call: CodeCall, address: Address): Promise<undefined>;
  confirm(call: CodeCall, sent: SentCode): Promise<VerifiedAddress>;
  list(owner: ResourceOwner, kind: Address['kind'], page: AddressPage): Promise<readonly VerifiedAddress[]>;
  find(owner: ResourceOwner, kind: Address['kind'], id: number): Promise<VerifiedAddress>;
}

const noAddress = (): AppError => notFound('There is no verified address with this id here.');

const wrongCode = (): AppError =>
  invalidInput([
    {
      property: 'code',
      message: `must be the newest code that was sent to this address. It works once, for ${CODE_LIFE_MS / MINUTE} minutes and for ${MAX_ATTEMPTS} tries; then ask for a new one`,
    },
  ]);

export function createVerifiedResourceUseCases(deps: VerifiedResourceDeps): VerifiedResourceUseCases {
  const { verifiedResources: store, codeLimits, keys, clock, random } = deps;
  return {
    async ask({ owner, caller, actor }, address) {
      await codeLimits.ask(caller, address);
      const [code, expiresAt] = [newCode(random), new Date(clock() + CODE_LIFE_MS)];
      const codeHash = keys.hash('verification', hashedText(owner, address, code));
      const job = codeJob(keys, address, code, expiresAt);
      if (!(await store.putCode(owner, { ...address, codeHash, expiresAt }, job, actor))) throw notFound();
    },
    async confirm({ owner, caller, actor }, { address, code }) {
      await codeLimits.confirm(caller);
      const text = hashedText(owner, address, code);
      const trial = {
        ...address,
        by: caller.accountId,
        now: new Date(clock()),
        maxAttempts: MAX_ATTEMPTS,
        isRight: (codeHash: string) => keys.matches('verification', text, codeHash),
      };
      const confirmed = await store.confirm(owner, trial, actor);
      if (confirmed === undefined) throw wrongCode();
      return confirmed;
    },
    list: (owner, kind, page) => store.list(owner, kind, page),
    async find(owner, kind, id) {
      const found = await store.find(owner, kind, id);
      if (found === undefined) throw noAddress();
      return found;
    },
  };
}
