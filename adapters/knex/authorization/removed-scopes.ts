import type { RemovedScopes } from '../../../src/clients/store.js';
import type { ScopeName } from '../../../src/scopes/catalogue.js';

/** By name, as in the column. */
export type RemovedScopesPart = Readonly<Partial<Record<ScopeName, number>>>;

export const toRemovedScopes = (part: RemovedScopesPart): RemovedScopes =>
  new Map(Object.entries(part) as [ScopeName, number][]);
