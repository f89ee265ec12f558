import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { paginationOf } from '../../src/api/pagination.js';
import { openApiDocument, tagOf } from '../../src/api/openapi-document.js';
import { defineRoute } from '../../src/api/route.js';
import { idInPath, page } from '../../src/api/values.js';
import { SCOPE_NAMES } from '../../src/scopes/catalogue.js';
import { useService } from '../support/service.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-scope': string;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** What endpoints do, as the first word of a summary. */
const VERBS = [
  ...[
    'Add',
    'Answer',
    'Book',
    'Cancel',
    'Change',
    'Check',
    'Choose',
    'Explain',
    'Confirm',
    'Connect',
    'Create',
    'Decline',
  ],
  ...['Delete', 'Disconnect', 'Find', 'Get', 'List', 'Make', 'Mark', 'Move', 'Read', 'Reassign', 'Receive'],
  ...['Release', 'Remove', 'Replace', 'Reserve', 'Return', 'Send', 'Stop'],
];
const RETIRED =
  /\b(anew|desks?|doors?|houses?|letters?|parcels?|places?|reach(es)?|stand(s|ing)?|strangers?|tell|told|twins?|whoever|whose)\b/i;

/** Texts for readers: summaries, descriptions and titles. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'string' && ['summary', 'description', 'title'].includes(name)
      ? [inner]
      : textsOf(inner),
  );
}

const HOSTS = { baseUrl: 'https://api.example', appUrl: 'https://app.example' };
const thing = z.object({ id: z.number(), name: z.string().max(9) });

const ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/v2/things',
    summary: 'List things',
    access: 'EVENT_TYPE_READ',
    query: z.object({ sort: z.enum(['asc', 'desc']).exactOptional(), ...page }),
    reply: z.array(thing),
    handle: () => [],
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v2/things/:thingId',
    summary: 'Change a thing',
    access: 'EVENT_TYPE_WRITE',
    params: z.object({ thingId: idInPath }),
    body: z.object({
      name: z.string().trim().min(1).exactOptional(),
      at: z.iso.datetime().transform(Date.parse),
    }),
    reply: thing,
    handle: () => ({ id: 1, name: 'x' }),
  }),
  defineRoute({
    method: 'POST',
    path: '/v2/things',
    summary: 'Make a thing',
    access: 'public',
    caller: 'known',
    status: 201,
    headers: z.object({ 'idempotency-key': z.string().exactOptional() }),
    reply: z.undefined(),
    handle: () => undefined,
  }),
  defineRoute({
    method: 'GET',
    path: '/v2/shown-things',
    summary: 'List things of others',
    access: 'EVENT_TYPE_READ',
    caller: 'optional',
    reply: z.array(thing),
    handle: () => [],
  }),
];

describe('the OpenAPI document of a list of routes', () => {
  const document = openApiDocument(ROUTES, HOSTS);
  const paths = document['paths'] as Paths;
  const components = document['components'] as Readonly<Record<string, Readonly<Record<string, unknown>>>>;

  test('contains the input, output and scope of each route', () => {
    expect(paths['/v2/things/{thingId}']?.['patch']).toMatchObject({
      operationId: 'patchThingsByThingId',
      summary: 'Change a thing',
      description: 'Needs the scope `EVENT_TYPE_WRITE`.',
      tags: ['Things'],
      parameters: [{ name: 'thingId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }],
      requestBody: {
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/PatchThingsByThingIdBody' } },
        },
      },
      security: [{ oauth2: ['EVENT_TYPE_WRITE'] }],
      'x-scope': 'EVENT_TYPE_WRITE',
    });
    expect(components['schemas']?.['PatchThingsByThingIdBody']).toMatchObject({
      properties: { name: { type: 'string', minLength: 1 }, at: { type: 'string', format: 'date-time' } },
      required: ['at'],
    });
  });

  test('contains queries with their limits, and each shared schema once', () => {
    expect(paths['/v2/things']?.['get']?.parameters).toMatchObject([
      { name: 'sort', in: 'query', required: false, schema: { enum: ['asc', 'desc'] } },
      { name: 'take', in: 'query', required: false, schema: { type: 'integer', minimum: 1, maximum: 250 } },
      { name: 'skip', in: 'query', required: false },
    ]);
    expect(components['schemas']?.['GetThingsReply']).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/PatchThingsByThingIdReply' },
    });
  });

  test('describes the pagination of a paged list', () => {
    const list = defineRoute({
      method: 'GET',
      path: '/v2/pages',
      summary: 'List pages',
      access: 'EVENT_TYPE_READ',
      paged: true,
      reply: z.array(thing),
      handle: () => ({ data: [], pagination: paginationOf(0, 0, { take: 1, skip: 0 }) }),
    });
    const { paths: listed } = openApiDocument([list], HOSTS) as { readonly paths: Paths };
    expect(listed['/v2/pages']?.['get']?.responses).toMatchObject({
      200: {
        content: {
          'application/json': {
            schema: {
              properties: { data: {}, pagination: { properties: { totalItems: { type: 'integer' } } } },
              required: ['status', 'data', 'pagination'],
            },
          },
        },
      },
    });
  });

  test('requires no token for public routes, and an optional one where callers are identified', () => {
    const operation = paths['/v2/things']?.['post'];
    expect(operation).toMatchObject({
      security: [{}, { oauth2: [] }],
      parameters: [{ name: 'idempotency-key', in: 'header', required: false }],
      responses: { 201: { content: { 'application/json': { schema: { required: ['status'] } } } } },
    });
    expect(paths['/v2/shown-things']?.['get']).toMatchObject({
      description: 'Public; an access token shows more and needs the scope `EVENT_TYPE_READ`.',
      security: [{}, { oauth2: ['EVENT_TYPE_READ'] }],
      responses: { 401: {}, 403: {} },
      'x-scope': 'EVENT_TYPE_READ',
    });
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      ...['201', '400', '401', '403', '404', '409', '422', '429', '503'],
    ]);
    expect(Object.keys(paths['/v2/things/{thingId}']?.['patch']?.responses ?? {})).toEqual([
      ...['200', '400', '401', '403', '404', '409', '413', '415', '429', '503'],
    ]);
    expect(Object.keys(paths['/v2/things']?.['get']?.responses ?? {})).toEqual([
      ...['200', '400', '401', '403', '429', '503'],
    ]);
  });

  test('describes the authorization with every scope', () => {
    expect(components['securitySchemes']?.['oauth2']).toMatchObject({
      type: 'oauth2',
      flows: {
        authorizationCode: {
          authorizationUrl: 'https://app.example/auth/oauth2/authorize',
          tokenUrl: 'https://api.example/v2/auth/oauth2/token',
          scopes: Object.fromEntries(SCOPE_NAMES.map((name) => [name, expect.any(String)])),
        },
      },
    });
  });

  test('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
  });
});

test.each([
  ['/v2/me', 'Profile'],
  ['/v2/me/ooo', 'Profile'],
  ['/v2/event-types/:eventTypeId/private-links', 'Event types'],
  ['/v2/teams/:teamId/event-types', 'Teams: event types'],
  ['/v2/organizations/:orgId/teams/:teamId/event-types', 'Teams: event types'],
  ['/v2/organizations/:orgId/memberships', 'Organizations: memberships'],
  ['/v2/organizations/:orgId/teams', 'Teams: teams'],
  ['/v2/teams/:teamId', 'Teams'],
])('the path %s has the tag %s', (path, tag) => expect(tagOf(path)).toBe(tag));

describe('the API reference of the service', () => {
  const service = useService();

  const get = (path: string, init: RequestInit = {}) => fetch(service.url + path, init);

  test('is valid, and every endpoint has a summary and a tag', async () => {
    const response = await get('/v2/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const document = (await response.json()) as { paths: Paths; tags: readonly { name: string }[] };
    expect(await new Validator().validate(document)).toMatchObject({ valid: true });
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.length).toBeGreaterThan(20);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { summary, tags, ...operation } of operations) {
      expect(summary).toMatch(/^\p{Lu}.*[^.]$/u);
      expect(document.tags).toContainEqual({ name: tags[0] });
      const scopes = operation.security.flatMap((way) => way['oauth2'] ?? []);
      expect(scopes).toEqual(operation['x-scope'] === 'public' ? [] : [operation['x-scope']]);
    }
    expect(await (await get('/v2/openapi.json')).json()).toEqual(document);
  });

  test('has summaries that are imperatives of at most eight words', async () => {
    const { paths } = (await (await get('/v2/openapi.json')).json()) as { readonly paths: Paths };
    const summaries = Object.values(paths).flatMap((path) => Object.values(path).map((one) => one.summary));
    const long = summaries.filter((summary) => summary.split(/\s+/).length > 8 || /[;:.]/.test(summary));
    expect(long).toEqual([]);
    expect(summaries.filter((summary) => !VERBS.includes(/^\w+/.exec(summary)?.[0] ?? ''))).toEqual([]);
  });

  test('contains no retired word', async () => {
    const texts = textsOf(await (await get('/v2/openapi.json')).json());
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter((text) => RETIRED.test(text))).toEqual([]);
  });

  test('answers HEAD, and no other method', async () => {
    expect((await get('/v2/openapi.json', { method: 'HEAD' })).status).toBe(200);
    for (const path of ['/v2/openapi.json', '/v2/docs', '/v2/docs/oauth2-redirect'])
      expect((await get(path, { method: 'POST' })).status).toBe(405);
  });

  test('is a page that loads everything from this origin', async () => {
    const response = await get('/v2/docs');
    expect(response.status).toBe(200);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    const html = await response.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/);
    const files = [...html.matchAll(/(?:src|href)="(\/v2\/docs\/[^"]+)"/g)].map(([, url = '']) => url);
    expect(files).toHaveLength(5);
    for (const url of files) {
      const file = await get(url, { headers: { 'accept-encoding': 'identity' } });
      expect([file.status, file.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect((await (await get(url)).text()).length).toBe((await file.text()).length);
    }
  });

  test('serves no other files', async () => {
    for (const path of ['/v2/docs/', '/v2/docs/../me', '/v2/docs/swagger-ui.js', '/v2/docsx'])
      expect((await get(path)).status).toBeGreaterThanOrEqual(400);
  });

  test('sends no calls where there is no demo', async () => {
    expect(await (await get('/v2/docs')).text()).not.toContain('data-client-id');
  });
});
