/*
 * The port of client logos. A logo is stored while a client or a proposal uses it, and for a day after it was last held:
 * from its upload to the form in which it is saved. Adapter: adapters/knex/clients/client-logos.ts.
 */

export interface LogoStore {
  /** `hash`: SHA-256 of the picture in hex. */
  save(hash: string, png: Buffer): Promise<void>;
  /** Restarts its day, so that it still exists when the form is saved. False when there is no such logo. */
  hold(hash: string): Promise<boolean>;
  find(hash: string): Promise<Buffer | undefined>;
}
