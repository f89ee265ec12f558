/* `user remove`: deletes an account as its user would; without --force it only lists what would change. */
import { Command } from 'commander';
import { deleteAccount, isBlocked } from '../accounts/deletion.js';
import type { DeletionPreview } from '../accounts/deletion-store.js';
import type { AppError } from '../errors.js';
import { conflict } from '../errors.js';
import { accountOf, noSuchAccount } from './accounts.js';
import { CLI, type CommandContext, type Open } from './command-context.js';
import type { Output } from './terminal.js';

interface RemoveOptions {
  readonly force?: boolean;
}

function blockedBy({ blockers: { clients, groups } }: DeletionPreview): AppError {
  const names = [...clients, ...groups].map(({ name }) => name).join(', ');
  return conflict(
    `Transfer or delete first what others need, --force does not: ${names}. These are applications, teams with other members, and organizations that the account alone owns.`,
  );
}

function unforced(preview: DeletionPreview): AppError {
  const { teamsRemoved, bookingsCancelled, bookingsLeft, eventTypes } = preview;
  const teams = teamsRemoved.length > 0 ? ` Teams deleted: ${teamsRemoved.join(', ')}.` : '';
  return conflict(
    `Upcoming bookings cancelled: ${bookingsCancelled}. Left to other hosts: ${bookingsLeft}. Event types erased: ${eventTypes}.${teams} Repeat with --force to delete the account.`,
  );
}

async function remove({ stores, keys }: Open, email: string, { force }: RemoveOptions): Promise<Output> {
  const account = await accountOf(stores, email);
  const { deletions } = stores.accounts;
  const preview = await deletions.preview(account.id, new Date());
  if (preview === undefined) throw noSuchAccount(email);
  if (isBlocked(preview.blockers)) throw blockedBy(preview);
  if (force !== true) throw unforced(preview);
  const outcome = await deleteAccount({ deletions, keys, clock: Date.now }, account, CLI);
  if (outcome === 'blocked') throw blockedBy(preview);
  if (outcome === 'not_found') throw noSuchAccount(email);
  return {
    json: { id: account.id, bookings_cancelled: preview.bookingsCancelled },
    text: `The account ${account.email} is deleted. A running service cancels its bookings at once and erases its data after a day.`,
  };
}

export const removeUserCommand = ({ withStores }: CommandContext): Command =>
  new Command('remove')
    .description('delete an account: ends all access, cancels upcoming bookings, erases its data after a day')
    .argument('<email>')
    .option('--force', 'without it, only what would change is listed')
    .action((email: string, options: RemoveOptions) => withStores((open) => remove(open, email, options)));
