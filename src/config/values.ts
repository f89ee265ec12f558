/* Reads the values of all variables, each with the reader of its row in the table. */
import type { ConfigFault } from './faults.js';
import type { Reader } from './readers.js';
import type { Variable } from './variable.js';
import { VARIABLES } from './variables.js';

export type Environment = Readonly<Record<string, string | undefined>>;

type Table = typeof VARIABLES;
export type VariableName = keyof Table;
type ValueOf<Name extends VariableName> = Table[Name]['reader'] extends Reader<infer Value> ? Value : never;
type WithDefault = {
  [Name in VariableName]: Table[Name] extends { default: string } ? Name : never;
}[VariableName];

/** Values by variable; those without a default may be absent. */
export type Values = { readonly [Name in WithDefault]: ValueOf<Name> } & {
  readonly [Name in Exclude<VariableName, WithDefault>]?: ValueOf<Name>;
};

interface Reading {
  readonly env: Environment;
  readonly production: boolean;
  readonly faults: ConfigFault[];
  /** Of the variables that have been read. */
  readonly values: Map<string, unknown>;
}

/** A variable that is set but empty counts as absent. */
export const textOf = (env: Environment, variable: string): string | undefined =>
  env[variable]?.trim() || undefined;

function readVariable({ env, production, faults, values }: Reading, variable: string, row: Variable): void {
  const template = (production ? row.defaultInProduction : undefined) ?? row.default;
  const fallback = template?.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(values.get(name)));
  const context = {
    production,
    example: row.example ?? fallback ?? '',
    fault: (problem: string, remedy: string) => void faults.push({ variable, problem, remedy }),
  };
  const text = textOf(env, variable);
  const value = text === undefined ? undefined : row.reader.read(text, context);
  // Faults of a default come from other variables, which report them themselves.
  const silent = { ...context, fault: () => undefined };
  const result = value ?? (fallback === undefined ? undefined : row.reader.read(fallback, silent));
  if (result !== undefined) values.set(variable, result);
}

/** Adds faults to `faults` and continues with the default. */
export function readValues(env: Environment, faults: ConfigFault[]): Values {
  const production = textOf(env, 'NODE_ENV') === 'production';
  const reading = { env, production, faults, values: new Map<string, unknown>() };
  for (const [variable, row] of Object.entries<Variable>(VARIABLES)) readVariable(reading, variable, row);
  return Object.fromEntries(reading.values) as Values;
}
