/* Whom people can connect: the clients that this installation has registered at providers of meetings and calendars. */
import { isPlainInProduction, readUrl } from './urls.js';
import type { Reading } from './variables.js';

/** A client of ours at a provider. */
export interface ProviderApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** An origin that answers in place of all hosts of the provider: a gateway, or a stand-in for tests. */
  readonly url?: string;
}

export type ProviderApps = Readonly<Partial<Record<'zoom' | 'google' | 'office365', ProviderApp>>>;

export interface Conferencing {
  readonly providers: ProviderApps;
  /** Where rooms are that need no account, without a slash at its end. */
  readonly jitsiUrl: string;
  readonly conferencingEventsSecret: string | undefined;
}

const SHORTEST = 24;

function readOverride(reading: Reading, variable: string, production: boolean): string | undefined {
  const example = 'https://gateway.example';
  const url = readUrl(reading, variable, { schemes: ['https', 'http'], example });
  if (url && isPlainInProduction(url, production))
    reading.fault(variable, 'is plain http in production', 'use https');
  if (url && url.pathname !== '/')
    reading.fault(variable, 'has a path', `give the origin alone, like ${example}`);
  return url?.origin;
}

/** Undefined without an id. */
function readApp(reading: Reading, prefix: string, production: boolean): ProviderApp | undefined {
  const [idName, secretName] = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`];
  const [clientId, clientSecret] = [reading.text(idName), reading.text(secretName)];
  const url = readOverride(reading, `${prefix}_URL`, production);
  if (clientId === undefined && clientSecret !== undefined)
    reading.fault(idName, `is missing although ${secretName} is set`, 'set both, or none of them');
  if (clientId !== undefined && clientSecret === undefined)
    reading.fault(secretName, `is missing although ${idName} is set`, 'set both, or none of them');
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { clientId, clientSecret, ...(url === undefined ? {} : { url }) };
}

function readProviders(reading: Reading, production: boolean): ProviderApps {
  const zoom = readApp(reading, 'ZOOM', production);
  const google = readApp(reading, 'GOOGLE', production);
  const office365 = readApp(reading, 'OFFICE365', production);
  return { ...(zoom && { zoom }), ...(google && { google }), ...(office365 && { office365 }) };
}

function readRooms(reading: Reading, production: boolean): string {
  const example = 'https://meet.jit.si';
  const url = readUrl(reading, 'JITSI_URL', { schemes: ['https', 'http'], example });
  if (url && (isPlainInProduction(url, production) || /[?#@]/.test(url.href)))
    reading.fault('JITSI_URL', 'is not a plain https address', `write it like ${example}`);
  return url ? url.href.replace(/\/+$/, '') : example;
}

export function readConferencing(reading: Reading, production: boolean): Conferencing {
  const secret = reading.text('CONFERENCING_EVENTS_SECRET');
  if (secret !== undefined && secret.length < SHORTEST)
    reading.fault('CONFERENCING_EVENTS_SECRET', 'is too short', `use at least ${SHORTEST} random characters`);
  return {
    providers: readProviders(reading, production),
    jitsiUrl: readRooms(reading, production),
    conferencingEventsSecret: secret,
  };
}
