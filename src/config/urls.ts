/* The addresses the service prints about itself, and those of the gateways it talks to. */
import type { Reading } from './variables.js';

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True for an address that never leaves the machine, where plain http gives nothing away. */
export const isLoopback = (url: string): boolean => LOOPBACK_HOSTS.has(new URL(url).hostname);

export interface UrlRule {
  /** Without the colon. */
  readonly schemes: readonly string[];
  readonly example: string;
}

function urlProblem(url: URL | null, schemes: readonly string[]): string | undefined {
  if (!url) return 'is not a URL';
  if (!schemes.includes(url.protocol.slice(0, -1))) return 'has the wrong scheme';
  return url.host === '' ? 'names no host' : undefined;
}

/** Undefined when absent or at fault. */
export function readUrl(reading: Reading, variable: string, { schemes, example }: UrlRule): URL | undefined {
  const text = reading.text(variable);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const problem = urlProblem(url, schemes);
  if (problem === undefined) return url ?? undefined;
  reading.fault(variable, problem, `write it like ${example}`);
  return undefined;
}

/** Plain http to another machine gives away whatever it carries. */
export const isPlainInProduction = (url: URL, production: boolean): boolean =>
  production && url.protocol === 'http:' && !isLoopback(url.href);

function publicUrlProblems(url: URL, production: boolean): readonly string[] {
  return [
    ...(url.username || url.password ? ['carries credentials'] : []),
    ...(/[?#]/.test(url.href) ? ['has a query or a fragment'] : []),
    ...(isPlainInProduction(url, production) ? ['is plain http in production'] : []),
  ];
}

/** Also one that is at fault, so that whoever asked can go on looking: nothing starts with it. */
function readPublicUrl(
  reading: Reading,
  variable: string,
  production: boolean,
  example: string,
): URL | undefined {
  const url = readUrl(reading, variable, { schemes: ['https', 'http'], example });
  for (const problem of url ? publicUrlProblems(url, production) : [])
    reading.fault(variable, problem, `write it like ${example}`);
  return url;
}

/** The origin without a trailing slash; `fallback` when absent or at fault. */
export function readOrigin(
  reading: Reading,
  variable: string,
  production: boolean,
  fallback: string,
): string {
  const example = 'https://scheduling.example';
  const url = readPublicUrl(reading, variable, production, example);
  if (url && url.pathname !== '/') {
    reading.fault(variable, 'has a path', `give the origin alone, like ${example}`);
  }
  return url?.origin ?? fallback;
}

/**
 * A page of the application: the session cookie belongs to APP_URL's host, so the page must be there too. An APP_URL
 * that is at fault itself is nothing to compare with.
 */
export function readPageUrl(
  reading: Reading,
  variable: string,
  production: boolean,
  appUrl: string,
  path: string,
): string {
  const url = readPublicUrl(reading, variable, production, appUrl + path);
  const judged = !reading.faults.some((fault) => fault.variable === 'APP_URL');
  if (url && judged && url.origin !== appUrl) {
    reading.fault(variable, "is not on APP_URL's origin", `write it like ${appUrl}${path}`);
  }
  return url ? url.href.replace(/\/+$/, '') : appUrl + path;
}
