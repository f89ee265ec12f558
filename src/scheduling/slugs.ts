/* Slugs from names. Pure. */

const MAX_LENGTH = 60;

/** Letters without diacritics; `fallback` for names in other scripts. */
export function slugFrom(name: string, fallback: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const slug = plain.replace(/[^a-z\d]+/g, '-').slice(0, MAX_LENGTH);
  return slug.replace(/^-+|-+$/g, '') || fallback;
}
