/*
 * A fresh PostgreSQL and Redis for a program that is not a test: prints the environment that leads there, one variable a
 * line, and ends them with its standard input.
 */
import { startPostgres } from './postgres-server.js';
import { startRedis } from './redis-server.js';

const [postgres, redis] = [await startPostgres(), await startRedis({ args: ['--appendonly', 'yes'] })];
await postgres.execute('create database service');

async function stop(): Promise<void> {
  await Promise.all([postgres.stop(), redis.stop()]);
  process.exit();
}

process.stdin.resume().once('end', () => void stop());
process.stdout.write(`DATABASE_URL=${postgres.url('service')}\nREDIS_URL=${redis.url()}\n`);
