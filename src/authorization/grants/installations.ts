/* The installations of a user: grants for which tokens were issued. Those of other users are not found. */
import { notFound } from '../../errors.js';
import type { Families, LoadedFamily } from './families.js';
import type { Family } from './token-family.js';

export const CONNECTED_APPS_PATH = '/settings/apps';
export const limitsPath = (id: string): string => `${CONNECTED_APPS_PATH}/${id}/limits`;

/** Newest first. */
export async function installationsOf(
  families: Pick<Families, 'ofAccount'>,
  accountId: number,
): Promise<readonly LoadedFamily[]> {
  const all = await families.ofAccount(accountId);
  return all
    .filter(({ family }) => family.refresh !== undefined)
    .toSorted((a, b) => b.family.born - a.family.born);
}

export const noSuchInstallation = () => notFound('This application has no access any more.');

/** Throws 404. */
export async function installationOf(
  families: Pick<Families, 'load'>,
  accountId: number,
  id: string,
): Promise<LoadedFamily> {
  const loaded = await families.load(id);
  if (loaded?.family.account !== accountId || loaded.family.refresh === undefined) throw noSuchInstallation();
  return loaded;
}

/** The teams and organizations that the user chose, by their ids. */
export const chosenIds = ({ resources }: Pick<Family, 'resources'>): readonly number[] =>
  [resources?.teams, resources?.organizations].flatMap((ids = 'all') => (ids === 'all' ? [] : ids));
