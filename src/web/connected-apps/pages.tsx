/*
 * `/settings/apps`: the grants of a user, also those whose code still waits, and revoking them. Each is a token family;
 * removing it is one write, and invalidates its code and all its tokens.
 */
import { ConnectedAppsPage } from '../../../views/connected-apps/connected-apps.js';
import type { ConnectedApp } from '../../../views/connected-apps/installation.js';
import {
  CONNECTED_APPS_TEXT as TEXT,
  EVERY_INSTALLATION,
  INSTALLATION,
} from '../../../views/connected-apps/messages.js';
import { confirmRemoval, confirmRemovalOfAll } from '../../../views/connected-apps/confirmations.js';
import type { Confirmation } from '../../../views/parts/confirmation.js';
import type { AuditLog } from '../../events/audit-log.js';
import type { ClientRecordStore } from '../../clients/record-store.js';
import type { ClientStore } from '../../clients/store.js';
import type { Families, LoadedFamily } from '../../authorization/grants/families.js';
import type { GrantHistory } from '../../authorization/grants/grant-history.js';
import { revokedEntry } from '../../authorization/grants/audit-entries.js';
import { chosenIds, CONNECTED_APPS_PATH, grantsOf } from '../../authorization/grants/installations.js';
import type { GrantedResourcesStore } from '../../authorization/grants/granted-resources-store.js';
import { refreshRepeats } from '../../authorization/grants/refresh-repeats.js';
import { defineConfirmedForm } from '../confirmed-form.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { doneReply, page, type PageReply } from '../reply.js';
import { createEndedAccessPages, ENDED_ACCESS_PATH } from './ended-pages.js';
import { type Known, presentApp } from './presenter.js';

export interface ConnectedAppsDeps {
  readonly families: Families;
  readonly clients: ClientStore;
  readonly records: Pick<ClientRecordStore, 'find'>;
  readonly grantedResources: GrantedResourcesStore;
  readonly grantHistory: GrantHistory;
  readonly audit: AuditLog;
  readonly clock: () => number;
}

export const REMOVALS_PATH = `${CONNECTED_APPS_PATH}/removals`;

async function readKnown(
  { grantedResources, grantHistory, audit, clock }: ConnectedAppsDeps,
  accountId: number,
  all: readonly LoadedFamily[],
): Promise<Known> {
  return {
    names: await grantedResources.namesOf([...new Set(all.flatMap(({ family }) => chosenIds(family)))]),
    repeats: await refreshRepeats(audit, `account:${accountId}`, clock()),
    origins: await grantHistory.origins(all.map(({ id }) => id)),
  };
}

/** In the order of their newest installations. */
async function appsOf(deps: ConnectedAppsDeps, accountId: number): Promise<readonly ConnectedApp[]> {
  const all = await grantsOf(deps.families, accountId);
  const ids = [...new Set(all.map(({ family }) => family.client))];
  const records = await Promise.all(ids.map((id) => deps.records.find(id)));
  const known = await readKnown(deps, accountId, all);
  return records.flatMap((record) => (record ? [presentApp(record, all, known)] : []));
}

async function showApps(deps: ConnectedAppsDeps, request: UserRequest): Promise<PageReply> {
  const { account } = request.user;
  const props = {
    user: account,
    apps: await appsOf(deps, account.id),
    now: new Date(deps.clock()),
    csrf: request.csrf(),
    action: REMOVALS_PATH,
    ended: ENDED_ACCESS_PATH,
    done: request.session.takeMessage(),
  };
  return page(<ConnectedAppsPage {...props} />);
}

/** The grants that a removal is about. `names`: of their applications, in this order; `others`: of the first one. */
async function chosenGrants({ families, clients }: ConnectedAppsDeps, { user, form }: UserPost) {
  const installation = form.text(INSTALLATION);
  const isEvery = installation === EVERY_INSTALLATION;
  const all = await grantsOf(families, user.account.id);
  const chosen = isEvery ? all : all.filter(({ id }) => id === installation);
  const known = await Promise.all(chosen.map(({ family }) => clients.find(family.client)));
  const names = chosen.map(({ family }, index) => known[index]?.name ?? family.client);
  const others = all.filter(({ family }) => family.client === chosen[0]?.family.client).length - 1;
  return { isEvery, chosen, names, others };
}

/** Undefined when none of them is left. */
async function askToRemove(deps: ConnectedAppsDeps, post: UserPost): Promise<Confirmation | undefined> {
  const { isEvery, names, others } = await chosenGrants(deps, post);
  const [name] = names;
  if (name === undefined) return undefined;
  return isEvery ? confirmRemovalOfAll(names) : confirmRemoval(name, others);
}

const outcomeOf = ({ isEvery, names: [name], others }: Awaited<ReturnType<typeof chosenGrants>>): string => {
  if (isEvery) return TEXT.removedAll;
  return name === undefined ? TEXT.removedBefore : TEXT.removed(name, others);
};

async function remove(deps: ConnectedAppsDeps, post: UserPost): Promise<PageReply> {
  const removal = await chosenGrants(deps, post);
  const { clientIp } = post;
  for (const one of removal.chosen) {
    if (await deps.families.revoke(one.id)) await deps.audit.append(revokedEntry(one, 'person', clientIp));
  }
  return doneReply(post, CONNECTED_APPS_PATH, outcomeOf(removal));
}

export function createConnectedAppsPages(deps: ConnectedAppsDeps): readonly Page[] {
  const by = handlerWith(deps);
  return [
    definePage({ method: 'GET', path: CONNECTED_APPS_PATH, who: 'user', handle: by(showApps) }),
    ...defineConfirmedForm({
      path: REMOVALS_PATH,
      who: 'user',
      confirm: { ask: (post) => askToRemove(deps, post), backTo: () => CONNECTED_APPS_PATH },
      handle: by(remove),
    }),
    ...createEndedAccessPages(deps),
  ];
}
