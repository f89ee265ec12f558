/*
 * Somebody's website with "sign in with Slotkey": plain node:http around passport-oauth2, used as passport itself uses
 * a strategy. `/login` sends the browser away, `/callback` is the redirect URI and answers with what came of it.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import OAuth2Strategy from 'passport-oauth2';

export interface Profile {
  readonly email: string;
}

/** As the library reports it. */
export type Outcome =
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'success'; readonly login: Login }
  | { readonly kind: 'failure'; readonly message: string | undefined }
  | { readonly kind: 'error'; readonly name: string; readonly code: string | undefined };

export interface Login {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly answer: { readonly token_type: string; readonly expires_in: number; readonly scope: string };
  readonly profile: Profile;
}

export interface HostOptions {
  readonly issuerUrl: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string[];
}

export interface Host {
  readonly origin: string;
  refresh(
    refreshToken: string,
  ): Promise<Login['answer'] & { readonly access_token: string; readonly refresh_token: string }>;
  profile(accessToken: string): Promise<Profile>;
  close(): Promise<void>;
}

interface LibraryFailure {
  readonly statusCode: number;
  readonly data?: unknown;
}

/** Told as the library's users see it: node's own error, or status and body. */
function failureOf(fault: Error | LibraryFailure): Error {
  if (fault instanceof Error) return fault;
  return Object.assign(new Error(`${fault.statusCode} ${String(fault.data)}`), fault);
}

class SlotkeyStrategy extends OAuth2Strategy {
  constructor(
    readonly baseUrl: string,
    options: OAuth2Strategy.StrategyOptions,
  ) {
    const verify: OAuth2Strategy.VerifyFunction<Profile, Login['answer']> = (
      accessToken: string,
      refreshToken: string,
      answer: Login['answer'],
      profile: Profile,
      done: OAuth2Strategy.VerifyCallback,
    ) => done(null, { accessToken, refreshToken, answer, profile } satisfies Login);
    super(options, verify);
    this._oauth2.useAuthorizationHeaderforGET(true);
  }

  override userProfile(accessToken: string, done: (fault?: Error | null, profile?: Profile) => void): void {
    this._oauth2.get(`${this.baseUrl}/v2/me`, accessToken, (fault: Error | LibraryFailure | null, body) => {
      if (fault) done(failureOf(fault));
      else done(null, (JSON.parse(String(body)) as { data: Profile }).data);
    });
  }

  refresh: Host['refresh'] = (refreshToken) =>
    new Promise((resolve, reject) => {
      const onTokens = (
        fault: Error | LibraryFailure | null,
        access_token = '',
        refresh_token = '',
        answer: Login['answer'],
      ) => (fault ? reject(failureOf(fault)) : resolve({ ...answer, access_token, refresh_token }));
      this._oauth2.getOAuthAccessToken(refreshToken, { grant_type: 'refresh_token' }, onTokens);
    });
}

async function strategyFor(
  options: HostOptions,
  callbackURL: string,
): Promise<{ strategy: SlotkeyStrategy; issuer: string }> {
  const { issuerUrl, baseUrl, clientId, clientSecret, scope } = options;
  const document = await fetch(`${issuerUrl}/.well-known/oauth-authorization-server`);
  const { issuer, authorization_endpoint, token_endpoint } = (await document.json()) as Record<
    string,
    string
  >;
  const strategy = new SlotkeyStrategy(baseUrl, {
    authorizationURL: authorization_endpoint ?? '',
    tokenURL: token_endpoint ?? '',
    clientID: clientId,
    clientSecret,
    callbackURL,
    scope,
    state: true,
    pkce: true,
  });
  return { strategy, issuer: issuer ?? '' };
}

type HostRequest = IncomingMessage & {
  readonly query: Readonly<Record<string, string>>;
  readonly session: object;
};

/** What passport's middleware does: a copy of the strategy with the five ends an attempt can have. */
const attempt = (strategy: SlotkeyStrategy, request: HostRequest): Promise<Outcome> =>
  new Promise((resolve) => {
    const running = Object.create(strategy) as SlotkeyStrategy;
    Object.assign(running, {
      redirect: (to: string) => resolve({ kind: 'redirect', to }),
      success: (login: Login) => resolve({ kind: 'success', login }),
      fail: (challenge?: { message?: string }) => resolve({ kind: 'failure', message: challenge?.message }),
      error: ({ name, code }: Error & { code?: string }) => resolve({ kind: 'error', name, code }),
    });
    running.authenticate(request as unknown as Parameters<OAuth2Strategy['authenticate']>[0]);
  });

export async function startHost(register: (redirectUri: string) => Promise<HostOptions>): Promise<Host> {
  const sessions = new Map<string, object>();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { strategy, issuer } = await strategyFor(await register(`${origin}/callback`), `${origin}/callback`);
  server.on('request', (request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? '', origin).searchParams);
    const id = /sid=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomBytes(16).toString('hex');
    const session = sessions.get(id) ?? {};
    sessions.set(id, session);
    response.setHeader('set-cookie', `sid=${id}; HttpOnly`);
    // RFC 9207 is left to the host by this library.
    const forged = request.url?.startsWith('/callback') && query['iss'] !== issuer;
    const outcome: Promise<Outcome> = forged
      ? Promise.resolve({ kind: 'failure', message: 'another issuer' })
      : attempt(strategy, Object.assign(request, { query, session }));
    void outcome.then((result) => {
      if (result.kind === 'redirect') response.writeHead(302, { location: result.to }).end();
      else response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
    });
  });
  return {
    origin,
    refresh: (refreshToken) => strategy.refresh(refreshToken),
    profile: (accessToken) =>
      new Promise((resolve, reject) => {
        strategy.userProfile(accessToken, (fault, profile) =>
          profile ? resolve(profile) : reject(fault ?? new Error('no profile')),
        );
      }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
