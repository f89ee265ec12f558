/* Readers of URLs: those that the service publishes, and those of servers that it calls. */
import { isEmailAddress } from '../email-address.js';
import type { Reader, ReaderContext } from './readers.js';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Loopback traffic never leaves the machine, so plain http is safe. */
export const isLoopback = (url: string): boolean => LOOPBACK_HOSTS.has(new URL(url).hostname);

function urlProblem(url: URL | null, schemes: readonly string[]): string | undefined {
  if (!url) return 'is not a URL';
  if (!schemes.includes(url.protocol.slice(0, -1))) return 'has the wrong scheme';
  return url.host === '' ? 'names no host' : undefined;
}

function parseUrl(text: string, schemes: readonly string[], context: ReaderContext): URL | undefined {
  const url = URL.parse(text);
  const problem = urlProblem(url, schemes);
  if (url === null || problem !== undefined) {
    context.fault(problem ?? '', `write it like ${context.example}`);
    return undefined;
  }
  if (context.production && url.protocol === 'http:' && !isLoopback(url.href))
    context.fault('is plain http in production', 'use https');
  return url;
}

const listed = (schemes: readonly string[]): string => schemes.map((scheme) => `\`${scheme}:\``).join(' or ');

/** A URL that may have credentials, path and query. `schemes` without the colon. */
export const url = (...schemes: readonly string[]): Reader<string> => ({
  accepts: `${listed(schemes)} URL`,
  read: (text, context) => parseUrl(text, schemes, context)?.href,
});

/** The same, returned exactly as written: the driver has its own rules of escaping. */
export const verbatimUrl = (...schemes: readonly string[]): Reader<string> => ({
  accepts: `${listed(schemes)} URL`,
  read: (text, context) => parseUrl(text, schemes, context) && text,
});

const WEB = ['https', 'http'];

/** Also returns a faulty URL, so that variables which depend on it can be checked. */
function readWebUrl(text: string, context: ReaderContext): URL | undefined {
  const url = parseUrl(text, WEB, context);
  const remedy = `write it like ${context.example}`;
  if (url && (url.username || url.password)) context.fault('carries credentials', remedy);
  if (url && /[?#]/.test(url.href)) context.fault('has a query or a fragment', remedy);
  return url;
}

/** An address as a `mailto:` URI (RFC 6068), a page as it is. */
export const contact: Reader<string> = {
  accepts: 'e-mail address, or `https:` URL',
  read: (text, context) =>
    isEmailAddress(text)
      ? `mailto:${encodeURIComponent(text).replace('%40', '@')}`
      : parseUrl(text, ['https'], context)?.href,
};

/** Without a trailing slash. */
export const origin: Reader<string> = {
  accepts: 'origin, `https://host[:port]`',
  read(text, context) {
    const url = readWebUrl(text, context);
    if (url && url.pathname !== '/')
      context.fault('has a path', `give the origin alone, like ${context.example}`);
    return url?.origin;
  },
};

/** Without a trailing slash. */
export const webUrl: Reader<string> = {
  accepts: '`https:` URL',
  read: (text, context) => readWebUrl(text, context)?.href.replace(/\/+$/, ''),
};

/** With a trailing slash: what is found below it is resolved against it. */
export const webFolderUrl: Reader<string> = {
  accepts: webUrl.accepts,
  read(text, context) {
    const url = webUrl.read(text, context);
    return url && `${url}/`;
  },
};
