/*
 * The transitions, each one script on one key. A script that begins with `#!lua` is refused as a whole under memory
 * pressure, before it has changed anything (Redis 7.0). A record is `<version>|<text>`, so that reading is one GET.
 */
import type { Redis } from 'ioredis';
import type { SwapVerdict } from '../../src/artifacts/store.js';
import type { RedisClient } from './redis-connection.js';

/** Longest version, and the bar behind it. */
const HEAD = 64;

/** Nil for what is no record: it is replaced. */
const VERSION_HELD = `local head = redis.pcall('GETRANGE', KEYS[1], 0, ${HEAD})
local held = type(head) == 'string' and string.match(head, '^([^|]+)|') or nil`;

/** A life that is over leaves no record. */
const write = (version: string, text: string, life: string): string => `
if tonumber(${life}) > 0 then redis.call('SET', KEYS[1], ${version} .. '|' .. ${text}, 'PX', ${life})
else redis.call('DEL', KEYS[1]) end`;

// ARGV: version, text, milliseconds to live.
const CREATE = `#!lua
${VERSION_HELD}
if held then return held == ARGV[1] and 1 or 0 end
${write('ARGV[1]', 'ARGV[2]', 'ARGV[3]')}
return 1`;

// ARGV: expected version, next version, text, milliseconds to live.
const SWAP = `#!lua
${VERSION_HELD}
if not held then return 'gone' end
if held == ARGV[2] then return 'won' end
if held ~= ARGV[1] then return 'lost' end
${write('ARGV[2]', 'ARGV[3]', 'ARGV[4]')}
return 'won'`;

/** An index is written before the record, so it needs a little longer to outlive its newest. */
const INDEX_MARGIN_MS = 5_000;

// The index of one owner, scored by the ends of the records. ARGV: member, end, now, most. Returns members whose end has
// passed.
const INDEX = `#!lua
local held = redis.call('TYPE', KEYS[1]).ok
if held ~= 'zset' and held ~= 'none' then redis.call('DEL', KEYS[1]) end
redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[1])
local newest = redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.max(newest[2] - ARGV[3], 0) + ${INDEX_MARGIN_MS}))
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[3], 'LIMIT', 0, ARGV[4])`;

// ARGV: member, now. A member created again meanwhile has a later end and stays.
const FORGET = `#!lua
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if score and tonumber(score) <= tonumber(ARGV[2]) then redis.call('ZREM', KEYS[1], ARGV[1]) end
return 1`;

// Half a run id identifies it. In a script, because on a cluster the key selects the server, and INFO has no key.
const RUN = `#!lua flags=no-writes
return string.sub(string.match(redis.call('INFO', 'server'), 'run_id:(%w+)'), 1, 16)`;

export interface ArtifactScripts {
  artifactCreate(key: string, version: string, text: string, life: number): Promise<number>;
  artifactSwap(
    key: string,
    expected: string,
    version: string,
    text: string,
    life: number,
  ): Promise<SwapVerdict>;
  artifactIndex(
    index: string,
    member: string,
    end: number,
    now: number,
    most: number,
  ): Promise<readonly string[]>;
  artifactForget(index: string, member: string, now: number): Promise<number>;
  artifactRun(key: string): Promise<string>;
}

export type ScriptedRedis = Pick<Redis, 'del' | 'zrange' | 'pttl'> & ArtifactScripts;

export function withScripts(redis: RedisClient): ScriptedRedis {
  const scripts = {
    artifactCreate: CREATE,
    artifactSwap: SWAP,
    artifactIndex: INDEX,
    artifactForget: FORGET,
    artifactRun: RUN,
  };
  for (const [name, lua] of Object.entries(scripts)) redis.defineCommand(name, { numberOfKeys: 1, lua });
  return redis as unknown as ScriptedRedis;
}
