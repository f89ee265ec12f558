import { Command } from 'commander';
import { createPasswords } from '../accounts/password-hash.js';
import { issueRecovery } from '../accounts/issue-recovery.js';
import { tidyName } from '../accounts/rules.js';
import { tidyEmailAddress } from '../email-address.js';
import { signUpFaults } from '../accounts/sign-up.js';
import type { Account, AccountStore } from '../accounts/store.js';
import { conflict, invalidInput } from '../errors.js';
import type { Stores } from '../stores.js';
import { generatePassword } from '../accounts/generated-password.js';
import { accountOf, noSuchAccount } from './accounts.js';
import { CLI, type CommandContext, groupCommand, type Open } from './command-context.js';
import { removeUserCommand } from './user-removal.js';
import { pairs, table } from './terminal.js';
import type { Output } from './terminal.js';

interface AddOptions {
  readonly email: string;
  readonly name: string;
  readonly password?: string;
  readonly admin?: boolean;
}

const json = ({ id, email, username, name, admin, disabledAt, emailVerifiedAt, createdAt }: Account) => ({
  id,
  email,
  username,
  name,
  admin,
  disabled_at: disabledAt ?? null,
  email_verified_at: emailVerifiedAt ?? null,
  created_at: createdAt,
});

const statusOf = ({ admin, disabledAt }: Account): string =>
  [admin && 'administrator', disabledAt && 'disabled'].filter(Boolean).join(', ');

const statusInList = (account: Account): string =>
  [statusOf(account), account.emailVerifiedAt ? '' : 'address not confirmed'].filter(Boolean).join(', ');

async function add({ accounts: { accounts } }: Stores, options: AddOptions): Promise<Output> {
  const { password = generatePassword(), admin = false } = options;
  const identity = { email: tidyEmailAddress(options.email), name: tidyName(options.name) };
  const faults = Object.entries(signUpFaults({ ...identity, password }));
  if (faults.length > 0)
    throw invalidInput(faults.map(([property, message]: [string, string]) => ({ property, message })));
  const passwordHash = await createPasswords().hash(password);
  const account = await accounts.create({ ...identity, passwordHash, admin, emailVerified: true }, CLI);
  if (account === 'email_taken')
    throw conflict(`There is an account with the address ${identity.email} already.`);
  // A password that the caller chose is not repeated.
  const generated = options.password === undefined ? { password } : {};
  const result = { id: account.id, email: account.email, ...generated };
  return { json: result, text: pairs(Object.entries(result).map(([name, value]) => [name, String(value)])) };
}

const addCommand = ({ withStores }: CommandContext): Command =>
  new Command('add')
    .description('make an account; without --password a strong one is made and printed once')
    .requiredOption('--email <email>')
    .requiredOption('--name <text>')
    .option('--password <text>', '15 to 128 characters')
    .option('--admin', 'a service administrator, who reviews clients')
    .action((options: AddOptions) => withStores(({ stores }) => add(stores, options)));

const listCommand = ({ withStores }: CommandContext): Command =>
  new Command('list').description('list accounts').action(() =>
    withStores(async ({ stores }) => {
      const accounts = await stores.accounts.accounts.list();
      const rows = accounts.map((account) => [
        String(account.id),
        account.email,
        account.name,
        statusInList(account),
      ]);
      return {
        json: accounts.map(json),
        text: table(['id', 'email', 'name', ''], rows, 'There are no accounts.'),
      };
    }),
  );

async function recover({ stores, keys, config }: Open, email: string): Promise<Output> {
  const account = await accountOf(stores, email);
  const { recoveries } = stores.accounts;
  const clock = () => stores.now();
  const issued = await issueRecovery({ recoveries, keys, appUrl: config.appUrl, clock }, account.id, CLI);
  if (issued === undefined)
    throw conflict(`The account ${account.email} is disabled. Enable it before its owner can come back.`);
  const { link, expiresAt } = issued;
  return {
    json: { link, expires_at: expiresAt },
    text: `${link}\nWorks once, until ${expiresAt.toISOString()}. Give it to nobody but ${account.email}.`,
  };
}

const recoverCommand = ({ withStores }: CommandContext): Command =>
  new Command('recover')
    .description('print a link with which the user sets a new password: once, within 15 minutes')
    .argument('<email>')
    .action((email: string) => withStores((open) => recover(open, email)));

type Change = (accounts: AccountStore, id: number) => Promise<Account | undefined>;
type Remark = (accounts: AccountStore) => Promise<string>;

const changeCommand =
  (name: string, description: string, change: Change, remark: Remark = () => Promise.resolve('')) =>
  ({ withStores }: CommandContext): Command =>
    new Command(name)
      .description(description)
      .argument('<email>')
      .action((email: string) =>
        withStores(async ({ stores }) => {
          const { id } = await accountOf(stores, email);
          const { accounts } = stores.accounts;
          const account = await change(accounts, id);
          if (!account) throw noSuchAccount(email);
          const status = statusOf(account) || 'enabled';
          return { json: json(account), text: `${account.email} is ${status}.${await remark(accounts)}` };
        }),
      );

/** Not refused: clients are reviewed here as well, and here another administrator can be made at any time. */
async function lastAdministrator(accounts: AccountStore): Promise<string> {
  const others = (await accounts.list()).some(({ admin, disabledAt }) => admin && disabledAt === undefined);
  return others ? '' : ' There is no administrator now: nobody is notified of clients that wait for review.';
}

export const userCommand = groupCommand('user', 'people', [
  addCommand,
  listCommand,
  changeCommand(
    'disable',
    'sign the user out everywhere and stop all tokens',
    (accounts, id) => accounts.setDisabled(id, true, CLI),
    lastAdministrator,
  ),
  changeCommand('enable', 'take that back', (accounts, id) => accounts.setDisabled(id, false, CLI)),
  changeCommand('make-admin', 'let the user review clients', (accounts, id) =>
    accounts.setAdmin(id, true, CLI),
  ),
  changeCommand(
    'remove-admin',
    'take that back',
    (accounts, id) => accounts.setAdmin(id, false, CLI),
    lastAdministrator,
  ),
  recoverCommand,
  removeUserCommand,
]);
