/* A family that is read while the client of its request is looked up; it decides nothing yet. */
import type { Families, LoadedFamily } from './families.js';
import { familyIdOf, type TokenKind } from './tokens.js';

export interface FamilyRead {
  readonly id: string;
  readonly loaded: Promise<LoadedFamily | undefined>;
}

const KINDS: readonly TokenKind[] = ['code', 'access', 'refresh'];

/** Undefined for what has the shape of no code and no token. */
export function readAhead(families: Pick<Families, 'load'>, presented = ''): FamilyRead | undefined {
  const kind = KINDS.find((one) => familyIdOf(one, presented) !== undefined);
  const id = kind && familyIdOf(kind, presented);
  if (id === undefined) return undefined;
  const loaded = families.load(id);
  // A failure is handled where it is awaited, which is nowhere when the client is refused.
  loaded.catch(() => undefined);
  return { id, loaded };
}
