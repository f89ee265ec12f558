/*
 * Commands of one tick of the event loop leave in one write. A write to a socket costs more than the rest of reading a
 * record; a busy process saves most of them, an idle one waits no longer than the tick itself.
 */
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import type { RedisClient } from './redis-connection.js';

/** Reads of one server, which are gathered before they are sent (redis-reads.ts). */
const READS = new Set(['get', 'mget']);

function gather(node: Redis, sentAtOnce: ReadonlySet<string>): void {
  const send = node.sendCommand.bind(node);
  let holding = false;

  function hold(): void {
    const { stream } = node;
    holding = true;
    stream.cork();
    setImmediate(() => {
      holding = false;
      stream.uncork();
    });
  }

  node.sendCommand = (command, stream) => {
    if (!holding && node.status === 'ready' && !sentAtOnce.has(command.name)) hold();
    return send(command, stream);
  };
}

/** Call it once, before the first command. */
export function gatherWrites(redis: RedisClient): void {
  if (redis instanceof Cluster) redis.on('+node', (node: Redis) => gather(node, new Set()));
  else gather(redis, READS);
}
