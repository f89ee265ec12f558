/* The command line identifies accounts by e-mail address. */
import { tidyEmailAddress } from '../email-address.js';
import type { Account } from '../accounts/store.js';
import { notFound } from '../errors.js';
import type { Stores } from '../stores.js';

export const noSuchAccount = (email: string) => notFound(`There is no account with the address ${email}.`);

export async function accountOf(
  { accounts: { accounts } }: Pick<Stores, 'accounts'>,
  email: string,
): Promise<Account> {
  const account = await accounts.findByEmail(tidyEmailAddress(email));
  if (!account) throw noSuchAccount(email);
  return account;
}
