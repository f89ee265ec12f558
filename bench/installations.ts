/* What Redis keeps for one installation of a client: measured on authorizations that went through the token endpoint. */
import { withRedis } from '../test/support/redis-server.js';
import { CLIENT_ID, CLIENT_SECRET, REDIRECT_URI } from './targets/target.js';

async function token(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const body = new URLSearchParams({ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, ...fields });
  const response = await fetch(`${url}/v2/auth/oauth2/token`, { method: 'POST', body });
  if (!response.ok) throw new Error(`no tokens: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { readonly refresh_token: string }).refresh_token;
}

/** A code redeemed, and its tokens refreshed once: what an installation looks like for the rest of its life. */
async function install(url: string, code: string): Promise<string> {
  const first = await token(url, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI });
  return token(url, { grant_type: 'refresh_token', refresh_token: first });
}

export async function settle(url: string, codes: readonly string[]): Promise<readonly string[]> {
  const settled: string[] = [];
  for (const code of codes) settled.push(await install(url, code));
  return settled;
}

/** The id of its family follows the prefix of each token (src/authorization/grants/tokens.ts). */
const familyOf = (refreshToken: string): string => refreshToken.slice(4, 26);

/** Bytes of memory, administration included: one record, and its entry in the index of one user. */
export const bytesEach = (redisUrl: string, refreshTokens: readonly string[]): Promise<number> =>
  withRedis(redisUrl, async (redis) => {
    const keys = (await redis.keys('slotkey:{*}:family')).filter((key) =>
      refreshTokens.some((one) => key.includes(`{${familyOf(one)}}`)),
    );
    const sizes = await Promise.all(keys.map((key) => redis.memory('USAGE', key)));
    const [index = ''] = await redis.keys('slotkey:*:family:owned');
    const share = ((await redis.memory('USAGE', index, 'SAMPLES', 0)) ?? 0) / (await redis.zcard(index));
    return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0) / sizes.length + share;
  });
