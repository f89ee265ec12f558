/*
 * The port of the pictures that clients are shown by. A picture stays while a client or a proposal shows it, and for a
 * day after it was last held: from its upload to the form in which it is saved. Adapter: adapters/knex/clients/client-logos.ts.
 */

export interface LogoStore {
  /** `hash`: SHA-256 of the picture in hex. */
  keep(hash: string, png: Buffer): Promise<void>;
  /** Begins its day anew, so that it is there when it is referred to. False when there is no such picture. */
  hold(hash: string): Promise<boolean>;
  find(hash: string): Promise<Buffer | undefined>;
}
