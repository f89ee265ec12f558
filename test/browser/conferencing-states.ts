/* Conferencing apps in every state, of a person and of a team with a long name. */
import type { Page } from 'playwright-core';
import type { App } from '../../src/scheduling/conferencing/apps.js';
import type { AppOwner } from '../../src/scheduling/conferencing/store.js';
import type { TestPerson } from '../support/service.js';
import { asked, type Scene, type Stage } from './browser-fixture.js';

const CAUSE = { actor: 'test' };
const PATH = '/settings/conferencing';
const LONG_NAME = `A team with ${'a rather long name, '.repeat(8)}and no end`;

async function connected({ service }: Stage, { account }: TestPerson): Promise<void> {
  const { conferencing, conferencingCredentials, teams } = service.stores;
  const connect = async (owner: AppOwner, app: App): Promise<number> => {
    const sealed = app === 'jitsi' ? {} : { sealed: 'sealed' };
    return (await conferencing.connect(owner, { app, accountId: account.id, ...sealed }, CAUSE))?.id ?? 0;
  };
  const end = (id: number): Promise<boolean> =>
    conferencingCredentials.invalidate(id, 'sealed', new Date(Date.now() - 7_200_000));
  const own = { accountId: account.id };
  await end(await connect(own, 'zoom'));
  await connect(own, 'jitsi');
  await end(await connect(own, 'office365-video'));
  await conferencing.setDefault(own, 'zoom', CAUSE);
  const terms = { name: LONG_NAME, slugs: ['conferencing-scene'], settings: {}, accepted: true, most: 9 };
  const team = await teams.create(account.id, { organizationId: undefined, ...terms }, CAUSE);
  if (typeof team !== 'object') throw new Error('no team was made');
  await connect({ teamId: team.id }, 'google-meet');
}

async function opened(page: Page, stage: Stage, person: TestPerson): Promise<void> {
  const url = `${stage.service.url}/sign-in?return_to=${encodeURIComponent(PATH)}`;
  await asked(page, stage, url, person);
}

export const CONFERENCING_SCENES: readonly Scene[] = [
  ['conferencing-none', async (page, stage) => opened(page, stage, await stage.service.person())],
  [
    'conferencing-in-every-state',
    async (page, stage) => {
      const person = await stage.service.person('Ada Lovelace');
      await connected(stage, person);
      await opened(page, stage, person);
    },
  ],
];
