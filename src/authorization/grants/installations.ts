/*
 * The grants of a user: installations, for which tokens were issued, and those whose code still waits. Those of other
 * users are not found.
 */
import { notFound } from '../../errors.js';
import type { Families, LoadedFamily } from './families.js';
import { type Family, isWaiting } from './token-family.js';

export const CONNECTED_APPS_PATH = '/settings/apps';
export const limitsPath = (id: string): string => `${CONNECTED_APPS_PATH}/${id}/limits`;

/** Newest first. */
export async function grantsOf(
  families: Pick<Families, 'ofAccount'>,
  accountId: number,
): Promise<readonly LoadedFamily[]> {
  const all = await families.ofAccount(accountId);
  return all.toSorted((a, b) => b.family.born - a.family.born);
}

export const noSuchInstallation = () => notFound('This application has no access any more.');

/** Throws 404, also for a grant whose code still waits. */
export async function installationOf(
  families: Pick<Families, 'load'>,
  accountId: number,
  id: string,
): Promise<LoadedFamily> {
  const loaded = await families.load(id);
  if (loaded?.family.account !== accountId || isWaiting(loaded.family)) throw noSuchInstallation();
  return loaded;
}

/** The teams and organizations that the user chose, by their ids. */
export const chosenIds = ({ resources }: Pick<Family, 'resources'>): readonly number[] =>
  [resources?.teams, resources?.organizations].flatMap((ids = 'all') => (ids === 'all' ? [] : ids));
