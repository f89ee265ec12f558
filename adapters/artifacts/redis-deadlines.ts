/*
 * How long a command waits for its reply. The `commandTimeout` of ioredis goes by the wall clock: after a stall of the
 * process it would end before the replies that came in the meantime are read.
 */
import { Cluster } from 'ioredis';
import type { Redis } from 'ioredis';
import { startDeadline } from '../../src/deadline.js';
import type { RedisClient } from './redis-connection.js';

const COMMAND_MS = 500;

function limit(node: Redis): void {
  const send = node.sendCommand.bind(node);
  node.sendCommand = (command, stream) => {
    const end = startDeadline(COMMAND_MS, () => command.reject(new Error('Command timed out')));
    command.promise.then(end, end);
    return send(command, stream);
  };
}

/** Call it once, before the first command. */
export function limitCommands(redis: RedisClient): void {
  if (redis instanceof Cluster) redis.on('+node', limit);
  else limit(redis);
}
