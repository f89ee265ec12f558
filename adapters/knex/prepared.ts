/*
 * The statements of the busiest calls. Their text is compiled once, and each connection to PostgreSQL prepares them once,
 * under their names, so that they are not parsed and planned with every call. They name their columns: a prepared
 * `select *` fails as soon as a migration adds a column.
 */
import { namesStatements, type Database } from './connection.js';

/** The pg client beneath knex, and beneath a transaction of knex. */
interface Driver {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
  query(
    connection: object,
    query: Query,
  ): Promise<{ readonly response: { readonly rows: readonly unknown[] } }>;
}

interface Query {
  readonly sql: string;
  readonly bindings: readonly unknown[];
  readonly options: { readonly name?: string };
}

/** Positions for names: a name that comes twice is one parameter. */
function compile(sql: string): Pick<Query, 'sql'> & { readonly names: readonly string[] } {
  const names: string[] = [];
  const text = sql.replaceAll(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { sql: text, names };
}

const UNNAMED = {};

/** `name`: of no other statement. `sql`: values by name (`:groupId`). */
export function prepared<T = object>(
  name: string,
  sql: string,
): (db: Database, values: Readonly<Record<string, unknown>>) => Promise<readonly T[]> {
  const { sql: text, names } = compile(sql);
  const named = { name };
  return async (db, values) => {
    const driver = db.client as Driver;
    const bindings = names.map((member) => values[member]);
    const options = namesStatements(db) ? named : UNNAMED;
    const connection = await driver.acquireConnection();
    try {
      const { response } = await driver.query(connection, { sql: text, bindings, options });
      return response.rows as readonly T[];
    } finally {
      void driver.releaseConnection(connection);
    }
  };
}
