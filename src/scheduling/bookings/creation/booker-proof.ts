/*
 * That whoever books reads the mail of the address they give, where the event type asks for it: a code is sent there and
 * comes back with the booking. Here it is tried and sent; the booking uses it up. Every answer is the same whether the
 * service knows the address or not.
 */
import type { Actor } from '../../../events/audit-log.js';
import type { AppError } from '../../../errors.js';
import type { KeyRing } from '../../../keys/key-ring.js';
import type { EventType } from '../../event-types/event-type.js';
import { CODE_LIFE_MS, codeJob, hashedText, MAX_ATTEMPTS, newCode } from '../../verified-resources/codes.js';
import type { CodeLimits } from '../../verified-resources/limits.js';
import type { Booker, BookerCodeStore } from './verification-code-store.js';
import type { PlacementContext } from './placement.js';
import { codeNeeded, wrongCode } from '../refusals.js';
import type { BookOrder } from '../store.js';

export interface ProofDeps {
  readonly bookerCodes: BookerCodeStore;
  readonly codeLimits: CodeLimits;
  readonly keys: KeyRing;
  readonly random: (bytes: number) => Buffer;
}

export interface Claim {
  readonly booker: Booker;
  /** Nobody asks the caller for a code. */
  readonly free: boolean;
  readonly code?: string;
  readonly clientIp: string;
  readonly actor: Actor;
  readonly now: number;
}

/** `right`: the code under each key of the ring. */
export type Proof =
  | { readonly kind: 'free' | 'missing' | 'wrong' }
  | { readonly kind: 'right'; readonly codeHashes: readonly string[] };

/** A host answers for whom they book; an attendee with a token has shown that the address is theirs. */
export const isFree = ({ byHost, isAttendee }: Pick<PlacementContext, 'byHost' | 'isAttendee'>): boolean =>
  byHost || isAttendee;

const addressOf = ({ email: address }: Booker) => ({ kind: 'email', address }) as const;

/** Whatever is wrong with a code, finding out costs the same. */
export async function tryCode(
  { bookerCodes, codeLimits, keys }: ProofDeps,
  { requiresBookerEmailVerification }: Pick<EventType, 'requiresBookerEmailVerification'>,
  { booker, free, code, clientIp, now }: Claim,
): Promise<Proof> {
  if (free) return { kind: 'free' };
  if (requiresBookerEmailVerification !== true || code === undefined) return { kind: 'missing' };
  await codeLimits.confirm({ clientIp });
  const codeHashes = keys.hashes('verification', hashedText(booker, addressOf(booker), code));
  const trial = { codeHashes, now: new Date(now), maxAttempts: MAX_ATTEMPTS };
  return (await bookerCodes.isRight(booker, trial)) ? { kind: 'right', codeHashes } : { kind: 'wrong' };
}

/** What the order of the booking says of it. */
export function codeIn(proof: Proof): Pick<BookOrder, 'codeHashes'> {
  if (proof.kind === 'free') return {};
  return { codeHashes: proof.kind === 'right' ? proof.codeHashes : [] };
}

/** Why the booking is not made; undefined when there is nothing left to book. */
export async function unproven(
  { bookerCodes, codeLimits, keys, random }: ProofDeps,
  { booker, clientIp, actor, now }: Claim,
  proof: Proof,
): Promise<AppError | undefined> {
  // It was right a moment ago: another booking was faster, or another code has been sent.
  if (proof.kind === 'right') return wrongCode();
  const address = addressOf(booker);
  await codeLimits.ask({ clientIp }, address);
  const [code, expiresAt] = [newCode(random), new Date(now + CODE_LIFE_MS)];
  const codeHash = keys.hash('verification', hashedText(booker, address, code));
  const job = codeJob(keys, address, code, expiresAt);
  const sent = await bookerCodes.put(booker, { codeHash, expiresAt }, job, actor);
  return sent ? codeNeeded() : undefined;
}
