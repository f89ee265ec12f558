/* The shell of the pages of a signed-in user: their part of the navigation, and for administrators what waits. */
import type { Context } from 'koa';
import type { Shell } from '../../views/shell.js';
import type { ClientRecordStore } from '../clients/record-store.js';
import { MOST_WAITING, navigationOf, type NavigationRow } from './navigation.js';
import type { CurrentUser } from './session/user.js';

interface ShellDeps {
  readonly rows: readonly NavigationRow[];
  readonly currentUser: CurrentUser;
  readonly records: Pick<ClientRecordStore, 'countWaiting'>;
}

/** Undefined when no user is signed in. One statement for administrators, none for others. */
export type ShellOf = (ctx: Context) => Promise<Shell | undefined>;

export const createShellOf =
  ({ rows, currentUser, records }: ShellDeps): ShellOf =>
  async (ctx) => {
    const user = await currentUser(ctx);
    if (user === undefined) return undefined;
    const { account } = user;
    const isAdmin = account.admin;
    const waiting = isAdmin ? await records.countWaiting(MOST_WAITING) : 0;
    return { user: account, sections: navigationOf(rows, { isAdmin, waiting }, ctx.path) };
  };
