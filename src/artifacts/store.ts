/*
 * The port of short-lived protocol state: token families (one record per authorization, with its code and tokens),
 * sessions and interactions. A record is opaque text under a key, with a version and an expiry. Every change is one
 * compare-and-swap, so races are settled in the store. Adapters: adapters/artifacts/redis.ts, adapters/artifacts/sql.ts;
 * one contract suite runs on both.
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
 * `won`: the state of this attempt is in the store (also when it is sent again after a lost reply, unless another attempt
 * has written since). `lost`: another attempt wrote in between, read again. `gone`: the record no longer exists.
 */
export type SwapVerdict = 'won' | 'lost' | 'gone';

export interface OwnedArtifact extends Artifact {
  readonly key: string;
}

/** For a record whose text cannot be read: it counts as absent. Logs its key once. */
export type ReportUnreadable = (kind: ArtifactKind | 'owner' | 'throttle', key: string) => void;

/** Every method throws `storeUnavailable` (503) within about a second when the store does not answer. */
export interface ArtifactRecords {
  /** One round trip. What is no record at all (another type, no version) has an empty version and text. */
  read(kind: ArtifactKind, key: string): Promise<Artifact | undefined>;
  /** False when another attempt has the key; true again when the same version is sent twice. */
  create(kind: ArtifactKind, key: string, next: NextArtifact, owner?: string): Promise<boolean>;
  /**
   * One atomic step: `expected` is the version that was read, `next.version` the id of this attempt. `owner`: the one it
   * was created for, whose list lasts as long as its newest record.
   */
  swap(
    kind: ArtifactKind,
    key: string,
    expected: string,
    next: NextArtifact,
    owner?: string,
  ): Promise<SwapVerdict>;
  /** True when there was a record. */
  remove(kind: ArtifactKind, key: string): Promise<boolean>;
  /** All live records created for one owner, in no order, those that cannot be read among them. */
  ownedBy(kind: ArtifactKind, owner: string): Promise<readonly OwnedArtifact[]>;
  /** Identifies the run of the server that has this record now. */
  epochOf(kind: ArtifactKind, key: string): Promise<string>;
  /**
   * False when the server of that run may have been replaced by one that lost the last writes (a failover): a missing
   * record is then no proof that a code was not used. Usually no round trip.
   */
  isCurrent(epoch: string): Promise<boolean>;
  /** Deletes expired records, returns their number; 0 where the store does that by itself. */
  sweep(): Promise<number>;
}

export interface ArtifactStore extends ArtifactRecords {
  /** Called by what reads the texts. Does not throw. */
  readonly reportUnreadable: ReportUnreadable;
}
