/*
 * Browser sessions in the artifact store. The cookie is `<id>.<secret>`: the record stands under the id, which may be
 * shown and bound to, and holds only a keyed hash of the secret, so that a dump of the store signs nobody in.
 */
import { randomBytes } from 'node:crypto';
import type { ArtifactStore } from '../artifacts/store.js';
import type { KeyRing } from '../keys/key-ring.js';
import { endOf, isStale, openRecord, sealRecord } from './session-record.js';
import type { SessionRecord } from './session-record.js';

export interface Session extends Omit<SessionRecord, 'secretHash'> {
  readonly id: string;
}

export interface Origin {
  readonly clientIp: string;
  readonly browser: string;
}

export interface Sessions {
  /** A new session with a new id; returns the value of its cookie. */
  start(accountId: number, origin: Origin): Promise<string>;
  /** The session of a cookie, undefined when it is unknown, over, or its secret is wrong. */
  resume(cookie: string): Promise<Session | undefined>;
  /**
   * The same session under a new id, confirmed now; returns the value of its new cookie. It does not end later for that.
   * Undefined when it is over, also when it was ended in this moment.
   */
  renew(id: string, origin: Origin): Promise<string | undefined>;
  end(id: string): Promise<boolean>;
  /** Every session of the account, but the one named. */
  endAll(accountId: number, except?: string): Promise<void>;
  list(accountId: number): Promise<readonly Session[]>;
}

export interface SessionDeps {
  readonly artifacts: ArtifactStore;
  readonly keys: KeyRing;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const COOKIE = /^([\w-]{22})\.([\w-]{43})$/;

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');
const owner = (accountId: number): string => `account:${accountId}`;

const shown = (
  id: string,
  { accountId, createdAt, lastSeenAt, confirmedAt, clientIp, browser }: SessionRecord,
): Session => ({
  id,
  accountId,
  createdAt,
  lastSeenAt,
  confirmedAt,
  clientIp,
  browser,
});

const next = (
  keys: KeyRing,
  record: SessionRecord,
): { version: string; value: string; expiresAt: number } => ({
  version: random(16),
  value: sealRecord(keys, record),
  expiresAt: endOf(record),
});

/** Keeps the record under a new id and secret; returns the value of the cookie. */
async function keep(
  { artifacts, keys }: SessionDeps,
  facts: Omit<SessionRecord, 'secretHash'>,
): Promise<string> {
  const [id, secret] = [random(16), random(32)];
  const record = { ...facts, secretHash: keys.hash('session', secret) };
  if (!(await artifacts.create('session', id, next(keys, record), owner(facts.accountId)))) {
    throw new Error('a random session id was taken');
  }
  return `${id}.${secret}`;
}

function start(deps: SessionDeps, accountId: number, origin: Origin): Promise<string> {
  const now = deps.clock();
  return keep(deps, { accountId, createdAt: now, lastSeenAt: now, confirmedAt: now, ...origin });
}

async function renew(deps: SessionDeps, id: string, origin: Origin): Promise<string | undefined> {
  const found = await deps.artifacts.read('session', id);
  const now = deps.clock();
  const record = found && openRecord(deps.keys, found.value, now);
  if (record === undefined) return undefined;
  const cookie = await keep(deps, { ...record, lastSeenAt: now, confirmedAt: now, ...origin });
  // Whoever ended the old one meanwhile meant this one too.
  if (await deps.artifacts.remove('session', id)) return cookie;
  await deps.artifacts.remove('session', cookie.slice(0, cookie.indexOf('.')));
  return undefined;
}

/** Writes the time of the last use now and then. Losing the race or the store costs nothing but that time. */
async function touch(
  { artifacts, keys }: SessionDeps,
  id: string,
  version: string,
  record: SessionRecord,
): Promise<void> {
  await artifacts.swap('session', id, version, next(keys, record)).catch(() => undefined);
}

async function resume(deps: SessionDeps, cookie: string): Promise<Session | undefined> {
  const [, id, secret] = COOKIE.exec(cookie) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  const found = await deps.artifacts.read('session', id);
  if (found === undefined) return undefined;
  const now = deps.clock();
  const record = openRecord(deps.keys, found.value, now);
  if (record === undefined || !deps.keys.matches('session', secret, record.secretHash)) return undefined;
  if (!isStale(record, now)) return shown(id, record);
  // Hashed again on the way, so that a live session outlives the key it was made under.
  const seen = { ...record, secretHash: deps.keys.hash('session', secret), lastSeenAt: now };
  await touch(deps, id, found.version, seen);
  return shown(id, seen);
}

async function list({ artifacts, keys, clock }: SessionDeps, accountId: number): Promise<readonly Session[]> {
  const records = await artifacts.ownedBy('session', owner(accountId));
  return records.flatMap(({ key, value }) => {
    const record = openRecord(keys, value, clock());
    return record === undefined ? [] : [shown(key, record)];
  });
}

export function createSessions(deps: SessionDeps): Sessions {
  const end = (id: string): Promise<boolean> => deps.artifacts.remove('session', id);
  return {
    start: (accountId, origin) => start(deps, accountId, origin),
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
