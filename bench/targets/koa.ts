/* The floor: Koa that answers a constant, and Koa that first reads one record of a token's size from Redis. */
import Koa from 'koa';
import { Redis } from 'ioredis';
import type { Servers, Target } from './target.js';

const REPLY = { status: 'success', data: { id: 1 } };
const RECORD = `version|${'x'.repeat(600)}`;
const KEY = 'bench:record';

export function bareKoa(): Promise<Target> {
  const app = new Koa();
  app.use((ctx) => {
    ctx.body = REPLY;
  });
  return Promise.resolve({ listener: app.callback(), seed: () => Promise.resolve([]) });
}

export async function koaWithOneGet({ redisUrl }: Servers): Promise<Target> {
  const redis = new Redis(redisUrl);
  await redis.set(KEY, RECORD);
  const app = new Koa();
  app.use(async (ctx) => {
    const record = await redis.get(KEY);
    ctx.status = record === null ? 401 : 200;
    ctx.body = REPLY;
  });
  return { listener: app.callback(), seed: () => Promise.resolve([]) };
}
