/*
 * What is made from the table of variables: the tables in docs/configuration.md, .env.example, and the environment of
 * the service in docker-compose.yml. `npm run docs` writes them, a test holds them.
 */
import type { VariableName } from '../src/config/values.js';
import type { Variable } from '../src/config/variable.js';
import { VARIABLES } from '../src/config/variables.js';

const BEGIN = 'Written by `npm run docs` from src/config/variables.ts';
const END = 'End of the written part';
const LINE_LENGTH = 110;

const ROWS = Object.entries<Variable>(VARIABLES);

/** Keeps the lines up to the one that contains BEGIN and from the one that contains END. */
function replaceWritten(text: string, written: readonly string[]): string {
  const lines = text.split('\n');
  const [begin, end] = [BEGIN, END].map((mark) => lines.findIndex((line) => line.includes(mark)));
  if (begin === undefined || end === undefined || begin < 0 || end < begin)
    throw new Error(`"${BEGIN}" and "${END}" must be in the file, in this order.`);
  return [...lines.slice(0, begin + 1), ...written, ...lines.slice(end)].join('\n');
}

const code = (text: string): string => `\`${text}\``;

/** `${APP_URL}/settings` is shown as `APP_URL/settings`. */
function defaultCell({ default: always = '', defaultInProduction }: Variable): string {
  if (always === '') return 'none';
  const defaults = code(always.replaceAll(/\$\{(\w+)\}/g, '$1'));
  return defaultInProduction === undefined
    ? defaults
    : `${defaults}; ${code(defaultInProduction)} in production`;
}

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const tableRows = ([name, row]: (typeof ROWS)[number]): readonly string[] => [
  ...(row.heading === undefined
    ? []
    : ['', `### ${row.heading}`, '', '| variable | value | default | meaning |', '|---|---|---|---|']),
  tableRow([code(name), row.reader.accepts + (row.secret ? '; secret' : ''), defaultCell(row), row.meaning]),
];

/** docs/configuration.md with its tables generated again. */
export const configurationPage = (page: string): string =>
  replaceWritten(page, [...ROWS.flatMap(tableRows), '']);

/** Comment lines of at most LINE_LENGTH characters. */
function comment(text: string): readonly string[] {
  const lines = ['#'];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length <= LINE_LENGTH) lines.splice(-1, 1, longer);
    else lines.push(`# ${word}`);
  }
  return lines;
}

/** Without marks; a link is followed by the path it leads to, and not repeated when that is its text. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\(([^)#]*)[^)]*\)/g, (_, text: string, path: string) =>
      text === path ? `docs/${path}` : `${text} (docs/${path})`,
    )
    .replaceAll('`', '');

/** The default where there is one, with the defaults of other variables in it, or else the example. */
function exampleValue(row: Variable): string {
  if (row.default === undefined || row.default === '') return row.example ?? '';
  return row.default.replaceAll(/\$\{(\w+)\}/g, (_, name: VariableName) => exampleValue(VARIABLES[name]));
}

const exampleLines = ([name, row]: (typeof ROWS)[number]): readonly string[] => [
  ...(row.heading === undefined ? [] : ['', `## ${row.heading}`]),
  '',
  ...comment(plainText(row.meaning)),
  ...comment(plainText(`Value: ${row.reader.accepts}`)),
  `#${name}=${exampleValue(row)}`,
];

export const envExample = (): string =>
  [
    ...comment(
      `${BEGIN}: every variable that the service reads, with its default or an example. ` +
        'A variable that is unset or empty has its default. A bad value stops the process at start, ' +
        'with every fault in one message and exit code 78.',
    ),
    ...ROWS.flatMap(exampleLines),
    '',
  ].join('\n');

/** What is not merely passed on to the container: fixed there, or with a default that fits the other containers. */
const COMPOSE: Readonly<Partial<Record<string, string>>> = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PORT: "'3000'",
  BASE_URL: '${BASE_URL:-http://localhost:${PORT:-3000}}',
  DATABASE_URL: '${DATABASE_URL:-postgres://slotkey:${POSTGRES_PASSWORD}@postgres:5432/slotkey}',
  // Without the colon: set to nothing it leaves the choice to the other REDIS_ variables.
  REDIS_URL: '${REDIS_URL-redis://redis:6379}',
  SECRET_KEYS: '${SECRET_KEYS:?set SECRET_KEYS to a random text of at least 32 characters}',
} satisfies Partial<Record<VariableName, string>>;

/** docker-compose.yml with the environment of the service generated again. */
export const composeFile = (file: string): string =>
  replaceWritten(
    file,
    ROWS.map(([name]) => `      ${name}: ${COMPOSE[name] ?? `\${${name}:-}`}`),
  );
