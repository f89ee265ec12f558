/*
 * The file format of imported legacy clients, one JSON object a line:
 *   {"client_id": "...", "name": "...", "kind": "confidential", "owner": "owner@app.example",
 *    "redirect_uris": ["https://app.example/callback"],
 *    "secret_hashes": ["sha256:<64 lower-case hex digits of SHA-256(secret)>"]}
 * `purpose`, `website` and `status` ("approved", the default, or "pending") may be added. A confidential client brings
 * one or two hashes, a public one none.
 */
import { z } from 'zod';
import type { PropertyFault } from '../errors.js';
import { clientFaults } from './rules.js';
import type { ClientForm } from './rules.js';
import { isImportedHash } from './secrets.js';

const Line = z.object({
  client_id: z.string(),
  name: z.string(),
  kind: z.enum(['confidential', 'public']),
  owner: z.string(),
  redirect_uris: z.array(z.string()),
  secret_hashes: z.array(z.string()).default([]),
  purpose: z.string().default('Registered before scopes existed.'),
  website: z.string().optional(),
  status: z.enum(['approved', 'pending']).default('approved'),
});

export type LegacyLine = z.infer<typeof Line> & { readonly lineNumber: number };

export interface LegacyFile {
  readonly lines: readonly LegacyLine[];
  /** Properties are named `lines.<line number>.<property>`. */
  readonly faults: readonly PropertyFault[];
}

/** RFC 6749 appendix A.1 without the space. */
const CLIENT_ID = /^[\x21-\x7e]{1,255}$/;

export const legacyForm = (line: LegacyLine): ClientForm => ({
  name: line.name,
  purpose: line.purpose,
  website: line.website,
  kind: line.kind,
  redirectUris: line.redirect_uris,
  scopes: [],
});

export const at = (lineNumber: number, { property, message }: PropertyFault): PropertyFault => ({
  property: ['lines', String(lineNumber), property].filter(Boolean).join('.'),
  message,
});

function hashProblem({ kind, secret_hashes: hashes }: LegacyLine): string | undefined {
  if (kind === 'public') return hashes.length > 0 ? 'is set. A public client has no secrets' : undefined;
  if (hashes.length < 1 || hashes.length > 2) return 'needs one or two entries for a confidential client';
  return hashes.every(isImportedHash)
    ? undefined
    : 'has another format than sha256:<64 lower-case hex digits>';
}

function lineFaults(line: LegacyLine): readonly PropertyFault[] {
  const id = CLIENT_ID.test(line.client_id)
    ? []
    : [{ property: 'client_id', message: 'is not 1 to 255 visible ASCII characters' }];
  const problem = hashProblem(line);
  const hashes = problem === undefined ? [] : [{ property: 'secret_hashes', message: problem }];
  return [...id, ...clientFaults(legacyForm(line), true), ...hashes];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseLine(text: string, lineNumber: number): LegacyFile {
  const parsed = Line.safeParse(parsedJson(text));
  if (parsed.success) {
    const line = { ...parsed.data, lineNumber };
    return { lines: [line], faults: lineFaults(line) };
  }
  return {
    lines: [],
    faults: parsed.error.issues.map(({ path, message }) => ({ property: path.join('.'), message })),
  };
}

/** Empty lines are skipped. */
export function parseLegacyFile(text: string): LegacyFile {
  const files = text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const { lines, faults } = parseLine(line, index + 1);
    return { lines, faults: faults.map((fault) => at(index + 1, fault)) };
  });
  const lines = files.flatMap((file) => file.lines);
  const repeated = lines.filter(
    (line, index) => lines.findIndex((other) => other.client_id === line.client_id) < index,
  );
  const twice = repeated.map(({ lineNumber }) =>
    at(lineNumber, { property: 'client_id', message: 'is there on an earlier line too' }),
  );
  return { lines, faults: [...files.flatMap((file) => file.faults), ...twice] };
}
