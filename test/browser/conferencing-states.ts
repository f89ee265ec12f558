/* Conferencing apps in every state, of a user and of a team with a long name. */
import type { Page } from 'playwright-core';
import type { App } from '../../src/scheduling/event-types/meeting-apps.js';
import type { AppOwner } from '../../src/scheduling/conferencing/store.js';
import type { TestUser } from '../support/service.js';
import { signInAt, type PageState, type BrowserFixture } from './browser-fixture.js';

const ACTOR = { actor: 'test' };
const PATH = '/settings/conferencing';
const LONG_NAME = `A team with ${'a rather long name, '.repeat(8)}and no end`;

async function connected({ service }: BrowserFixture, { account }: TestUser): Promise<void> {
  const {
    scheduling: { conferencing, conferencingCredentials },
    teams: { teams },
  } = service.stores;
  const connect = async (owner: AppOwner, app: App): Promise<number> => {
    const sealed = app === 'jitsi' ? {} : { sealed: 'sealed' };
    return (await conferencing.connect(owner, { app, accountId: account.id, ...sealed }, ACTOR))?.id ?? 0;
  };
  const end = (id: number): Promise<boolean> =>
    conferencingCredentials.invalidate(id, 'sealed', new Date(Date.now() - 7_200_000));
  const own = { accountId: account.id };
  await end(await connect(own, 'zoom'));
  await connect(own, 'jitsi');
  await end(await connect(own, 'office365-video'));
  await conferencing.setDefault(own, 'zoom', ACTOR);
  const terms = { name: LONG_NAME, slugs: ['conferencing-state'], settings: {}, accepted: true, most: 9 };
  const team = await teams.create(account.id, { organizationId: undefined, ...terms }, ACTOR);
  if (typeof team !== 'object') throw new Error('no team was created');
  await connect({ teamId: team.id }, 'google-meet');
}

async function opened(page: Page, fixture: BrowserFixture, user: TestUser): Promise<void> {
  const url = `${fixture.service.url}/sign-in?return_to=${encodeURIComponent(PATH)}`;
  await signInAt(page, fixture, url, user);
}

export const CONFERENCING_STATES: readonly PageState[] = [
  ['conferencing-none', async (page, fixture) => opened(page, fixture, await fixture.service.user())],
  [
    'conferencing-in-every-state',
    async (page, fixture) => {
      const user = await fixture.service.user('Ada Lovelace');
      await connected(fixture, user);
      await opened(page, fixture, user);
    },
  ],
];
