/*
 * Verifying addresses of users and teams: send a code, confirm with it, list and find. Replies do not depend on whether
 * the service knows an address or who else has verified it.
 */
import { MINUTE } from '../../durations.js';
import type { Actor } from '../../events/audit-log.js';
import type { AppError } from '../../errors.js';
import { invalidInput, notFound } from '../../errors.js';
import type { KeyRing } from '../../keys/key-ring.js';
import { CODE_LIFE_MS, codeJob, hashedText, MAX_ATTEMPTS, newCode } from './codes.js';
import type { CodeCaller, CodeLimits } from './limits.js';
import type { ResourceOwner } from '../mounts.js';
import type { ListPage } from '../list-page.js';
import type { Address, VerifiedAddress, VerifiedResourceStore } from './store.js';

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

export interface CodeInput {
  readonly address: Address;
  readonly code: string;
}

export interface VerifiedResourceUseCases {
  sendCode(call: CodeCall, address: Address): Promise<undefined>;
  confirm(call: CodeCall, input: CodeInput): Promise<VerifiedAddress>;
  list(owner: ResourceOwner, kind: Address['kind'], page: ListPage): Promise<readonly VerifiedAddress[]>;
  find(owner: ResourceOwner, kind: Address['kind'], id: number): Promise<VerifiedAddress>;
}

const noAddress = (): AppError => notFound('There is no verified address with this id here.');

const wrongCode = (): AppError =>
  invalidInput([
    {
      property: 'code',
      message: `must be the newest code that was sent to this address. It works once, for ${CODE_LIFE_MS / MINUTE} minutes and ${MAX_ATTEMPTS} attempts; then request a new one`,
    },
  ]);

export function createVerifiedResourceUseCases(deps: VerifiedResourceDeps): VerifiedResourceUseCases {
  const { verifiedResources: store, codeLimits, keys, clock, random } = deps;
  return {
    async sendCode({ owner, caller, actor }, address) {
      await codeLimits.ask(caller, address);
      const [code, expiresAt] = [newCode(random), new Date(clock() + CODE_LIFE_MS)];
      const codeHash = keys.hash('verification', hashedText(owner, address, code));
      const job = codeJob(keys, address, code, expiresAt);
      if (!(await store.putCode(owner, { ...address, codeHash, expiresAt }, job, actor))) throw notFound();
    },
    async confirm({ owner, caller, actor }, { address, code }) {
      await codeLimits.confirm(caller);
      const text = hashedText(owner, address, code);
      const attempt = {
        ...address,
        by: caller.accountId,
        now: new Date(clock()),
        maxAttempts: MAX_ATTEMPTS,
        isRight: (codeHash: string) => keys.matches('verification', text, codeHash),
      };
      const confirmed = await store.confirm(owner, attempt, actor);
      if (confirmed === undefined) throw wrongCode();
      return confirmed;
    },
    list: (owner, kind, page) => store.list(owner, kind, page),
    async find(owner, kind, id) {
      const address = await store.find(owner, kind, id);
      if (address === undefined) throw noAddress();
      return address;
    },
  };
}
