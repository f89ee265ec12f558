import { Command } from 'commander';
import { inputFaults, validationMessages } from '../api/validation-messages.js';
import type { AppError } from '../errors.js';
import { badRequest, conflict, invalidInput, notFound } from '../errors.js';
import type { RegisteredOrganization } from '../scheduling/organizations/register-store.js';
import { namesChange, teamInput } from '../scheduling/teams/schemas.js';
import type { Stores } from '../stores.js';
import { accountOf, noSuchAccount } from './accounts.js';
import { CLI, type CommandContext, groupCommand } from './command-context.js';
import { removeOrgCommand } from './org-removal.js';
import { pairs, table } from './terminal.js';
import type { Output } from './terminal.js';

interface AddOptions {
  readonly name: string;
  readonly slug: string;
  readonly owner: string;
}

interface EditOptions {
  readonly name?: string;
  readonly slug?: string;
}

const input = teamInput.pick({ name: true, slug: true }).required();

type Checked<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: Parameters<typeof inputFaults>[0] };

function checked<T>(parsed: Checked<T>): T {
  if (parsed.success) return parsed.data;
  throw invalidInput(inputFaults(parsed.error, 'organization'));
}

const slugTaken = (slug: string): AppError =>
  conflict(`There is an organization or team with the slug ${slug} already.`);

async function add(stores: Stores, options: AddOptions): Promise<Output> {
  const { name, slug } = options;
  const organization = checked(input.safeParse({ name, slug }, { error: validationMessages }));
  const { id: ownerId } = await accountOf(stores, options.owner);
  const created = await stores.teams.teams.createOrganization(ownerId, organization, CLI);
  if (created === undefined) throw noSuchAccount(options.owner);
  if (created === 'slug_taken') throw slugTaken(organization.slug);
  return { json: { id: created.id }, text: pairs([['id', String(created.id)]]) };
}

const addCommand = ({ withStores }: CommandContext): Command =>
  new Command('add')
    .description('make an organization and its first owner')
    .requiredOption('--name <text>')
    .requiredOption('--slug <slug>', 'what it is called in addresses, such as harbour')
    .requiredOption('--owner <email>')
    .action((options: AddOptions) => withStores(({ stores }) => add(stores, options)));

const noSuchOrganization = (slug: string): AppError =>
  notFound(`There is no organization with the slug ${slug}.`);

const HEADINGS = ['id', 'slug', 'name', 'owners', 'people', 'teams'];

const cells = ({ id, slug, name, owners, people, teams }: RegisteredOrganization): readonly string[] => [
  ...[String(id), slug, name, owners.join(', '), String(people), String(teams)],
];

const listCommand = ({ withStores }: CommandContext): Command =>
  new Command('list').description('list organizations').action(() =>
    withStores(async ({ stores }) => {
      const organizations = await stores.teams.organizations.list();
      const text = table(HEADINGS, organizations.map(cells), 'There are no organizations.');
      return { json: organizations, text };
    }),
  );

async function edit(stores: Stores, slug: string, options: EditOptions): Promise<Output> {
  if (Object.keys(options).length === 0) throw badRequest('Say what changes: --name, --slug or both.');
  const changes = checked(namesChange.safeParse(options, { error: validationMessages }));
  const edited = await stores.teams.organizations.edit(slug, changes, CLI);
  if (edited === undefined) throw noSuchOrganization(slug);
  if (edited === 'slug_taken') throw slugTaken(changes.slug ?? slug);
  return { json: edited, text: table(HEADINGS, [cells(edited)], '') };
}

const editCommand = ({ withStores }: CommandContext): Command =>
  new Command('edit')
    .description('change the name of an organization, or the slug')
    .argument('<slug>')
    .option('--name <text>')
    .option('--slug <slug>', 'addresses with the old one lead nowhere then')
    .action((slug: string, options: EditOptions) => withStores(({ stores }) => edit(stores, slug, options)));

export const orgCommand = groupCommand('org', 'organizations', [
  addCommand,
  listCommand,
  editCommand,
  removeOrgCommand,
]);
