/*
 * Opens connections: unseals their credentials and gets a valid access token. A connection that the provider refuses
 * for good is marked invalid, so that it is not tried again.
 */
import { z } from 'zod';
import type { KeyRing } from '../../keys/key-ring.js';
import { ProviderFailure } from '../provider-oauth/call-provider.js';
import type { CredentialStore } from '../provider-oauth/store.js';
import type { TokenKeeper } from '../provider-oauth/token-keeper.js';
import type { Connection } from './calendar.js';
import { CalendarFault } from './fault.js';
import type { CalendarProviders, OpenedCalendars } from './provider.js';
import type { CalendarSignIns } from './sign-ins.js';

export interface OpenDeps {
  readonly calendarProviders: CalendarProviders;
  readonly calendarCredentials: CredentialStore;
  readonly signIns: CalendarSignIns;
  readonly tokenKeeper: TokenKeeper;
  readonly keys: KeyRing;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const feedAccess = z.object({ urls: z.array(z.string()) });
const passwordAccess = z.object({ username: z.string(), password: z.string() });

const denied = (message: string): CalendarFault => new CalendarFault('denied', message);

/** Throws when its key is no longer in the ring. */
function unseal<S extends z.ZodType>(keys: KeyRing, sealed: string, schema: S): z.output<S> {
  const text = keys.open(sealed);
  if (text === undefined) throw denied('its stored credentials can no longer be read');
  return schema.parse(JSON.parse(text));
}

function throwAsFault(error: unknown): never {
  if (!(error instanceof ProviderFailure)) throw error;
  throw new CalendarFault(error.reason === 'revoked' ? 'denied' : 'unreachable', error.message);
}

/** The addresses of the feeds of a connection. */
export const feedUrls = ({ keys }: Pick<OpenDeps, 'keys'>, { sealedAccess }: Connection): readonly string[] =>
  unseal(keys, sealedAccess, feedAccess).urls;

interface Opened {
  readonly calendars: OpenedCalendars;
  /** The access token, for providers with sign-in. */
  readonly token?: string;
}

async function open(deps: OpenDeps, connection: Connection, rejected?: string): Promise<Opened> {
  const { calendarProviders: providers, signIns, tokenKeeper, keys } = deps;
  const { kind, id, sealedAccess } = connection;
  if (connection.invalid) throw denied('it has to be connected again');
  if (kind === 'ics') return { calendars: providers.ics(unseal(keys, sealedAccess, feedAccess)) };
  if (kind === 'apple') return { calendars: providers.apple(unseal(keys, sealedAccess, passwordAccess)) };
  const [openWithToken, signIn] = [providers[kind], signIns[kind]];
  if (openWithToken === undefined || signIn === undefined)
    throw new CalendarFault('unreachable', 'it is no longer set up here');
  const token = await tokenKeeper.accessToken(signIn, id, rejected).catch(throwAsFault);
  return { calendars: openWithToken({ accessToken: token }), token };
}

/** A refused feed may be readable tomorrow; a refused password or token stays refused. */
async function invalidate(
  { calendarCredentials, clock }: OpenDeps,
  { kind, id, sealedAccess }: Connection,
): Promise<void> {
  if (kind === 'ics') return;
  const sealed = kind === 'apple' ? sealedAccess : (await calendarCredentials.read(id))?.sealed;
  if (sealed !== undefined) await calendarCredentials.invalidate(id, sealed, new Date(clock()));
}

/** Rejects with a CalendarFault. `work` may run again, with a newer token than `rejected`. */
export async function withCalendars<T>(
  deps: OpenDeps,
  connection: Connection,
  work: (calendars: OpenedCalendars) => Promise<T>,
  rejected?: string,
): Promise<T> {
  const { calendars, token } = await open(deps, connection, rejected);
  try {
    return await work(calendars);
  } catch (error) {
    if (!(error instanceof CalendarFault) || error.reason !== 'denied') throw error;
    if (token !== undefined && rejected === undefined) return withCalendars(deps, connection, work, token);
    await invalidate(deps, connection);
    throw error;
  }
}
