/*
 * The file format of imported legacy clients, one JSON object a line:
 *   {"client_id": "...", "name": "...", "kind": "confidential", "owner": "owner@app.example",
 *    "redirect_uris": ["https://app.example/callback"],
 *    "secret_hashes": ["sha256:<64 lower-case hex digits of SHA-256(secret)>"]}
 * `purpose`, `website` and `status` ("approved", the default, or "pending") may be added. A confidential client brings
 * one or two hashes, a public one none.
 */
import { z } from 'zod';
import type { PropertyFault } from '../../errors.js';
import { clientFaults } from '../rules.js';
import type { ClientForm } from '../rules.js';
import { isImportedHash } from '../secrets.js';

const text = (error = 'is missing or not a string') => z.string({ error });
const texts = (error: string) => z.array(text(error), { error });

const Line = z.object(
  {
    client_id: text(),
    name: text(),
    kind: z.enum(['confidential', 'public'], { error: 'must be confidential or public' }),
    owner: text(),
    redirect_uris: texts('is missing or not a list of strings'),
    secret_hashes: texts('is not a list of strings').default([]),
    purpose: text('is not a string').default('Registered before scopes existed.'),
    website: text('is not a string').optional(),
    status: z.enum(['approved', 'pending'], { error: 'must be approved or pending' }).default('approved'),
  },
  { error: 'is not a JSON object' },
);

export type LegacyLine = z.infer<typeof Line>;

export interface ParsedLine {
  readonly line: number;
  /** Absent where it could not be read. */
  readonly read?: LegacyLine;
  /** None for a good line. The property is empty where the line itself is at fault. */
  readonly faults: readonly PropertyFault[];
}

export const OWNERLESS: PropertyFault = {
  property: 'owner',
  message:
    'is not the confirmed e-mail address of an account. Add the account first, or ask its owner to confirm the address',
};
const REPEATED: PropertyFault = { property: 'client_id', message: 'is also on an earlier line' };

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
  return [...id, ...clientFaults(legacyForm(line), { legacy: true }), ...hashes];
}

function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function parseLine(json: string, line: number): ParsedLine {
  const { success, data, error } = Line.safeParse(parsedJson(json));
  if (success) return { line, read: data, faults: lineFaults(data) };
  const faults = error.issues.map(({ path, message }) => ({ property: path.join('.'), message }));
  return { line, faults };
}

/** A second line of a client is at fault; the first one may be good. */
function withRepeats(lines: readonly ParsedLine[]): readonly ParsedLine[] {
  const seen = new Set<string>();
  return lines.map((parsed) => {
    const id = parsed.read?.client_id;
    if (id === undefined) return parsed;
    if (seen.has(id)) return { ...parsed, faults: [...parsed.faults, REPEATED] };
    seen.add(id);
    return parsed;
  });
}

/** Empty lines are skipped. */
export const parseLegacyFile = (file: string): readonly ParsedLine[] =>
  withRepeats(
    file.split('\n').flatMap((json, index) => (json.trim() === '' ? [] : [parseLine(json, index + 1)])),
  );
