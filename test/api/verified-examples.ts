/* Addresses that somebody wants to use, with the codes for them, and those that are verified. */
import { codeJob, hashedText } from '../../src/scheduling/verified-resources/codes.js';
import type { Address, ResourceOwner } from '../../src/scheduling/verified-resources/store.js';
import type { Params } from './example-resources.js';
import { CAUSE, type World } from './api-fixture.js';

const CODE = '123456';
const LIFE_MS = 600_000;

const ownerOf = ({ accountId }: World, { teamId }: Params): ResourceOwner =>
  teamId === undefined ? { accountId } : { teamId: Number(teamId) };

export const newEmail = ({ next }: World) => ({ email: `desk-${next()}@example.net` });
export const newPhone = ({ next }: World) => ({ phone: `+3519123${String(10_000 + next())}` });

/** Its code is as good as sent. */
async function asked(world: World, params: Params, address: Address): Promise<void> {
  const { stores, registry } = world.service;
  const [owner, expiresAt] = [ownerOf(world, params), new Date(Date.now() + LIFE_MS)];
  const codeHash = registry.keys.hash('verification', hashedText(owner, address, CODE));
  const job = codeJob(registry.keys, address, CODE, expiresAt);
  await stores.verifiedResources.putCode(owner, { ...address, codeHash, expiresAt }, job, CAUSE);
}

export async function emailAndCode(world: World, params: Params): Promise<object> {
  const { email } = newEmail(world);
  await asked(world, params, { kind: 'email', address: email });
  return { email, code: CODE };
}

export async function phoneAndCode(world: World, params: Params): Promise<object> {
  const { phone } = newPhone(world);
  await asked(world, params, { kind: 'phone', address: phone });
  return { phone, code: CODE };
}

/** Of the kind that the path is about. */
export async function verifiedAddress(world: World, params: Params, path: string): Promise<number> {
  const address: Address = path.includes('/emails/')
    ? { kind: 'email', address: newEmail(world).email }
    : { kind: 'phone', address: newPhone(world).phone };
  await asked(world, params, address);
  const trial = { ...address, by: world.accountId, now: new Date(), mostTries: 1, isRight: () => true };
  const made = await world.service.stores.verifiedResources.confirm(ownerOf(world, params), trial, CAUSE);
  if (made === undefined) throw new Error('no address was verified');
  return made.id;
}
