/*
 * A connection, opened: what is sealed becomes something that can be asked, tokens are made good before they are used,
 * and a connection that the other side refuses for good is marked, so that nobody tries it again and again.
 */
import { z } from 'zod';
import type { KeyRing } from '../../keys/key-ring.js';
import type { CredentialStore } from '../provider-oauth/store.js';
import type { TokenKeeper } from '../provider-oauth/token-keeper.js';
import { ProviderFailure } from '../provider-oauth/tokens.js';
import type { Connection, SignInKind } from './calendar.js';
import { CalendarFault } from './fault.js';
import type {
  Access,
  BusyAnswer,
  BusyQuery,
  CalendarProvider,
  CalendarProviders,
  WritableProvider,
} from './provider.js';
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

export type Opening = Omit<Connection, 'calendars'>;

/** The methods of a provider without what opens it. */
type Bound<P> = {
  readonly [M in keyof P]: P[M] extends (access: never, ...rest: infer R) => infer A
    ? (...rest: R) => A
    : never;
};

type Written = Bound<Pick<WritableProvider<Access>, 'put' | 'remove' | 'find' | 'edit'>>;

export interface OpenedCalendars {
  list(): ReturnType<CalendarProvider<Access>['list']>;
  busy(query: BusyQuery): Promise<BusyAnswer | undefined>;
  /** Absent where nobody can write. */
  readonly written?: Written;
}

const feeds = z.object({ urls: z.array(z.string()) });
const password = z.object({ username: z.string(), password: z.string() });

const denied = (message: string): CalendarFault => new CalendarFault('denied', message);

/** Throws when the key that sealed it has left the ring. */
function unsealed<S extends z.ZodType>(keys: KeyRing, sealed: string, schema: S): z.output<S> {
  const text = keys.open(sealed);
  if (text === undefined) throw denied('what opens this calendar can no longer be read here');
  return schema.parse(JSON.parse(text));
}

const readable = <A extends Access>(provider: CalendarProvider<A>, access: A): OpenedCalendars => ({
  list: () => provider.list(access),
  busy: (query) => provider.busy(access, query),
});

const writable = <A extends Access>(provider: WritableProvider<A>, access: A): OpenedCalendars => ({
  ...readable(provider, access),
  written: {
    put: (externalId, event, known) => provider.put(access, externalId, event, known),
    remove: (name) => provider.remove(access, name),
    find: (name) => provider.find(access, name),
    edit: (name, edit) => provider.edit(access, name, edit),
  },
});

const unlike = (failure: ProviderFailure): CalendarFault =>
  new CalendarFault(failure.reason === 'revoked' ? 'denied' : 'unreachable', failure.message);

async function tokenOf(
  { signIns, tokenKeeper }: OpenDeps,
  kind: SignInKind,
  id: number,
  rejected: string | undefined,
): Promise<string> {
  const signIn = signIns[kind];
  if (signIn === undefined) throw new CalendarFault('unreachable', 'it is not set up here any more');
  try {
    return await tokenKeeper.accessToken(signIn, id, rejected);
  } catch (error) {
    throw error instanceof ProviderFailure ? unlike(error) : error;
  }
}

interface Open {
  readonly calendars: OpenedCalendars;
  /** The token it was opened with, if it was one. */
  readonly token?: string;
}

async function open(deps: OpenDeps, opening: Opening, rejected?: string): Promise<Open> {
  const { calendarProviders: providers, keys } = deps;
  const { kind, id, sealedAccess } = opening;
  if (opening.invalid) throw denied('it has to be connected again');
  if (kind === 'ics') return { calendars: readable(providers.ics, unsealed(keys, sealedAccess, feeds)) };
  if (kind === 'apple')
    return { calendars: writable(providers.apple, unsealed(keys, sealedAccess, password)) };
  const provider = providers[kind];
  const accessToken = await tokenOf(deps, kind, id, rejected);
  if (provider === undefined) throw new CalendarFault('unreachable', 'it is not set up here any more');
  return { calendars: writable(provider, { accessToken }), token: accessToken };
}

const isDenied = (error: unknown): error is CalendarFault =>
  error instanceof CalendarFault && error.trouble === 'denied';

/** A feed that says no may say yes tomorrow; a password or a token that is refused stays so. */
async function giveUp(
  { calendarCredentials, clock }: OpenDeps,
  { kind, id, sealedAccess }: Opening,
): Promise<void> {
  const at = new Date(clock());
  if (kind === 'apple') await calendarCredentials.invalidate(id, sealedAccess, at);
  if (kind === 'google' || kind === 'office365') {
    const now = await calendarCredentials.read(id);
    if (now !== undefined) await calendarCredentials.invalidate(id, now.sealed, at);
  }
}

/** Rejects with a CalendarFault. `work` may run again, with a newer token. */
export async function withCalendars<T>(
  deps: OpenDeps,
  opening: Opening,
  work: (calendars: OpenedCalendars) => Promise<T>,
): Promise<T> {
  const { calendars, token } = await open(deps, opening);
  try {
    return await work(calendars);
  } catch (error) {
    if (!isDenied(error)) throw error;
    if (token === undefined) {
      await giveUp(deps, opening);
      throw error;
    }
  }
  const renewed = await open(deps, opening, token);
  try {
    return await work(renewed.calendars);
  } catch (error) {
    if (isDenied(error)) await giveUp(deps, opening);
    throw error;
  }
}
