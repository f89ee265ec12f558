/* @node-oauth/oauth2-server with a model on Redis: each artifact under its own text, deleted when it is used. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import OAuth2Server, {
  type AuthorizationCode,
  type AuthorizationCodeModel,
  type RefreshToken,
  type RefreshTokenModel,
  type Token,
} from '@node-oauth/oauth2-server';
import { Redis } from 'ioredis';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  inParallel,
  REDIRECT_URI,
  SCOPE,
  type Servers,
  type Target,
} from './target.js';

const ACCESS_SECONDS = 1800;
const DAY_SECONDS = 86_400;
const CLIENT = {
  id: CLIENT_ID,
  grants: ['authorization_code', 'refresh_token'],
  redirectUris: [REDIRECT_URI],
};
const USER = { id: 1 };

type Kind = 'code' | 'access' | 'refresh';
type Model = AuthorizationCodeModel & RefreshTokenModel;

const dated = (name: string, value: unknown): unknown =>
  name.endsWith('At') ? new Date(String(value)) : value;

function modelOn(redis: Redis) {
  const keyOf = (kind: Kind, credential: string): string => `oauth2-server:${kind}:${credential}`;
  const save = (kind: Kind, credential: string, record: object, seconds: number) =>
    redis.set(keyOf(kind, credential), JSON.stringify(record), 'EX', seconds);
  async function find<T>(kind: Kind, credential: string): Promise<T | undefined> {
    const record = await redis.get(keyOf(kind, credential));
    return record === null ? undefined : (JSON.parse(record, dated) as T);
  }
  /** Of several at once, one. */
  const use = async (kind: Kind, credential: string): Promise<boolean> =>
    (await redis.del(keyOf(kind, credential))) === 1;

  const model: Model = {
    getClient: (id, secret) =>
      Promise.resolve(id === CLIENT_ID && secret === CLIENT_SECRET ? CLIENT : undefined),
    async saveToken(token, client, user): Promise<Token> {
      const saved = { ...token, client, user };
      const { accessToken, refreshToken } = token;
      await Promise.all([
        save('access', accessToken, saved, ACCESS_SECONDS),
        ...(refreshToken === undefined ? [] : [save('refresh', refreshToken, saved, DAY_SECONDS)]),
      ]);
      return saved;
    },
    getAccessToken: (token) => find<Token>('access', token),
    getAuthorizationCode: (code) => find<AuthorizationCode>('code', code),
    saveAuthorizationCode: () => Promise.resolve(undefined),
    revokeAuthorizationCode: ({ authorizationCode }) => use('code', authorizationCode),
    getRefreshToken: (token) => find<RefreshToken>('refresh', token),
    revokeToken: ({ refreshToken }) => use('refresh', refreshToken),
  };
  return { model, save };
}

function listenerOf(model: Model): RequestListener {
  const server = new OAuth2Server({ model, accessTokenLifetime: ACCESS_SECONDS });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Object.fromEntries(new URLSearchParams(await text(request)));
    const { method = '', headers } = request;
    const reply = new OAuth2Server.Response({ headers: {} });
    const asked = new OAuth2Server.Request({
      method,
      headers: headers as Record<string, string>,
      query: {},
      body,
    });
    await server.token(asked, reply).catch(() => undefined);
    response.writeHead(reply.status ?? 500, { ...reply.headers, 'content-type': 'application/json' });
    response.end(JSON.stringify(reply.body));
  };
  return (request, response) => void answer(request, response);
}

const artifact = () => ({
  scope: SCOPE.split(' '),
  client: CLIENT,
  user: USER,
  expiresAt: new Date(Date.now() + DAY_SECONDS * 1000),
});

function target({ redisUrl }: Servers, kind: 'code' | 'refresh'): Promise<Target> {
  const { model, save } = modelOn(new Redis(redisUrl));
  const make = async (): Promise<string> => {
    const credential = randomBytes(32).toString('base64url');
    const { expiresAt, ...bound } = artifact();
    const record =
      kind === 'code'
        ? { ...bound, expiresAt, authorizationCode: credential, redirectUri: REDIRECT_URI }
        : { ...bound, refreshToken: credential, refreshTokenExpiresAt: expiresAt };
    await save(kind, credential, record, DAY_SECONDS);
    return credential;
  };
  return Promise.resolve({ listener: listenerOf(model), seed: (count) => inParallel(count, make) });
}

export const oauth2ServerCodes = (servers: Servers): Promise<Target> => target(servers, 'code');
export const oauth2ServerRefresh = (servers: Servers): Promise<Target> => target(servers, 'refresh');
