/* Patterns for LIKE. */

/** Matches what has `text` in it, with no wildcards of its own. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
