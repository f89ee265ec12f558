/*
 * The schemas of the routes as JSON Schema 2020-12, which is what OpenAPI 3.1 takes. A schema that is used several
 * times is written once, under the name of the first route that has it.
 */
import { z } from 'zod';
import type { Route } from './route.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ReferenceSchemas {
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** A reference to the schema among the components. */
  readonly refTo: (schema: z.ZodType) => JsonSchema;
  /** The properties of an object of the query, path or headers, each with its schema. */
  readonly propertiesOf: (schema: z.ZodType) => readonly Property[];
}

export interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** Texts that a schema got with `.meta` or `.describe`. */
type Override = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'];
const withMeta: Override = ({ zodSchema, jsonSchema }) => {
  const { id: _id, ...meta } = z.globalRegistry.get(zodSchema) ?? {};
  Object.assign(jsonSchema, meta);
};

/** What goes in is what a caller sends; replies are never parsed, so that for them it is what a handler returns. */
const OPTIONS = { io: 'input', unrepresentable: 'any', override: withMeta } as const;

const REFERENCE_PREFIX = '#/components/schemas/';

const propertiesOf = (schema: z.ZodType): readonly Property[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, OPTIONS);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: property as JsonSchema,
  }));
};

/** A reply of nothing: the envelope then carries no data. */
export const isNothing = (schema: z.ZodType): boolean => schema instanceof z.ZodUndefined;

export function collectSchemas(
  named: readonly (readonly [name: string, schema: z.ZodType])[],
): ReferenceSchemas {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of named) {
    if (!registry.has(schema) && !isNothing(schema)) registry.add(schema, { id: name });
  }
  const uri = (id: string): string => REFERENCE_PREFIX + id;
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri });
  const components = Object.entries(schemas).map(([name, schema]) => {
    const { $schema: _draft, $id: _address, ...plain } = schema;
    return [name, plain];
  });
  return {
    components: Object.fromEntries(components) as ReferenceSchemas['components'],
    refTo: (schema) => ({ $ref: uri(registry.get(schema)?.id ?? '') }),
    propertiesOf,
  };
}

/** `GET /v2/event-types/:eventTypeId` is `getEventTypesByEventTypeId`. */
export function operationIdOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  const words = path
    .split('/')
    .slice(2)
    .flatMap((segment) => (segment.startsWith(':') ? ['by', segment.slice(1)] : segment.split('-')));
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
