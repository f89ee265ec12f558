/*
 * Proof that the booker receives mail at the address of the attendee, where the event type needs it: a code is sent there
 * and comes back with the booking, which uses it. Replies do not disclose whether the service knows the address.
 */
import type { Actor } from '../../../events/audit-log.js';
import type { AppError } from '../../../errors.js';
import type { KeyRing } from '../../../keys/key-ring.js';
import { rateLimitKeyOf } from '../../../rate-limits/rate-limit.js';
import type { EventType } from '../../event-types/event-type.js';
import {
  CODE_LIFE_MS,
  codeJob,
  hashedText,
  MAX_ATTEMPTS,
  MAX_ATTEMPTS_OF_ALL,
  newCode,
} from '../../verified-resources/codes.js';
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
  /** The caller needs no code. */
  readonly exempt: boolean;
  readonly code?: string;
  readonly clientIp: string;
  readonly actor: Actor;
  readonly now: number;
}

/** `right`: the code under each key of the ring. */
export type Proof =
  | { readonly kind: 'exempt' | 'missing' | 'wrong' }
  | { readonly kind: 'right'; readonly codeHashes: readonly string[] };

/** A host vouches for the attendee; an attendee with a token has a verified address. */
export const needsNoCode = ({
  byHost,
  isAttendee,
}: Pick<PlacementContext, 'byHost' | 'isAttendee'>): boolean => byHost || isAttendee;

const addressOf = ({ email: address }: Booker) => ({ kind: 'email', address }) as const;

/** Every wrong code counts against the limits in the same way. */
export async function checkCode(
  { bookerCodes, codeLimits, keys }: ProofDeps,
  { requiresBookerEmailVerification }: Pick<EventType, 'requiresBookerEmailVerification'>,
  { booker, exempt, code, clientIp, now }: Claim,
): Promise<Proof> {
  if (exempt) return { kind: 'exempt' };
  if (requiresBookerEmailVerification !== true || code === undefined) return { kind: 'missing' };
  await codeLimits.confirm({ clientIp });
  const codeHashes = keys.hashes('verification', hashedText(booker, addressOf(booker), code));
  const attempt = {
    codeHashes,
    now: new Date(now),
    from: keys.hash('verification', `client IP ${rateLimitKeyOf(clientIp)}`),
    maxAttemptsFrom: MAX_ATTEMPTS,
    maxAttempts: MAX_ATTEMPTS_OF_ALL,
  };
  return (await bookerCodes.isRight(booker, attempt)) ? { kind: 'right', codeHashes } : { kind: 'wrong' };
}

/** For the order of the booking. */
export function codeIn(proof: Proof): Pick<BookOrder, 'codeHashes'> {
  if (proof.kind === 'exempt') return {};
  return { codeHashes: proof.kind === 'right' ? proof.codeHashes : [] };
}

/** Why the booking is refused, after a code was sent if none came; undefined when the event type is gone. */
export async function proofRefusal(
  { bookerCodes, codeLimits, keys, random }: ProofDeps,
  { booker, clientIp, actor, now }: Claim,
  proof: Proof,
): Promise<AppError | undefined> {
  // It was right a moment ago: another booking has used it, or a newer code was sent.
  if (proof.kind === 'right') return wrongCode();
  const address = addressOf(booker);
  await codeLimits.ask({ clientIp }, address);
  const [code, expiresAt] = [newCode(random), new Date(now + CODE_LIFE_MS)];
  const codeHash = keys.hash('verification', hashedText(booker, address, code));
  const job = codeJob(keys, address, code, expiresAt);
  const sent = await bookerCodes.put(booker, { codeHash, expiresAt }, job, actor);
  return sent ? codeNeeded() : undefined;
}
