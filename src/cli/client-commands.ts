import { randomBytes } from 'node:crypto';
import { Argument, Command, Option } from 'commander';
import type { Account } from '../accounts/store.js';
import { allowScheme } from '../clients/allowed-schemes.js';
import { linksOf } from '../clients/links.js';
import { setMigrating } from '../clients/migrating.js';
import { registerClient } from '../clients/register.js';
import { changeStatus } from '../clients/review/review.js';
import { findClient } from '../clients/rotate-secrets.js';
import { CLIENT_STATUSES, VERDICTS } from '../clients/status.js';
import type { Verdict } from '../clients/status.js';
import type { ClientStatus } from '../clients/store.js';
import { conflict, invalidInput, notFound } from '../errors.js';
import type { Stores } from '../stores.js';
import { accountOf } from './accounts.js';
import { importCommand } from './client-import-command.js';
import { secretCommand } from './client-secret-commands.js';
import { clientList, clientSheet } from './client-views.js';
import { CLI, type CommandContext, type CommandFactory, groupCommand, type Open } from './command-context.js';
import { pairs } from './terminal.js';
import type { Output } from './terminal.js';

interface AddOptions {
  readonly owner: string;
  readonly team?: string;
  readonly name: string;
  readonly purpose: string;
  readonly website?: string;
  readonly supportEmail?: string;
  readonly privacyPolicy?: string;
  readonly termsOfService?: string;
  readonly kind: string;
  readonly redirectUri: readonly string[];
  readonly scope?: string;
  readonly approve?: boolean;
  readonly legacy?: boolean;
  readonly migrating?: boolean;
  readonly resourceServer?: boolean;
  readonly allowScheme?: readonly string[];
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** One of the teams whose clients the owner manages, by number or name. */
async function teamOf({ clients: { records } }: Stores, owner: Account, text: string): Promise<number> {
  const teams = await records.teamsOf(owner.id);
  const [team, ...others] = teams.filter(({ id, name }) => text === String(id) || text === name);
  if (team !== undefined && others.length === 0) return team.id;
  const list = teams.map(({ id, name }) => `${id} (${name})`).join(', ') || 'none';
  const problem = team === undefined ? 'manages no team' : 'manages more than one team';
  throw conflict(`${owner.email} ${problem} called ${text}. Name one by its number: ${list}.`);
}

async function add({ stores, keys }: Open, options: AddOptions): Promise<Output> {
  const owner = await accountOf(stores, options.owner);
  const { name, purpose, kind, redirectUri, scope = '', team } = options;
  const {
    approve = false,
    legacy = false,
    migrating,
    resourceServer = false,
    allowScheme: allowedSchemes = [],
  } = options;
  const scopes = scope.split(/[\s,]+/).filter(Boolean);
  const registration = {
    form: { name, purpose, ...linksOf(options), kind, redirectUris: redirectUri, scopes },
    ownerId: owner.id,
    teamId: team === undefined ? undefined : await teamOf(stores, owner, team),
    approved: approve,
    legacy,
    migrating,
    resourceServer,
    allowedSchemes,
  };
  const registry = { clients: stores.clients.clients, keys, random: randomBytes };
  const { clientId, clientSecret, status } = await registerClient(registry, registration, CLI);
  const json = { client_id: clientId, ...(clientSecret && { client_secret: clientSecret }), status };
  return { json, text: pairs(Object.entries(json)) };
}

const addCommand = ({ withStores }: CommandContext): Command =>
  new Command('add')
    .description('register a client; its secret is printed once')
    .requiredOption('--owner <email>', 'account that owns it')
    .option('--team <team>', 'team it belongs to, by number or name; its owner manages it')
    .requiredOption('--name <text>', 'name people see when they are asked for consent')
    .requiredOption('--purpose <text>', 'what it is for')
    .option('--website <url>', 'its website')
    .option('--support-email <address>', 'e-mail address for its users')
    .option('--privacy-policy <url>', 'its privacy policy')
    .option('--terms-of-service <url>', 'its terms of service')
    .requiredOption('--kind <kind>', 'confidential or public')
    .requiredOption('--redirect-uri <uri>', 'where answers go; may be given up to 10 times', collect)
    .option('--scope <names>', 'scopes it may ask for, separated by spaces or commas')
    .option('--approve', 'needs no review')
    .option('--legacy', 'has no scope list, so its tokens are unrestricted')
    .option('--migrating', 'may request the retired scopes READ_PROFILE and READ_BOOKING')
    .option(
      '--resource-server',
      'serves the API beside this service: may introspect the tokens of every client',
    )
    .option('--allow-scheme <name>', 'private-use scheme without a dot; may be given again', collect)
    .action((options: AddOptions) => withStores((open) => add(open, options)));

const listCommand = ({ withStores }: CommandContext): Command =>
  new Command('list')
    .description('list clients')
    .addOption(new Option('--status <status>', 'only these').choices(CLIENT_STATUSES))
    .action(({ status }: { status?: ClientStatus }) =>
      withStores(async ({ stores }) => {
        const clients = await stores.clients.clients.list(status);
        return clientList(clients, await stores.clients.usage.lastActive(clients.map(({ id }) => id)));
      }),
    );

const allowSchemeCommand = ({ withStores }: CommandContext): Command =>
  new Command('allow-scheme')
    .description('let a public client use a private-use scheme without a dot')
    .argument('<client-id>')
    .argument('<scheme>', 'without the colon')
    .action((clientId: string, scheme: string) =>
      withStores(async ({ stores }) => {
        const record = await stores.clients.records.find(clientId);
        if (record === undefined) throw notFound('There is no client with this id.');
        const faults = await allowScheme(stores.clients.records, { record, scheme }, CLI);
        if (faults.length > 0) throw invalidInput(faults);
        const client = await findClient(stores.clients.clients, clientId);
        return clientSheet(client, await activeAt(stores, clientId));
      }),
    );

const migratingCommand = ({ withStores }: CommandContext): Command =>
  new Command('set-migrating')
    .description('accept the retired scopes READ_PROFILE and READ_BOOKING, or refuse them again')
    .argument('<client-id>')
    .addArgument(new Argument('<accepted>', 'whether they mean the scopes of today').choices(['yes', 'no']))
    .action((clientId: string, accepted: string) =>
      withStores(async ({ stores }) => {
        const { records, clients } = stores.clients;
        const record = await records.find(clientId);
        if (record === undefined) throw notFound('There is no client with this id.');
        await setMigrating(records, { record, migrating: accepted === 'yes' }, CLI);
        return clientSheet(await findClient(clients, clientId), await activeAt(stores, clientId));
      }),
    );

const activeAt = async (
  { clients: { usage } }: Pick<Stores, 'clients'>,
  clientId: string,
): Promise<Date | undefined> => (await usage.lastActive([clientId])).get(clientId);

const showCommand = ({ withStores }: CommandContext): Command =>
  new Command('show')
    .description('show one client')
    .argument('<client-id>')
    .action((clientId: string) =>
      withStores(async ({ stores }) => {
        const client = await findClient(stores.clients.clients, clientId);
        const owner = await stores.accounts.accounts.findById(client.ownerId);
        return clientSheet(client, await activeAt(stores, clientId), owner?.email);
      }),
    );

const verdictCommand =
  (verdict: Verdict, description: string): CommandFactory =>
  ({ withStores }) => {
    const command = new Command(verdict).description(description).argument('<client-id>');
    const { reason } = VERDICTS[verdict];
    const option = new Option('--reason <text>', 'sent to those who manage it');
    if (reason !== 'none') command.addOption(option.makeOptionMandatory(reason === 'required'));
    return command.action((clientId: string, { reason }: { reason?: string }) =>
      withStores(async ({ stores }) => {
        const client = await changeStatus(stores.clients.clients, clientId, { verdict, reason }, CLI);
        return clientSheet(client, await activeAt(stores, clientId));
      }),
    );
  };

export const clientCommand = groupCommand('client', 'third-party applications', [
  addCommand,
  listCommand,
  showCommand,
  verdictCommand('approve', 'let all users use it'),
  verdictCommand('reject', 'let no one use it'),
  verdictCommand('suspend', 'stop it and its tokens'),
  verdictCommand('resume', 'let all users use it again'),
  allowSchemeCommand,
  migratingCommand,
  secretCommand,
  importCommand,
]);
