/* What a server says of itself, in INFO and CONFIG. */
import { ReplyError } from 'ioredis';
import type { Redis } from 'ioredis';

/** One field of INFO. */
export const infoField = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];

/**
 * `always` when each command is on the disk before it is confirmed. Undefined where the server does not say it: many
 * managed services refuse CONFIG.
 */
export async function readAppendFsync(node: Redis): Promise<string | undefined> {
  try {
    const [, value] = (await node.config('GET', 'appendfsync')) as readonly string[];
    return value;
  } catch (error) {
    if (error instanceof ReplyError) return undefined;
    throw error;
  }
}
