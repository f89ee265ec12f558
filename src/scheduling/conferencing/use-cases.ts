/* What users and teams do with their conferencing apps. */
import type { z } from 'zod';
import type { Actor } from '../../events/audit-log.js';
import type { AppError } from '../../errors.js';
import { badRequest, notFound } from '../../errors.js';
import { FACTS, needsAccount } from '../event-types/meeting-apps.js';
import type { App } from '../event-types/meeting-apps.js';
import type { appReply, defaultReply } from './schemas.js';
import type { AppOwner, ConferencingStore, ConnectedApp } from './store.js';

export const presentApp = ({ id, app, accountId, invalid }: ConnectedApp): z.input<typeof appReply> => ({
  id,
  type: FACTS[app].type,
  userId: accountId,
  invalid,
});

const notConnected = (app: App): AppError => notFound(`${FACTS[app].title} is not connected here.`);
const noOwner = (): AppError => notFound('The owner of this connection no longer exists.');
export interface AppCall {
  readonly owner: AppOwner;
  readonly app: App;
  readonly actor: Actor;
}

export const createConferencingUseCases = (conferencing: ConferencingStore, jitsiUrl: string) => ({
  list: async (owner: AppOwner) => (await conferencing.list(owner)).map(presentApp),
  async default(owner: AppOwner): Promise<z.input<typeof defaultReply>> {
    const app = (await conferencing.list(owner)).find(({ isDefault }) => isDefault)?.app ?? 'jitsi';
    return { appSlug: app, ...(needsAccount(app) ? {} : { appLink: jitsiUrl }) };
  },
  async connect({ owner, app, actor }: AppCall, accountId: number) {
    if (needsAccount(app))
      throw badRequest(
        `${FACTS[app].title} needs the consent of its account: open the address that oauth/auth-url gives.`,
      );
    const connected = await conferencing.connect(owner, { app, accountId }, actor);
    if (connected === undefined) throw noOwner();
    return presentApp(connected);
  },
  async setDefault({ owner, app, actor }: AppCall): Promise<undefined> {
    if ((await conferencing.setDefault(owner, app, actor)) === 'not_connected') throw notConnected(app);
  },
  async disconnect({ owner, app, actor }: AppCall): Promise<undefined> {
    if ((await conferencing.disconnect(owner, app, actor)) === 'not_connected') throw notConnected(app);
  },
});

export type ConferencingUseCases = ReturnType<typeof createConferencingUseCases>;
