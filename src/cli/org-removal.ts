/* `org remove`: deletes an organization; without --force it only lists what would be deleted with it. */
import { Command } from 'commander';
import type { AppError } from '../errors.js';
import { conflict, notFound } from '../errors.js';
import type { OrganizationParts } from '../scheduling/organizations/register-store.js';
import type { Stores } from '../stores.js';
import { CLI } from './command-context.js';
import type { CommandContext } from './command-context.js';
import type { Output } from './terminal.js';

interface RemoveOptions {
  readonly force?: boolean;
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Clients are never deleted with it, since people use them: they are deleted or transferred one by one. */
function removalConflict({ teams, clients, comingBookings }: OrganizationParts): AppError {
  if (clients.length > 0)
    return conflict(
      `Teams of the organization own clients: ${clients.join(', ')}. Delete them or transfer them to a user first; --force does not.`,
    );
  return conflict(
    `The organization has ${counted(teams.length, 'team')} (${teams.join(', ')}) and ${counted(comingBookings, 'coming booking')}. --force deletes the teams with everything of theirs; bookings stay with their hosts.`,
  );
}

const summary = ({ name, teams, comingBookings }: OrganizationParts): string =>
  [
    `${name} was deleted, with ${counted(teams.length, 'team')}.`,
    ...(comingBookings > 0 ? [`Coming bookings that stay with their hosts: ${comingBookings}.`] : []),
  ].join(' ');

async function remove(stores: Stores, slug: string, { force = false }: RemoveOptions): Promise<Output> {
  const outcome = await stores.teams.organizations.remove(slug, { force, now: new Date() }, CLI);
  if (outcome === undefined) throw notFound(`There is no organization with the slug ${slug}.`);
  const { removed, parts } = outcome;
  if (!removed) throw removalConflict(parts);
  const { id, name, teams, comingBookings } = parts;
  return { json: { id, name, teams, coming_bookings: comingBookings }, text: summary(parts) };
}

export const removeOrgCommand = ({ withStores }: CommandContext): Command =>
  new Command('remove')
    .description('delete an organization; people keep their accounts')
    .argument('<slug>')
    .option('--force', 'with its teams, their event types, webhooks, workflows and routing forms')
    .action((slug: string, options: RemoveOptions) =>
      withStores(({ stores }) => remove(stores, slug, options)),
    );
