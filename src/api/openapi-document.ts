/*
 * The OpenAPI 3.1 description of the API, made from the routes themselves: what is not registered is not described, and
 * what is registered cannot be forgotten.
 */
import { MAX_ACCESS_TOKENS } from './principal.js';
import { z } from 'zod';
import { present } from '../present.js';
import { SCOPES } from '../scopes/catalogue.js';
import { pagination } from './pagination.js';
import { collectSchemas, isNothing, operationIdOf } from './openapi-schemas.js';
import type { JsonSchema, ReferenceSchemas } from './openapi-schemas.js';
import type { Route } from './route.js';

export interface ReferenceHosts {
  /** Origins, without a slash at their end. */
  readonly baseUrl: string;
  readonly appUrl: string;
}

const SECURITY = 'oauth2';
const VERSION = '2.0.0';

const DESCRIPTION = [
  'Call with an access token that a user granted: `Authorization: Bearer <token>`. Each endpoint',
  'names the one scope it needs; an endpoint without one is public, and some show a part without a token. Every answer is JSON in one envelope:',
  '`{"status":"success","data":…}`, or `{"status":"error",…}` with a code for programs and a message for people.',
  'Headers and body fields that are not listed here are accepted and ignored.',
].join(' ');

const { $schema: _draft, ...PAGINATION } = z.toJSONSchema(pagination);

function envelope(data: JsonSchema | undefined, paged = false): JsonSchema {
  const parts = { ...present({ data }), ...(paged && { pagination: PAGINATION }) };
  return {
    type: 'object',
    properties: { status: { const: 'success' }, ...parts },
    required: ['status', ...Object.keys(parts)],
  };
}

const ERROR_ENVELOPE: JsonSchema = {
  type: 'object',
  properties: {
    status: { const: 'error' },
    timestamp: { type: 'string', format: 'date-time' },
    path: { type: 'string' },
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', examples: ['BAD_REQUEST', 'INSUFFICIENT_SCOPE'] },
        message: { type: 'string' },
        details: {
          type: 'object',
          properties: {
            errors: {
              type: 'array',
              items: {
                type: 'object',
                properties: { property: { type: 'string' }, message: { type: 'string' } },
                required: ['property', 'message'],
              },
            },
          },
        },
      },
      required: ['code', 'message', 'details'],
    },
  },
  required: ['status', 'timestamp', 'path', 'error'],
};

const REFUSALS = {
  400: 'The request is invalid; `details.errors` names each property.',
  401: `No token, or one that is unknown, expired, revoked or not among the newest ${MAX_ACCESS_TOKENS} of its authorization.`,
  403: 'The token lacks the scope, the grant does not include the team or organization, or the user lacks the role.',
  404: 'Not found, or not owned by the caller.',
  409: 'Conflicts with an existing resource.',
  413: 'The body is too large.',
  415: 'The body is not sent as `application/json` in UTF-8.',
  422: 'The `Idempotency-Key` was used with a different request.',
  429: 'Too many requests; `Retry-After` says how many seconds to wait.',
  503: 'A store or an external service did not answer; nothing was changed, and the request can be sent again.',
} as const;
type Refusal = keyof typeof REFUSALS;

const jsonContent = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } });

const responseComponents = (): JsonSchema =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([status, description]) => [
      `Refusal${status}`,
      { description, ...jsonContent({ $ref: '#/components/schemas/Error' }) },
    ]),
  );

const takesKey = ({ headers }: Route, { propertiesOf }: ReferenceSchemas): boolean =>
  headers !== undefined && propertiesOf(headers).some(({ name }) => name === 'idempotency-key');

function refusalsOf(route: Route, schemas: ReferenceSchemas): readonly Refusal[] {
  const { method, path, access, caller, params, query, body, headers } = route;
  const isPublic = access === 'public';
  return [
    ...((params ?? query ?? body ?? headers) ? [400 as const] : []),
    ...(!isPublic || caller ? ([401, 403] as const) : []),
    // What a public call is about is named in its query or body, if not in its address.
    ...(isPublic || path.includes(':') ? [404 as const] : []),
    ...(method === 'GET' ? [] : [409 as const]),
    ...(body ? ([413, 415] as const) : []),
    ...(takesKey(route, schemas) ? [422 as const] : []),
    429,
    503,
  ];
}

const WITHOUT_BODY = {
  204: 'Done, without a body.',
  303: 'Done; `Location` is the URL to continue at.',
} as const;

function responsesOf(route: Route, schemas: ReferenceSchemas): JsonSchema {
  const { status = 200, reply, paged } = route;
  const data = isNothing(reply) ? undefined : schemas.refTo(reply);
  const success =
    status === 204 || status === 303
      ? { description: WITHOUT_BODY[status] }
      : { description: status === 201 ? 'Created.' : 'Done.', ...jsonContent(envelope(data, paged)) };
  const refusals = refusalsOf(route, schemas).map((refusal): [string, JsonSchema] => [
    String(refusal),
    { $ref: `#/components/responses/Refusal${refusal}` },
  ]);
  return { [String(status)]: success, ...Object.fromEntries(refusals) };
}

function parametersOf({ path, params, query, headers }: Route, { propertiesOf }: ReferenceSchemas) {
  const named = (schema: z.ZodType | undefined) => (schema ? propertiesOf(schema) : []);
  const known = new Map(named(params).map((property) => [property.name, property.schema]));
  const inPath = path.match(/(?<=:)[A-Za-z]+/g) ?? [];
  return [
    ...inPath.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: known.get(name) ?? { type: 'string' },
    })),
    ...named(query).map((property) => ({ ...property, in: 'query' })),
    ...named(headers).map((property) => ({ ...property, in: 'header' })),
  ];
}

const securityOf = ({ access, caller }: Route): readonly JsonSchema[] => {
  const withToken = { [SECURITY]: access === 'public' ? [] : [access] };
  if (caller !== undefined) return [{}, withToken];
  return access === 'public' ? [] : [withToken];
};

const heading = (segment: string): string =>
  segment === 'me' ? 'Profile' : segment.charAt(0).toUpperCase() + segment.slice(1).replaceAll('-', ' ');

/** The noun of its path, behind the kind of group that owns it. */
export function tagOf(path: string): string {
  const fixed = path.split('/').slice(2);
  const nouns = fixed.filter((segment) => !segment.startsWith(':'));
  const [first = '', second, third] = nouns;
  const isGroup = first === 'organizations' || first === 'teams';
  if (!isGroup || second === undefined) return heading(first);
  const noun = first === 'organizations' && second === 'teams' ? (third ?? second) : second;
  const owner = first === 'organizations' && second !== 'teams' ? 'Organizations' : 'Teams';
  return `${owner}: ${heading(noun).toLowerCase()}`;
}

function neededBy({ access, role, caller }: Route): string {
  if (access === 'public')
    return caller === 'known' ? 'Public; an access token identifies the caller.' : 'Public.';
  if (caller === 'optional') return `Public; an access token shows more and needs the scope \`${access}\`.`;
  const position = role === undefined || role === 'anyone' ? '' : ` and the role of ${role}`;
  return `Needs the scope \`${access}\`${position}.`;
}

function operationOf(route: Route, schemas: ReferenceSchemas): JsonSchema {
  const { access, role, body, path, summary } = route;
  return {
    operationId: operationIdOf(route),
    summary,
    description: neededBy(route),
    tags: [tagOf(path)],
    parameters: parametersOf(route, schemas),
    ...(body && {
      requestBody: { required: !body.safeParse(undefined).success, ...jsonContent(schemas.refTo(body)) },
    }),
    responses: responsesOf(route, schemas),
    security: securityOf(route),
    'x-scope': access,
    ...(role && { 'x-role': role }),
  };
}

const namedSchemas = (routes: readonly Route[]): readonly (readonly [string, z.ZodType])[] =>
  routes.flatMap((route) => {
    const id = operationIdOf(route);
    const name = id.charAt(0).toUpperCase() + id.slice(1);
    return [
      ...(route.body ? [[`${name}Body`, route.body] as const] : []),
      [`${name}Reply`, route.reply] as const,
    ];
  });

function pathsOf(routes: readonly Route[], schemas: ReferenceSchemas): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  }
  return paths;
}

const securityScheme = ({ baseUrl, appUrl }: ReferenceHosts): JsonSchema => ({
  type: 'oauth2',
  description: 'The authorization code flow, with PKCE (S256) for clients without a secret.',
  flows: {
    authorizationCode: {
      authorizationUrl: `${appUrl}/auth/oauth2/authorize`,
      tokenUrl: `${baseUrl}/v2/auth/oauth2/token`,
      refreshUrl: `${baseUrl}/v2/auth/oauth2/token`,
      scopes: Object.fromEntries(SCOPES.map(({ name, label }) => [name, label])),
    },
  },
});

export function openApiDocument(routes: readonly Route[], hosts: ReferenceHosts): JsonSchema {
  const schemas = collectSchemas(namedSchemas(routes));
  const tags = [...new Set(routes.map(({ path }) => tagOf(path)))].sort();
  return {
    openapi: '3.1.1',
    info: { title: 'Slotkey scheduling API', version: VERSION, description: DESCRIPTION },
    servers: [{ url: hosts.baseUrl }],
    tags: tags.map((name) => ({ name })),
    paths: pathsOf(routes, schemas),
    components: {
      schemas: { ...schemas.components, Error: ERROR_ENVELOPE },
      responses: responseComponents(),
      securitySchemes: { [SECURITY]: securityScheme(hosts) },
    },
  };
}
