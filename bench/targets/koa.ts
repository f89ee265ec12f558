/*
 * The floor: Koa that answers a constant, Koa that first reads one record of a token's size from Redis, and Koa that then
 * selects one row of a profile's size from PostgreSQL, with a prepared statement.
 */
import Koa from 'koa';
import { Redis } from 'ioredis';
import pg from 'pg';
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

const SETUP = `
drop table if exists bench_profile;
create table bench_profile (
  id integer primary key, email text, email_verified_at timestamptz, username text, name text, time_zone text,
  time_format smallint, week_start text, locale text, avatar_url text, bio text, metadata jsonb,
  default_schedule_id integer
);
insert into bench_profile
select id, 'bench' || id || '@example.com', now(), 'bench' || id, 'Bench', 'UTC', 12, 'Sunday', 'en', null, null, '{}', null
from generate_series(1, 64) as id`;
const SELECT = { name: 'profile', text: 'select * from bench_profile where id = $1' };
const PROFILES = 64;

/** One connection for each of the load, so that no request waits for one. */
const POOL_SIZE = 16;

export async function koaWithGetAndSelect({ redisUrl, databaseUrl }: Servers): Promise<Target> {
  const redis = new Redis(redisUrl);
  await redis.set(KEY, RECORD);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE });
  await pool.query(SETUP);
  let at = 0;
  const app = new Koa();
  app.use(async (ctx) => {
    const record = await redis.get(KEY);
    const { rows } = await pool.query<object>({ ...SELECT, values: [((at += 1) % PROFILES) + 1] });
    ctx.status = record === null ? 401 : 200;
    ctx.body = { status: 'success', data: rows[0] };
  });
  return { listener: app.callback(), seed: () => Promise.resolve([]) };
}
