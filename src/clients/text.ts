/*
 * Texts that owners and reviewers write and other people read. Markup is allowed, because pages escape it; invisible
 * characters are refused, since they can make a name look like another one.
 */

export interface TextRule {
  /** Characters (code points). */
  readonly longest: number;
  /** Whether line breaks are allowed. */
  readonly lines?: boolean;
}

// Control characters, direction marks and overrides, zero-width space, word joiner, separators, tags, lone surrogates.
// Joiners (U+200C, U+200D) stay: several scripts and emoji need them.
const HIDDEN =
  /[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u;
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{M}\p{C}]/u;

/** As it is stored: composed characters, no space around it, one kind of line break. */
export const tidied = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').trim();

/** The fault of a tidied text, as a sentence that follows its property's name. */
export function textFault(text: string, { longest, lines = false }: TextRule): string | undefined {
  if (!VISIBLE.test(text)) return 'is empty. Write something people can read';
  const length = Array.from(text).length;
  if (length > longest) return `has ${length} characters. Use at most ${longest}`;
  if (!lines && text.includes('\n')) return 'has a line break. Write it in one line';
  if (HIDDEN.test(text.replaceAll('\n', ''))) {
    return 'has a control character or an invisible one. Write it with visible characters only';
  }
  return undefined;
}
