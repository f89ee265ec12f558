/*
 * OAuth providers of calendars and meetings: their endpoints, scopes and client authentication. What a token is used
 * for belongs to calendars/ and conferencing/.
 */

/** Our client at a provider, from the configuration. */
export interface ProviderApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** An origin that replaces all hosts of the provider. */
  readonly url?: string;
}

export type ProviderApps = Readonly<Partial<Record<'zoom' | 'google' | 'office365', ProviderApp>>>;

/** Providers with a revocation endpoint. Microsoft has none: users remove the app in their account. */
export const REVOCABLE = ['zoom', 'google'] as const;
export type Revocable = (typeof REVOCABLE)[number];

export interface OAuthProvider extends Omit<ProviderApp, 'url'> {
  /** For messages. */
  readonly name: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Empty if they are part of the registration of our client. */
  readonly scopes: readonly string[];
  /** Further parameters of the authorization request. */
  readonly extraParams?: Readonly<Record<string, string>>;
  /** RFC 6749 section 2.3.1: in the header, or in the body if the provider documents that. */
  readonly secretIn: 'header' | 'body';
  /** The revocation endpoint (RFC 7009), if there is one. */
  readonly revocation?: Revocation;
}

export interface Revocation {
  readonly url: string;
  /** The token that it accepts. Revoking either ends the consent. */
  readonly token: 'access' | 'refresh';
  /** Whether our client authenticates there. */
  readonly asClient: boolean;
}

export const zoomProvider = ({ url = 'https://zoom.us', ...client }: ProviderApp): OAuthProvider => ({
  ...client,
  name: 'Zoom',
  authorizeUrl: `${url}/oauth/authorize`,
  tokenUrl: `${url}/oauth/token`,
  scopes: [],
  secretIn: 'header',
  revocation: { url: `${url}/oauth/revoke`, token: 'access', asClient: true },
});

/** Without `prompt=consent` Google issues a refresh token the first time only. */
export function googleProvider({ url, ...client }: ProviderApp, scopes: readonly string[]): OAuthProvider {
  const tokenHost = url ?? 'https://oauth2.googleapis.com';
  return {
    ...client,
    name: 'Google',
    authorizeUrl: `${url ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    tokenUrl: `${tokenHost}/token`,
    scopes,
    extraParams: { access_type: 'offline', prompt: 'consent' },
    secretIn: 'body',
    revocation: { url: `${tokenHost}/revoke`, token: 'refresh', asClient: false },
  };
}

export const office365Provider = (
  { url = 'https://login.microsoftonline.com', ...client }: ProviderApp,
  scopes: readonly string[],
): OAuthProvider => ({
  ...client,
  name: 'Microsoft 365',
  authorizeUrl: `${url}/common/oauth2/v2.0/authorize`,
  tokenUrl: `${url}/common/oauth2/v2.0/token`,
  scopes: [...scopes, 'offline_access'],
  secretIn: 'body',
});
