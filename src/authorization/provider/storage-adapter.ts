/*
 * The storage of the provider: clients come from the registry, interactions are artifacts of their own, grants and codes
 * are views of their family (family-models.ts). A store that does not answer becomes an error that the provider
 * passes on as 503.
 */
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { recordFormat, UNNUMBERED } from '../../artifacts/format.js';
import type { ArtifactStore } from '../../artifacts/store.js';
import type { ClientStore } from '../../clients/store.js';
import { AppError } from '../../errors.js';
import { metadataOf } from './client-metadata.js';
import { newAttempt } from '../grants/families.js';
import { codeAdapter, type FamilyModelDeps, grantAdapter, nothing } from './family-models.js';

export interface AdapterDeps extends FamilyModelDeps {
  readonly artifacts: ArtifactStore;
  readonly clients: ClientStore;
  /** For the endpoints that clients call. */
  readonly keptClients: Pick<ClientStore, 'find'>;
  /** Throws 429 when the client IP has begun too many authorizations without being signed in: each is stored for an hour. */
  readonly rateLimitAnonymous: () => Promise<void>;
}

/** RFC 6749 sections 4.1.2.1 and 5.2 have no better error for a store that does not answer. */
class TemporarilyUnavailable extends errors.OIDCProviderError {
  constructor(cause: unknown) {
    super(503, 'temporarily_unavailable');
    this.error_description = 'a store does not answer; nothing was used up, try again';
    this.expose = true;
    this.cause = cause;
  }
}

/** To the browser, never to the client, which would only redirect it here again. */
class TooManyAnonymous extends errors.OIDCProviderError {
  readonly retryAfter: string | undefined;
  constructor({ headers }: AppError) {
    super(429, 'temporarily_unavailable');
    this.allow_redirect = false;
    this.retryAfter = headers['retry-after'];
  }
}

const FORMAT = recordFormat('interaction', [UNNUMBERED]);

/** Undefined for a record that cannot be read; the seal proves that the rest was written here. */
function openPayload(keys: AdapterDeps['keys'], record: string): AdapterPayload | undefined {
  const text = keys.open(FORMAT.read(record));
  return text === undefined ? undefined : (JSON.parse(text) as AdapterPayload);
}

/** Sealed, because the request's parameters may name a user (`login_hint`). */
function interactionAdapter({ artifacts, keys, clock, rateLimitAnonymous }: AdapterDeps): Adapter {
  const find = async (id: string) => {
    for (const key of keys.hashes('interaction', id)) {
      const artifact = await artifacts.read('interaction', key);
      if (artifact) return { key, ...artifact };
    }
    return undefined;
  };
  return {
    ...nothing,
    async upsert(id, { jti: _, ...payload }, expiresIn = 0) {
      const before = await find(id);
      if (!before && payload.session?.accountId === undefined) await rateLimitAnonymous();
      const next = {
        version: newAttempt(),
        value: FORMAT.write(keys.seal(JSON.stringify(payload))),
        expiresAt: clock() + expiresIn * 1000,
      };
      if (before === undefined) await artifacts.create('interaction', keys.hash('interaction', id), next);
      // A second write is an answer. The first one counts, also when it came after `before` was read.
      else if (openPayload(keys, before.value)?.result === undefined)
        await artifacts.swap('interaction', before.key, before.version, next);
    },
    async find(id) {
      const found = await find(id);
      const payload = found && openPayload(keys, found.value);
      if (found && payload === undefined) artifacts.reportUnreadable('interaction', found.key);
      return payload && { ...payload, jti: id };
    },
    async destroy(id) {
      await Promise.all(keys.hashes('interaction', id).map((key) => artifacts.remove('interaction', key)));
    },
  };
}

const clientAdapter = ({ clients }: AdapterDeps): Adapter => ({
  ...nothing,
  async find(id) {
    const client = await clients.find(id);
    return client && metadataOf(client);
  },
});

function toProviderError(fault: unknown): unknown {
  if (!(fault instanceof AppError)) return fault;
  if (fault.status === 429) return new TooManyAnonymous(fault);
  return fault.status === 503 ? new TemporarilyUnavailable(fault) : fault;
}

/** Translates a store's AppError, which the provider would take for a server error. */
export const guarded =
  <A extends unknown[], R>(method: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    try {
      return await method(...args);
    } catch (fault) {
      throw toProviderError(fault);
    }
  };

function withOutages(adapter: Adapter): Adapter {
  return {
    ...adapter,
    upsert: guarded((id, payload, expiresIn) => adapter.upsert(id, payload, expiresIn)),
    find: guarded((id) => adapter.find(id)),
    consume: guarded((id) => adapter.consume(id)),
    destroy: guarded((id) => adapter.destroy(id)),
  };
}

const MODELS: Readonly<Record<string, (deps: AdapterDeps) => Adapter>> = {
  Client: clientAdapter,
  Interaction: interactionAdapter,
  Grant: grantAdapter,
  AuthorizationCode: codeAdapter,
};

/** Models that are switched off get storage that refuses to be used. */
export const createAdapterFactory =
  (deps: AdapterDeps) =>
  (model: string): Adapter =>
    withOutages(MODELS[model]?.(deps) ?? nothing);
