/*
 * Almost valid calls: values in the shape of the schemas of a route, with hostile ones among them. Requirements beyond
 * the shape are met now and then, since each call starts from a valid one.
 */
import fc from 'fast-check';
import { z } from 'zod';
import type { Route } from '../../src/api/route.js';
import type { Example } from './examples.js';
import type { Call } from './wire.js';

type Schema = z.core.JSONSchema.BaseSchema;

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);

// prettier-ignore
const TEXTS = [
  '', ' ', 'null', 'NaN', '-0', '1e5', '0x10', '１２', 'a\0b', '__proto__', 'constructor', '../..', '%00', '${7*7}',
  "'; drop table account; --", '" or 1=1', '\u202eevil', '👩‍👩‍👧‍👦', 'x\r\nSet-Cookie: a=b', '<script>', 'a'.repeat(5_000),
  '0000-00-00', '2031-02-29', '2031-02-29T09:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00Z', '2030-01-01T24:00:00Z', '2030-01-01T09:00+23:59',
  '-1', '0', '1', '2147483647', '2147483648', '9007199254740991', '9007199254740993', '99999999999999999999',
];
// prettier-ignore
const VALUES = [
  null, true, false, [], {}, [null], nested(10), nested(40), '\0', 'a\0b', '\ud800', { '\udfff': 1 },
  0, -1, 1.5, 1e308, -1e308, 5e-324, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 2 ** 64,
  JSON.parse('{"__proto__":{"isAdmin":true}}') as unknown, { constructor: { prototype: 1 } }, ['a', ['b']],
];
const BROKEN = ['{', '', 'null', '"text"', '[]', '[[{}]]', '{"a":1}{"a":2}', '\ufeff{}'];

const hostileText = fc.constantFrom(...TEXTS);
const hostile = fc.oneof(fc.constantFrom(...VALUES), hostileText, fc.jsonValue());

const instants = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': instants,
  date: instants.map((instant) => instant.slice(0, 10)),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
};

const KNOWN_TEXTS = ['Europe/Lisbon', 'America/New_York', '09:00', '17:30', 'a@example.com', '+351210000000'];

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  const known = format === undefined ? undefined : FORMATS[format];
  if (known !== undefined) return known;
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) };
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  return fc.oneof(fc.string({ ...length, unit: 'grapheme' }), fc.constantFrom(...KNOWN_TEXTS));
}

function numberOf({ type, minimum = -10, maximum = 100_000 }: Schema): fc.Arbitrary<number> {
  const max = Math.max(minimum, maximum);
  return type === 'integer'
    ? fc.integer({ min: Math.ceil(minimum), max: Math.floor(max) })
    : fc.oneof(
        fc.integer({ min: Math.ceil(minimum), max: Math.floor(max) }),
        fc.double({ min: minimum, max }),
      );
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const asSchema = (value: unknown): Schema => (isSchema(value) ? value : {});

function listOf({ items, prefixItems, minItems = 0, maxItems = 3 }: Schema): fc.Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map((item) => shaped(asSchema(item))));
  const most = Math.max(minItems, Math.min(maxItems, minItems + 3));
  return fc.array(shaped(asSchema(items)), { minLength: minItems, maxLength: most });
}

const fieldsOf = (properties: Readonly<Record<string, unknown>>): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, shaped(asSchema(schema))]));

function objectOf({ properties, required = [], additionalProperties }: Schema): fc.Arbitrary<object> {
  if (properties === undefined)
    return fc.dictionary(fc.string({ maxLength: 12 }), shaped(asSchema(additionalProperties)), {
      maxKeys: 3,
    });
  return fc.record(fieldsOf(properties), { requiredKeys: [...required] });
}

function ofType(schema: Schema, type: Schema['type']): fc.Arbitrary<unknown> {
  if (type === 'object') return objectOf(schema);
  if (type === 'array') return listOf(schema);
  if (type === 'string') return textOf(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  return type === undefined ? fc.jsonValue() : numberOf({ ...schema, type });
}

/** Values of the shape, with a hostile one now and then. */
function shaped(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  const types = [schema.type].flat();
  const fitting = (): fc.Arbitrary<unknown> => {
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (choices) return fc.oneof(...choices.map((choice) => shaped(asSchema(choice))));
    return fc.oneof(...types.map((type) => ofType(schema, type)));
  };
  return fc.oneof({ weight: 12, arbitrary: fitting() }, { weight: 1, arbitrary: hostile });
}

const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

const MAX_CHANGES = 3;

/** Some of the properties, so that the rest of the call stays valid. */
function someOf(schema: z.ZodType | undefined): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const fields = schema === undefined ? {} : fieldsOf(schemaOf(schema).properties ?? {});
  const one = Object.entries(fields).map(([name, value]) => fc.tuple(fc.constant(name), value));
  if (one.length === 0) return fc.constant({});
  return fc.array(fc.oneof(...one), { maxLength: MAX_CHANGES }).map((pairs) => Object.fromEntries(pairs));
}

const bodyOf = ({ body }: Route, example: Example): fc.Arbitrary<unknown> => {
  if (body === undefined) return fc.constant(undefined);
  const changed = someOf(body).map((changes) => ({ ...example.body, ...changes }));
  return fc.oneof(
    { weight: 10, arbitrary: changed },
    { weight: 2, arbitrary: shaped(schemaOf(body)) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
  );
};

/** A URL cannot contain a lone surrogate. */
const encoded = (value: string): string => encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
const MAX_URL_PART_LENGTH = 500;

const paramOf = (value: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 16, arbitrary: fc.constant(encoded(value)) },
    { weight: 2, arbitrary: hostileText.map((text) => encoded(text.slice(0, MAX_URL_PART_LENGTH))) },
    { weight: 1, arbitrary: fc.constantFrom('%', '%ff', '%00', '%2e%2e', '..', '', '%ED%A0%80', 'a%2Fb') },
  );

const paramsOf = ({ params }: Example): fc.Arbitrary<ReadonlyMap<string, string>> =>
  fc
    .tuple(...Object.entries(params).map(([name, value]) => fc.tuple(fc.constant(name), paramOf(value))))
    .map((pairs) => new Map(pairs));

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function queryOf({ query }: Route, example: Example): fc.Arbitrary<string> {
  const pairs = someOf(query).map((changes) =>
    Object.entries({ ...example.query, ...changes }).flatMap(([name, value]) =>
      [value].flat().map((one) => `${encoded(name)}=${encoded(asText(one).slice(0, MAX_URL_PART_LENGTH))}`),
    ),
  );
  return pairs.map((all) => all.join('&'));
}

/** Only characters that are allowed in a header. */
const headerText = fc.oneof(
  fc.stringMatching(/^[\x21-\x7e]{0,300}$/),
  fc.constantFrom('', '"', 'a'.repeat(4_000), '1', 'null'),
);

function headersOf({ headers }: Route): fc.Arbitrary<Readonly<Record<string, string>>> {
  const names = headers === undefined ? [] : Object.keys(schemaOf(headers).properties ?? {});
  return names.length === 0
    ? fc.constant({})
    : fc.dictionary(fc.constantFrom(...names), headerText, { maxKeys: names.length });
}

const callsLike = (route: Route, example: Example): fc.Arbitrary<Call> =>
  fc
    .record({
      params: paramsOf(example),
      query: queryOf(route, example),
      headers: headersOf(route),
      body: bodyOf(route, example),
    })
    .map(({ params, query, headers, body }) => {
      const path = route.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) => params.get(name) ?? '');
      return { method: route.method, path: query === '' ? path : `${path}?${query}`, headers, body };
    });

/** Based on valid calls, some of which succeed only once. */
export const hostileCalls = (route: Route, examples: readonly Example[]): fc.Arbitrary<Call> =>
  fc.oneof(...examples.map((example) => callsLike(route, example)));
