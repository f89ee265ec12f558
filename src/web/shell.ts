/* The shell of the pages of a signed-in user: their part of the navigation, and how much waits for them. */
import type { Context } from 'koa';
import type { Shell } from '../../views/shell.js';
import type { ClientRecordStore } from '../clients/record-store.js';
import type { BookingStore } from '../scheduling/bookings/store.js';
import { MOST_WAITING, navigationOf, type NavigationRow } from './navigation.js';
import type { CurrentUser } from './session/user.js';

interface ShellDeps {
  readonly rows: readonly NavigationRow[];
  readonly currentUser: CurrentUser;
  readonly records: Pick<ClientRecordStore, 'countWaiting'>;
  readonly bookings: Pick<BookingStore, 'countWaiting'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Undefined when no user is signed in. Two statements for administrators, one for others. */
export type ShellOf = (ctx: Context) => Promise<Shell | undefined>;

export const createShellOf =
  ({ rows, currentUser, records, bookings, clock }: ShellDeps): ShellOf =>
  async (ctx) => {
    const user = await currentUser(ctx);
    if (user === undefined) return undefined;
    const { account } = user;
    const isAdmin = account.admin;
    const [waitingBookings, clients] = await Promise.all([
      bookings.countWaiting(account.id, clock(), MOST_WAITING),
      isAdmin ? records.countWaiting(MOST_WAITING) : 0,
    ]);
    const waiting = { bookings: waitingBookings, clients };
    return { user: account, sections: navigationOf(rows, { isAdmin, waiting }, ctx.path) };
  };
