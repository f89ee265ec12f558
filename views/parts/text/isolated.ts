/** A name inside a sentence of text keeps its own direction (UAX 9, FSI and PDI); in markup `<bdi>` does the same. */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
