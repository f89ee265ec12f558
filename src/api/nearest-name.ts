/* Which known name somebody meant who wrote another. Pure. */

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** How many letters are added, left out, replaced or swapped with their neighbour (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  const rows = [[...b, ''].map((_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (up: number, left: number): number => rows[i - up]?.[j - left] ?? Infinity;
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const replaced = at(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(
        Math.min(at(1, 0) + 1, (row[j - 1] ?? Infinity) + 1, replaced, isSwapped ? at(2, 2) + 1 : Infinity),
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? Infinity;
}

/** Short names are near only when they differ in case, hyphens and underscores. */
const allowedEdits = (length: number): number => (length >= 6 ? 2 : length >= 4 ? 1 : 0);

/** Undefined when `name` is unlike all of them. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const written = plain(name);
  return known.find((one) => {
    const meant = plain(one);
    const allowed = allowedEdits(Math.min(written.length, meant.length));
    const isClose = Math.abs(written.length - meant.length) <= allowed;
    return isClose && editsBetween(written, meant) <= allowed;
  });
}
