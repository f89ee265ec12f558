/*
 * How long a caller waits for a connection, and for the answer to a statement. Those of tarn and pg go by the wall clock:
 * after a stall of the process they would end before the answers that came in the meantime are read.
 */
import { startDeadline } from '../../src/deadline.js';

interface PendingAcquire {
  readonly promise: Promise<unknown>;
  reject(error: Error): void;
}

/** Of tarn, which knex keeps its connections in. */
export interface ConnectionPool {
  acquire(): PendingAcquire;
}

/** The same, as it counts its connections and those who wait for one. */
export interface CountedPool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** The pool must have a longer timeout of its own. */
export function limitAcquire(pool: ConnectionPool, milliseconds: number): void {
  const acquire = pool.acquire.bind(pool);
  pool.acquire = () => {
    const pending = acquire();
    const end = startDeadline(milliseconds, () =>
      pending.reject(new Error('timeout expired: no connection is free')),
    );
    pending.promise.then(end, end);
    return pending;
  };
}

type OnResult = (error: Error | null, result?: unknown) => void;

/** Of pg. */
export interface QueryingConnection {
  query(statement: unknown, onResult?: OnResult): unknown;
}

/** As `query_timeout` of pg: the statement fails, and its connection must not be used again. */
export function limitSilence(connection: QueryingConnection, milliseconds: number): void {
  const query = connection.query.bind(connection);
  connection.query = (statement, onResult) => {
    if (onResult === undefined) return query(statement);
    let isOver = false;
    const end = startDeadline(milliseconds, () => {
      isOver = true;
      onResult(new Error('Query read timeout'));
    });
    return query(statement, (error, result) => {
      end();
      if (!isOver) onResult(error, result);
    });
  };
}
