/* docs/scopes.md, made from the catalogue and the routes: `npm run docs` writes it, a test holds it. */
import { AREA_LABELS, LEVEL_LABELS, LEVELS, SCOPES } from '../src/scopes/catalogue.js';
import { ORG_TWINS } from '../src/scopes/policy.js';

const INTRODUCTION = `# Scopes

<!-- Written by \`npm run docs\` from src/scopes/catalogue.ts and the routes of the API. -->

A scope is something a person allows an application to do. Ask for the fewest that your application needs: the person sees
each in the words below and can leave any of them out.

- Names are case-sensitive. In a request they are separated by spaces or commas; in answers by single spaces.
- A request may name only scopes that are enabled on the client. Anything else is answered with \`invalid_scope\`.
- A \`WRITE\` scope does not include the \`READ\` scope of the same area. Ask for both if you need both.
- An organization scope also satisfies the team scope named beside it. Nothing else implies anything.
- A scope is half of the check. The person's own role counts too: a token never does what its person could not do.
`;

const TWIN_OF_TEAM = new Map([...ORG_TWINS].map(([team, organization]) => [organization, team]));

type Level = (typeof LEVELS)[number];

/** The fourth column, for the organization alone. */
const satisfies = (level: Level, text: string): string => (level === 'organization' ? ` ${text} |` : '');

function section(level: Level): string {
  const rows = SCOPES.filter((scope) => scope.level === level).map(({ name, area, label }) => {
    const twin = TWIN_OF_TEAM.get(name);
    return `| \`${name}\` | ${AREA_LABELS[area]} | ${label} |${satisfies(level, twin ? `\`${twin}\`` : '')}`;
  });
  return [
    `## ${LEVEL_LABELS[level]}`,
    '',
    `| scope | area | what the person reads |${satisfies(level, 'also satisfies')}`,
    `|---|---|---|${satisfies(level, '---').replaceAll(' ', '')}`,
    ...rows,
    '',
  ].join('\n');
}

interface Operation {
  readonly summary: string;
  readonly security: readonly object[];
  readonly 'x-scope': string;
}

/** As much of `/v2/openapi.json` as this page shows. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

type Endpoint = readonly [scope: string, line: string];

/** An empty requirement among others: the token is optional. */
const isOptional = ({ security, 'x-scope': scope }: Operation): boolean =>
  scope !== 'public' && security.some((needed) => Object.keys(needed).length === 0);

const endpointsOf = ({ paths }: ApiDescription): readonly Endpoint[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]): readonly Endpoint[] => {
      const line = `- \`${method.toUpperCase()} ${path}\`: ${operation.summary}`;
      const open: Endpoint = ['public', `${line} (public ones only)`];
      return [[operation['x-scope'], line], ...(isOptional(operation) ? [open] : [])];
    }),
  );

const ENDPOINTS = `## What each scope opens

These are the endpoints of this version. A scope that is not listed here opens none yet. The
[reference](../README.md#read-on) says what goes in and out of each.
`;

function endpointSections(api: ApiDescription): readonly string[] {
  const endpoints = endpointsOf(api);
  const opened = (scope: string): readonly string[] =>
    endpoints.filter(([needed]) => needed === scope).map(([, line]) => line);
  const scoped = SCOPES.filter(({ name }) => opened(name).length > 0);
  return [
    ENDPOINTS,
    ...scoped.map(({ name }) => [`### \`${name}\``, '', ...opened(name), ''].join('\n')),
    ['### Without a token', '', ...opened('public'), ''].join('\n'),
  ];
}

export const scopesPage = (api: ApiDescription): string =>
  [INTRODUCTION, ...LEVELS.map(section), ...endpointSections(api)].join('\n');
