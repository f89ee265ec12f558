/* Versions, the health of the stores, the ages of keys, and the configuration without its secrets. */
import { SystemPage } from '../../../views/administration/system.js';
import { keyStates } from '../../keys/key-ages.js';
import { VERSION } from '../../version.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import type { AdministrationDeps } from './deps.js';

export async function showSystem(deps: AdministrationDeps, { user }: UserRequest): Promise<PageReply> {
  const now = deps.clock();
  const { ids } = deps.keys;
  const [health, stores, ages] = await Promise.all([deps.examine(), deps.reports(), deps.keyAges.ages(ids)]);
  const props = {
    user: user.account,
    ...health,
    stores,
    keys: keyStates(ids, ages, { refreshTokenTtl: deps.config.refreshTokenTtl, now }),
    process: {
      version: VERSION,
      node: process.version,
      startedAt: new Date(now - performance.now()),
      clockDifferenceMs: Date.now() - deps.now(),
    },
    settings: deps.settings,
    now: new Date(now),
  };
  return page(<SystemPage {...props} />);
}
