/*
 * Browser sessions in the artifact store. The cookie is `<id>.<secret>`: the key of the record is the id, which is no
 * secret, and the record has only a keyed hash of the secret, so that a dump of the store gives no session away.
 */
import { randomBytes } from 'node:crypto';
import type { Artifact, NextArtifact } from '../artifacts/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { AccountDeps } from './deps.js';
import { endOf, isStale, openRecord, sealRecord, type SessionRecord } from './session-record.js';

export interface Session extends Omit<SessionRecord, 'secretHash'> {
  readonly id: string;
}

export interface Origin {
  readonly clientIp: string;
  readonly browser: string;
}

export interface Sessions {
  /**
   * A new session with a new id; returns the value of its cookie. `accessGeneration`: of the account, as it was read with
   * the credentials that prove its user.
   */
  start(accountId: number, origin: Origin, accessGeneration?: number): Promise<string>;
  /** The session of a cookie, undefined when it is unknown, over, or its secret is wrong. */
  resume(cookie: string): Promise<Session | undefined>;
  /**
   * The same session under a new id, confirmed now; returns the value of its new cookie. Its end stays as it was.
   * Undefined when it is over, also when it ends concurrently.
   */
  renew(id: string, origin: Origin): Promise<string | undefined>;
  end(id: string): Promise<boolean>;
  /** All sessions of the account except the one named. */
  endAll(accountId: number, except?: string): Promise<void>;
  list(accountId: number): Promise<readonly Session[]>;
}

type SessionDeps = Pick<AccountDeps, 'artifacts' | 'keys' | 'clock'>;

const COOKIE = /^([\w-]{22})\.([\w-]{43})$/;

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');
const owner = (accountId: number): string => `account:${accountId}`;

const toSession = (id: string, { secretHash: _, ...facts }: SessionRecord): Session => ({ id, ...facts });

const toArtifact = (keys: KeyRing, record: SessionRecord): NextArtifact => ({
  version: random(16),
  value: sealRecord(keys, record),
  expiresAt: endOf(record),
});

/** Stores the record under a new id and secret; returns the value of the cookie. */
async function create(
  { artifacts, keys }: SessionDeps,
  facts: Omit<SessionRecord, 'secretHash'>,
): Promise<string> {
  const [id, secret] = [random(16), random(32)];
  const record = { ...facts, secretHash: keys.hash('session', secret) };
  if (!(await artifacts.create('session', id, toArtifact(keys, record), owner(facts.accountId)))) {
    throw new Error('a random session id is already in use');
  }
  return `${id}.${secret}`;
}

/** Undefined when it is over or cannot be read. */
function open(
  { artifacts, keys, clock }: SessionDeps,
  id: string,
  { value }: Artifact,
): SessionRecord | undefined {
  const record = openRecord(keys, value);
  if (record === undefined) artifacts.reportUnreadable('session', id);
  return record && clock() < endOf(record) ? record : undefined;
}

function start(
  deps: SessionDeps,
  accountId: number,
  origin: Origin,
  accessGeneration: number,
): Promise<string> {
  const now = deps.clock();
  const times = { createdAt: now, lastSeenAt: now, confirmedAt: now };
  return create(deps, { accountId, ...(accessGeneration > 0 && { accessGeneration }), ...times, ...origin });
}

async function renew(deps: SessionDeps, id: string, origin: Origin): Promise<string | undefined> {
  const artifact = await deps.artifacts.read('session', id);
  const now = deps.clock();
  const record = artifact && open(deps, id, artifact);
  if (record === undefined) return undefined;
  const cookie = await create(deps, { ...record, lastSeenAt: now, confirmedAt: now, ...origin });
  // A concurrent end of the old one applies to the new one too.
  if (await deps.artifacts.remove('session', id)) return cookie;
  await deps.artifacts.remove('session', cookie.slice(0, cookie.indexOf('.')));
  return undefined;
}

/** Writes the time of the last use. Fire and forget: losing the race or the store costs only that time. */
async function touch(
  { artifacts, keys }: SessionDeps,
  id: string,
  version: string,
  record: SessionRecord,
): Promise<void> {
  const next = toArtifact(keys, record);
  await artifacts.swap('session', id, version, next, owner(record.accountId)).catch(() => undefined);
}

async function resume(deps: SessionDeps, cookie: string): Promise<Session | undefined> {
  const [, id, secret] = COOKIE.exec(cookie) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const artifact = await deps.artifacts.read('session', id);
  if (artifact === undefined) return undefined;
  const now = deps.clock();
  const record = open(deps, id, artifact);
  if (record === undefined || !deps.keys.matches('session', secret, record.secretHash)) return undefined;
  if (!isStale(record, now)) return toSession(id, record);
  // Hashed again, so that a live session outlives the key of its first hash.
  const used = { ...record, secretHash: deps.keys.hash('session', secret), lastSeenAt: now };
  await touch(deps, id, artifact.version, used);
  return toSession(id, used);
}

async function list(deps: SessionDeps, accountId: number): Promise<readonly Session[]> {
  const records = await deps.artifacts.ownedBy('session', owner(accountId));
  return records.flatMap(({ key, ...artifact }) => {
    const record = open(deps, key, artifact);
    return record === undefined ? [] : [toSession(key, record)];
  });
}

export function createSessions(deps: SessionDeps): Sessions {
  const end = (id: string): Promise<boolean> => deps.artifacts.remove('session', id);
  return {
    start: (accountId, origin, accessGeneration = 0) => start(deps, accountId, origin, accessGeneration),
    resume: (cookie) => resume(deps, cookie),
    renew: (id, origin) => renew(deps, id, origin),
    end,
    async endAll(accountId, except) {
      const records = await deps.artifacts.ownedBy('session', owner(accountId));
      await Promise.all(records.filter(({ key }) => key !== except).map(({ key }) => end(key)));
    },
    list: (accountId) => list(deps, accountId),
  };
}
