/* Codes that verify addresses: form, lifetime, hash and the job that sends one. Pure. */
import { emailKey } from '../../email-address.js';
import { MINUTE } from '../../durations.js';
import type { NewJob } from '../../jobs/store.js';
import type { KeyRing } from '../../keys/key-ring.js';
import type { ResourceOwner } from '../mounts.js';
import type { Address } from './store.js';

const DIGITS = 6;
const LIFE_MINUTES = 10;
export const CODE_LIFE_MS = LIFE_MINUTES * MINUTE;
/** Of the owner; for a code that anyone may enter, of one client IP. */
export const MAX_ATTEMPTS = 5;
/** For a code that anyone may enter. */
export const MAX_ATTEMPTS_OF_ALL = 25;

export const CODE = new RegExp(`^\\d{${DIGITS}}$`);

const RANDOM_BYTES = 6;

/** 48 random bits: the bias of the division is below one in a hundred million. */
export const newCode = (random: (bytes: number) => Buffer): string =>
  String(random(RANDOM_BYTES).readUIntBE(0, RANDOM_BYTES) % 10 ** DIGITS).padStart(DIGITS, '0');

/** The owner of the address, or the event type that is booked with it. */
type CodeOwner = ResourceOwner | { readonly eventTypeId: number };

function ownerKey(owner: CodeOwner): string {
  if ('eventTypeId' in owner) return `event_type:${owner.eventTypeId}`;
  return 'teamId' in owner ? `team:${owner.teamId}` : `account:${owner.accountId}`;
}

/** The text to hash: a code is valid for one address of one owner. */
export const hashedText = (owner: CodeOwner, { kind, address }: Address, code: string): string =>
  [ownerKey(owner), kind, emailKey(address), code].join(' ');

const smsText = (code: string): string =>
  `${code} is your code to confirm this phone number with Slotkey. It works once, for ${LIFE_MINUTES} minutes. Enter it only where you requested it.`;

/** A gateway that hangs does not delay mails. */
const SMS_PARTY = 'sms';

/** Holds the code sealed; after `until` it is not sent. */
export function codeJob(keys: KeyRing, { kind, address }: Address, code: string, expiresAt: Date): NewJob {
  const seal = (content: object) => ({
    sealed: keys.seal(JSON.stringify(content)),
    until: expiresAt.toISOString(),
  });
  return kind === 'email'
    ? { kind: 'verification', payload: seal({ email: address, code }) }
    : { kind: 'sms', party: SMS_PARTY, payload: seal({ to: address, text: smsText(code) }) };
}
