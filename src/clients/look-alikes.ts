/*
 * Names that are easily confused: letters of other scripts that look like Latin ones, digits for letters, marks,
 * spaces and case. After Unicode TR 39 section 4, with a table of our own. Pure.
 */

/** Pairs of a character and what it looks like; lower case, after compatibility decomposition. */
const CONFUSABLE: ReadonlyMap<string, string> = new Map(
  // prettier-ignore
  [
    ...pairs('аеорсхуіјѕһԁԛԝвкмнтгпьӏ', 'aeopcxyijshdqwbkmhtrnbl'), // Cyrillic
    ...pairs('αβγεηικνορτυχω', 'abyenikvoptuxw'), // Greek
    ...pairs('աոսօցհյքզ', 'wnuoghjpq'), // Armenian
    ...pairs('013457689', 'oleastbbg'),
    ...pairs('ıɩɡɑøđħłþßœæ', 'iigaodhlpboa'),
    ...pairs('|!$@€', 'llsae'),
  ],
);

function pairs(from: string, to: string): readonly (readonly [string, string])[] {
  const targets = Array.from(to);
  return Array.from(from).map((character, index) => [character, targets[index] ?? character] as const);
}

/** Drawn with two letters, read as one. */
const JOINED: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
];

/** Two names with one skeleton look alike. Empty when nothing but signs is left. */
function skeleton(name: string): string {
  const characters = Array.from(name.normalize('NFKD').toLowerCase())
    .map((character) => CONFUSABLE.get(character) ?? character)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
  // i, l and 1 are one stroke in many typefaces.
  return JOINED.reduce((text, [pair, one]) => text.replaceAll(pair, one), characters).replaceAll('i', 'l');
}

/** One character inserted, deleted or replaced. */
function isOneEditAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = short.length === long.length ? start + 1 : start;
  return short.slice(rest) === long.slice(start + 1);
}

/** Shorter names often differ by one character. */
const SHORTEST_FOR_TYPOS = 6;

export function looksLike(name: string, other: string): boolean {
  const [a, b] = [skeleton(name), skeleton(other)];
  if (a === '' || b === '') return false;
  return a === b || (Math.min(a.length, b.length) >= SHORTEST_FOR_TYPOS && isOneEditAway(a, b));
}

/** `name` contains something that looks like `word`. */
export const readsAs = (name: string, word: string): boolean => skeleton(name).includes(skeleton(word));
