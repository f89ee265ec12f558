/* Reads pages of documentation: their fenced blocks and tables, as a reader would copy them. */
import { readFileSync } from 'node:fs';

export const page = (path: string): string => readFileSync(path, 'utf8');

/** The contents of the fenced blocks of one language, without the indentation of a list they stand in. */
export function blocks(text: string, language: string): readonly string[] {
  const fence = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^\\1\`\`\`$`, 'gm');
  return [...text.matchAll(fence)].map(([, indent = '', content = '']) =>
    content.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the first table after a marker. */
export function tableAfter(text: string, marker: string): readonly (readonly string[])[] {
  const [, rest = ''] = text.split(marker);
  const table = /(?:^\|.*\|\n)+/m.exec(rest)?.[0] ?? '';
  return table.trimEnd().split('\n').slice(2).map(cellsOf);
}

/** The rows of all tables, without their headings. */
export const tableRows = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/(?:^\|.*\|\n)+/gm)].flatMap(([table]) =>
    table.trimEnd().split('\n').slice(2).map(cellsOf),
  );
