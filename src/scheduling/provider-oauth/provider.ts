/*
 * Providers whose accounts people connect: meetings and calendars. Owns where each sends people to allow it, where codes
 * become tokens, and how our client proves itself; what is done with a token belongs to the rooms that connect.
 */

/** A client of ours at a provider, as the configuration has it. */
export interface ProviderApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** An origin that answers in place of all hosts of the provider. */
  readonly url?: string;
}

export type ProviderApps = Readonly<Partial<Record<'zoom' | 'google' | 'office365', ProviderApp>>>;

/** Those that take tokens back. Microsoft has no such place: people remove the app in their account. */
export const REVOCABLE = ['zoom', 'google'] as const;
export type Revocable = (typeof REVOCABLE)[number];

export interface OAuthProvider extends Omit<ProviderApp, 'url'> {
  /** For people. */
  readonly name: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** None where the provider knows them from the registration. */
  readonly scopes: readonly string[];
  /** More that its consent page is asked with. */
  readonly extras?: Readonly<Record<string, string>>;
  /** RFC 6749 section 2.3.1: in the header, or in the body where the provider documents that. */
  readonly secretIn: 'header' | 'body';
  /** Where tokens are taken back (RFC 7009); absent where the provider has no such place. */
  readonly revocation?: Revocation;
}

export interface Revocation {
  readonly url: string;
  /** What it takes. With either the person's consent ends. */
  readonly token: 'access' | 'refresh';
  /** Whether our client proves itself there. */
  readonly asClient: boolean;
}

/** The host of a provider, or what stands in for all of them. */
export const hostOf = ({ url }: ProviderApp, host: string): string => url ?? host;

const client = ({ clientId, clientSecret }: ProviderApp) => ({ clientId, clientSecret });

export const zoomProvider = (app: ProviderApp): OAuthProvider => ({
  ...client(app),
  name: 'Zoom',
  authorizeUrl: `${hostOf(app, 'https://zoom.us')}/oauth/authorize`,
  tokenUrl: `${hostOf(app, 'https://zoom.us')}/oauth/token`,
  scopes: [],
  secretIn: 'header',
  revocation: { url: `${hostOf(app, 'https://zoom.us')}/oauth/revoke`, token: 'access', asClient: true },
});

/** Without `consent` Google gives a refresh token the first time only. */
export const googleProvider = (app: ProviderApp, scopes: readonly string[]): OAuthProvider => ({
  ...client(app),
  name: 'Google',
  authorizeUrl: `${hostOf(app, 'https://accounts.google.com')}/o/oauth2/v2/auth`,
  tokenUrl: `${hostOf(app, 'https://oauth2.googleapis.com')}/token`,
  scopes,
  extras: { access_type: 'offline', prompt: 'consent' },
  secretIn: 'body',
  revocation: {
    url: `${hostOf(app, 'https://oauth2.googleapis.com')}/revoke`,
    token: 'refresh',
    asClient: false,
  },
});

export const office365Provider = (app: ProviderApp, scopes: readonly string[]): OAuthProvider => ({
  ...client(app),
  name: 'Microsoft 365',
  authorizeUrl: `${hostOf(app, 'https://login.microsoftonline.com')}/common/oauth2/v2.0/authorize`,
  tokenUrl: `${hostOf(app, 'https://login.microsoftonline.com')}/common/oauth2/v2.0/token`,
  scopes: [...scopes, 'offline_access'],
  secretIn: 'body',
});
