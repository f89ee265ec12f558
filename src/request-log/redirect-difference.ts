/* In what a redirect URI differs from the closest one that would have been right. Pure. */
import { present } from '../present.js';

export interface RedirectDifference {
  readonly sent: string;
  /** Of those that are right, the one that is most like it; absent where there is none. */
  readonly closest?: string;
  /** `its port`, `the slash at its end`. */
  readonly differsIn: readonly string[];
}

const PARTS = [
  ['protocol', 'its scheme'],
  ['hostname', 'its host'],
  ['port', 'its port'],
  ['pathname', 'its path'],
  ['search', 'its query'],
  ['hash', 'its fragment'],
] as const;

const SLASH = 'the slash at its end';
const CASE = 'capital and small letters';
const SPELLING = 'its spelling';

const withoutSlash = (text: string): string => text.replace(/\/+$/, '');

function differences(sent: string, right: string): readonly string[] {
  if (withoutSlash(sent) === withoutSlash(right)) return [SLASH];
  if (sent.toLowerCase() === right.toLowerCase()) return [CASE];
  const [a, b] = [URL.parse(sent), URL.parse(right)];
  if (a === null || b === null) return [SPELLING];
  const named = PARTS.filter(([part]) => a[part] !== b[part]).map(([part, name]) => {
    if (part !== 'pathname') return name;
    return withoutSlash(a.pathname) === withoutSlash(b.pathname) ? SLASH : name;
  });
  return named.length === 0 ? [SPELLING] : named;
}

function commonStart(one: string, other: string): number {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end += 1;
  return end;
}

const MAX_READ = 2048;

/** The fewest differences first, then the longest common start. */
export function redirectDifference(received: string, right: readonly string[]): RedirectDifference {
  const sent = received.slice(0, MAX_READ);
  const candidates = right.map((uri) => ({ uri, differsIn: differences(sent, uri) }));
  const [best] = candidates.toSorted(
    (a, b) => a.differsIn.length - b.differsIn.length || commonStart(sent, b.uri) - commonStart(sent, a.uri),
  );
  return { sent, differsIn: best?.differsIn ?? [], ...present({ closest: best?.uri }) };
}
