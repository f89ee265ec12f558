/* Addresses to verify, with their codes, and verified addresses. */
import { codeJob, hashedText } from '../../src/scheduling/verified-resources/codes.js';
import type { ResourceOwner } from '../../src/scheduling/mounts.js';
import type { Address } from '../../src/scheduling/verified-resources/store.js';
import type { Params } from './example-resources.js';
import { ACTOR, type Fixture } from './api-fixture.js';

const CODE = '123456';
const LIFE_MS = 600_000;

const ownerOf = ({ accountId }: Fixture, { teamId }: Params): ResourceOwner =>
  teamId === undefined ? { accountId } : { teamId: Number(teamId) };

export const newEmail = ({ next }: Fixture) => ({ email: `desk-${next()}@example.net` });
export const newPhone = ({ next }: Fixture) => ({ phone: `+3519123${String(10_000 + next())}` });

/** Requests a code as if it had been sent. */
async function requestCode(fixture: Fixture, params: Params, address: Address): Promise<void> {
  const { stores, registry } = fixture.service;
  const [owner, expiresAt] = [ownerOf(fixture, params), new Date(Date.now() + LIFE_MS)];
  const codeHash = registry.keys.hash('verification', hashedText(owner, address, CODE));
  const job = codeJob(registry.keys, address, CODE, expiresAt);
  await stores.scheduling.verifiedResources.putCode(owner, { ...address, codeHash, expiresAt }, job, ACTOR);
}

export async function emailAndCode(fixture: Fixture, params: Params): Promise<object> {
  const { email } = newEmail(fixture);
  await requestCode(fixture, params, { kind: 'email', address: email });
  return { email, code: CODE };
}

export async function phoneAndCode(fixture: Fixture, params: Params): Promise<object> {
  const { phone } = newPhone(fixture);
  await requestCode(fixture, params, { kind: 'phone', address: phone });
  return { phone, code: CODE };
}

/** Of the kind in the path. */
export async function verifiedAddress(fixture: Fixture, params: Params, path: string): Promise<number> {
  const address: Address = path.includes('/emails/')
    ? { kind: 'email', address: newEmail(fixture).email }
    : { kind: 'phone', address: newPhone(fixture).phone };
  await requestCode(fixture, params, address);
  const trial = { ...address, by: fixture.accountId, now: new Date(), maxAttempts: 1, isRight: () => true };
  const verified = await fixture.service.stores.scheduling.verifiedResources.confirm(
    ownerOf(fixture, params),
    trial,
    ACTOR,
  );
  if (verified === undefined) throw new Error('no address was verified');
  return verified.id;
}
