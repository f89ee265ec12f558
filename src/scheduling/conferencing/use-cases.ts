/* What people and teams do with their conferencing apps: the store's answers, or refusals. */
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
const needsConsent = (app: App): AppError =>
  badRequest(
    `${FACTS[app].title} needs the consent of its account: open the address that oauth/auth-url gives.`,
  );

export interface AppCall {
  readonly owner: AppOwner;
  readonly app: App;
  readonly actor: Actor;
}

export interface ConferencingUseCases {
  list(owner: AppOwner): Promise<z.input<typeof appReply>[]>;
  default(owner: AppOwner): Promise<z.input<typeof defaultReply>>;
  connect(call: AppCall, accountId: number): Promise<z.input<typeof appReply>>;
  setDefault(call: AppCall): Promise<undefined>;
  disconnect(call: AppCall): Promise<undefined>;
}

export const createConferencingUseCases = (
  conferencing: ConferencingStore,
  jitsiUrl: string,
): ConferencingUseCases => ({
  list: async (owner) => (await conferencing.list(owner)).map(presentApp),
  async default(owner) {
    const app = (await conferencing.list(owner)).find(({ isDefault }) => isDefault)?.app ?? 'jitsi';
    return { appSlug: app, ...(needsAccount(app) ? {} : { appLink: jitsiUrl }) };
  },
  async connect({ owner, app, actor }, accountId) {
    if (needsAccount(app)) throw needsConsent(app);
    const connected = await conferencing.connect(owner, { app, accountId }, actor);
    if (connected === undefined) throw noOwner();
    return presentApp(connected);
  },
  async setDefault({ owner, app, actor }) {
    if ((await conferencing.setDefault(owner, app, actor)) === 'not_connected') throw notConnected(app);
    return undefined;
  },
  async disconnect({ owner, app, actor }) {
    if ((await conferencing.disconnect(owner, app, actor)) === 'not_connected') throw notConnected(app);
    return undefined;
  },
});
