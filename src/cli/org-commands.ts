import { Command } from 'commander';
import { inputFaults, inputWords } from '../api/input-words.js';
import { conflict, invalidInput } from '../errors.js';
import { teamInput } from '../scheduling/teams/schemas.js';
import type { Stores } from '../stores.js';
import { accountOf, noSuchAccount } from './accounts.js';
import { CLI } from './desk.js';
import type { Desk } from './desk.js';
import { pairs } from './terminal.js';
import type { Output } from './terminal.js';

interface AddOptions {
  readonly name: string;
  readonly slug: string;
  readonly owner: string;
}

const input = teamInput.pick({ name: true, slug: true }).required();

function read({ name, slug }: AddOptions): { readonly name: string; readonly slug: string } {
  const { success, data, error } = input.safeParse({ name, slug }, { error: inputWords });
  if (success) return data;
  throw invalidInput(inputFaults(error, 'organization'));
}

async function add(stores: Stores, options: AddOptions): Promise<Output> {
  const organization = read(options);
  const { id: ownerId } = await accountOf(stores, options.owner);
  const made = await stores.teams.createOrganization(ownerId, organization, CLI);
  if (made === undefined) throw noSuchAccount(options.owner);
  if (made === 'slug_taken')
    throw conflict(`There is an organization or team with the slug ${organization.slug} already.`);
  const result = { id: made.id };
  return { json: result, text: pairs([['id', String(made.id)]]) };
}

const addCommand = ({ withStores }: Desk): Command =>
  new Command('add')
    .description('make an organization and its first owner')
    .requiredOption('--name <text>')
    .requiredOption('--slug <slug>', 'what it is called in addresses, such as harbour')
    .requiredOption('--owner <email>')
    .action((options: AddOptions) => withStores(({ stores }) => add(stores, options)));

export const orgCommand = (desk: Desk): Command =>
  new Command('org').description('organizations').addCommand(addCommand(desk));
