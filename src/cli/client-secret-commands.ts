import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { addSecret, findClient, removeSecret } from '../clients/rotate-secrets.js';
import { secretList } from './client-views.js';
import { CLI, type CommandContext, groupCommand } from './command-context.js';
import { pairs } from './terminal.js';

const listCommand = ({ withStores }: CommandContext): Command =>
  new Command('list')
    .description('list the active secrets of a client, by their last four characters')
    .argument('<client-id>')
    .action((clientId: string) =>
      withStores(async ({ stores }) =>
        secretList((await findClient(stores.clients.clients, clientId)).secrets),
      ),
    );

const addCommand = ({ withStores }: CommandContext): Command =>
  new Command('add')
    .description('make a second secret; it is printed once')
    .argument('<client-id>')
    .action((clientId: string) =>
      withStores(async ({ stores, keys }) => {
        const registry = { clients: stores.clients.clients, keys, random: randomBytes };
        const { id, clientSecret } = await addSecret(registry, clientId, CLI);
        const json = { id, client_secret: clientSecret };
        return { json, text: pairs(Object.entries(json)) };
      }),
    );

const removeCommand = ({ withStores }: CommandContext): Command =>
  new Command('remove')
    .description('remove a secret; requests with it fail from now on, issued tokens stay valid')
    .argument('<client-id>')
    .argument('<secret-id>')
    .action((clientId: string, secretId: string) =>
      withStores(async ({ stores }) => {
        await removeSecret({ clients: stores.clients.clients }, clientId, secretId, CLI);
        return { json: { removed: secretId }, text: `Removed ${secretId}.` };
      }),
    );

export const secretCommand = groupCommand(
  'secret',
  'secrets of a confidential client: one or two are active',
  [listCommand, addCommand, removeCommand],
);
