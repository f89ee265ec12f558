/* The terminal of the command line, and the output of commands: text for people, one JSON document for programs. */
import type { Environment } from '../config/config.js';

export interface Terminal {
  readonly env: Environment;
  /** Standard output. */
  readonly print: (text: string) => void;
  /** Standard error. */
  readonly complain: (text: string) => void;
}

export interface Output {
  /** Names in snake_case, as on the wire. */
  readonly json: unknown;
  readonly text: string;
  readonly exitCode?: number;
}

export const EXIT_FAILURE = 1;
export const EXIT_USAGE = 2;
/** EX_CONFIG of sysexits.h. */
export const EXIT_CONFIG = 78;

/** Columns as wide as their widest cell; `none` when there are no rows. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
): string {
  if (rows.length === 0) return none;
  const lines = [headings, ...rows].map((cells) => cells.map(toOneLine));
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `name: value` lines. */
export const pairs = (entries: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${`${name}:`.padEnd(width + 1)} ${toOneLine(value)}`).join('\n');
};

/** Text of users must not contain control sequences of the terminal (ECMA-48) or line breaks. */
const toOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
