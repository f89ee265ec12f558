/*
 * The port behind which short-lived protocol state lives: families (one record per authorization, holding its
 * code and tokens), sessions and interactions. A record is opaque text under a key, with a version and an end.
 * Every change is one compare-and-swap in the store, so races are settled there and nowhere else.
 * Adapters: adapters/artifacts/redis.ts, adapters/artifacts/sql.ts; one contract suite runs on both.
 */

export type ArtifactKind = 'family' | 'session' | 'interaction';

export interface Artifact {
  /** The id of the attempt that wrote this state (random, 16 to 64 characters of base64url). */
  readonly version: string;
  readonly value: string;
}

export interface NextArtifact extends Artifact {
  /** Milliseconds since the epoch; from then on the record is absent. */
  readonly expiresAt: number;
}

/**
 * `won`: this attempt's state is in the store (also when told again after a lost reply, as long as nobody wrote since);
 * `lost`: somebody else wrote in between, read again; `gone`: there is no such record any more.
 */
export type SwapVerdict = 'won' | 'lost' | 'gone';

export interface OwnedArtifact extends Artifact {
  readonly key: string;
}

/** Every method throws `storeUnavailable` (503) within about a second when the store does not answer. */
export interface ArtifactStore {
  /** One round trip. */
  read(kind: ArtifactKind, key: string): Promise<Artifact | undefined>;
  /** False when the key is taken by another attempt; true again when the same version is told twice. */
  create(kind: ArtifactKind, key: string, next: NextArtifact, owner?: string): Promise<boolean>;
  /** One atomic step: `expected` is the version that was read, `next.version` the id of this attempt. */
  swap(kind: ArtifactKind, key: string, expected: string, next: NextArtifact): Promise<SwapVerdict>;
  /** True when there was a record. */
  remove(kind: ArtifactKind, key: string): Promise<boolean>;
  /** All live records created for one owner, in no order. */
  ownedBy(kind: ArtifactKind, owner: string): Promise<readonly OwnedArtifact[]>;
  /** Names the run of the server that keeps this record now. */
  epochOf(kind: ArtifactKind, key: string): Promise<string>;
  /**
   * False when the server of that run may have been replaced by one that forgot the last writes (a failover): what must
   * not happen twice may then not be believed to have never happened. No round trip as a rule.
   */
  isCurrent(epoch: string): Promise<boolean>;
  /** Deletes what has expired, returns how many; 0 where the store does that by itself. */
  sweep(): Promise<number>;
}
