/* Who users are told has made a client. */
import type { ClientRecord } from './record-store.js';

/** The name of the team that it belongs to, otherwise of its owner. */
export const developerOf = ({ team, owner }: Pick<ClientRecord, 'team' | 'owner'>): string =>
  (team ?? owner).name;
