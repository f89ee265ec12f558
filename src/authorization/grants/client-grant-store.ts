/* The port of the index by which the grants of a client are found. Adapter: adapters/knex/authorization/client-grants.ts. */

export interface ClientGrant {
  readonly familyId: string;
  readonly clientId: string;
  readonly endsAt: Date;
}

export interface ClientGrantStore {
  /** Before a code is issued for the grant; repeating it changes nothing. */
  add(grant: ClientGrant): Promise<void>;
  /** Those that have not passed their end; some may have ended before. Stops counting at `most`. */
  count(clientId: string, now: Date, most: number): Promise<number>;
  /** Ids of families, in their order, behind `after`; some may have ended. */
  ofClient(clientId: string, after: string, most: number): Promise<readonly string[]>;
}
