const grouped = new Intl.NumberFormat('en');

/** `1 call`, `1,204 calls`; for nouns that take an s. */
export const counted = (count: number, noun: string): string =>
  `${grouped.format(count)} ${noun}${count === 1 ? '' : 's'}`;
