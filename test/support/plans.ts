/* The cost of statements as executed: rows of their plans are counted, and never the time. */
import type { Database } from '../../adapters/knex/connection.js';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}
export interface Asked {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

const nodes = (plan: PlanNode): readonly PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

/** What `work` asks of the database, in that order. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  const hear = (query: Asked): void => void asked.push(query);
  db.on('query', hear);
  await work();
  db.removeListener('query', hear);
  return asked;
}

/** The statement is executed once more. */
export async function planOf(db: Database, { sql, bindings }: Asked): Promise<readonly PlanNode[]> {
  const given: unknown[] = [];
  // A prepared statement may name one of its parameters several times.
  const unnumbered = sql.replaceAll(/\$(\d+)/g, (_, number: string) => {
    given.push(bindings[Number(number) - 1]);
    return '?';
  });
  const { rows } = await db.raw<{ rows: readonly { 'QUERY PLAN': readonly { Plan: PlanNode }[] }[] }>(
    `explain (analyze, format json) ${unnumbered}`,
    given as string[],
  );
  return rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => nodes(Plan)) ?? [];
}

/** The parts of a plan that stop after so many rows. */
export const limitedPart = (plan: readonly PlanNode[]): readonly PlanNode[] =>
  plan.filter((node) => node['Node Type'] === 'Limit').flatMap(nodes);

/** Rows that a node read, in all its loops. */
const rowsOf = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];

/** The most rows that a plan read of one of these tables. A small table may well be read whole for every row of a page. */
export const maxRowsOf = (plan: readonly PlanNode[], tables: readonly string[]): number =>
  Math.max(0, ...plan.filter((node) => tables.includes(node['Relation Name'] ?? '')).map(rowsOf));

/** Tables of which a plan read every row. */
export const readWhole = (plan: readonly PlanNode[]): readonly string[] =>
  plan.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '');
