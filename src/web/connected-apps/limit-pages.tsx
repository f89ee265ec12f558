/*
 * `/settings/apps/:installation/limits`: a user takes scopes, teams and organizations out of one installation, which keeps
 * the rest. One swap of the token family, so it holds for every token of it from then on, also for those that are issued
 * at that moment.
 */
import { LIMIT_TEXT, type LimitProps, LimitPage } from '../../../views/connected-apps/limit.js';
import type { Form } from '../../http/forms.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { Client } from '../../clients/store.js';
import { grantedScope, namesIn } from '../../scopes/policy.js';
import { hasLevel } from '../../scopes/granted-resources.js';
import type { GrantedIds } from '../../scopes/granted-resources.js';
import { type ConnectedAppsDeps, REMOVALS_PATH } from './pages.js';
import { definePage, type Page, type UserPost, type UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { consentGroups } from '../../authorization/consent/consent.js';
import type { LoadedFamily } from '../../authorization/grants/families.js';
import { narrowedEntry } from '../../authorization/grants/audit-entries.js';
import {
  chosenIds,
  CONNECTED_APPS_PATH,
  installationOf,
  limitsPath,
  noSuchInstallation,
} from '../../authorization/grants/installations.js';
import { type KeptFault, type KeptForm, readKept, namesToKeep } from './limit-form.js';
import { narrow } from '../../authorization/grants/narrowing.js';
import { indexedGrant } from '../../authorization/grants/granted-resources.js';
import { resourceOptions, type ResourceOptions } from '../../authorization/consent/resource-choice.js';
import { presentOptions } from '../consent/resource-presenter.js';

/** An installation of the user, at present. */
interface Visit {
  readonly request: UserRequest;
  readonly client: Client;
  readonly loaded: LoadedFamily;
  readonly offer: ResourceOptions;
  readonly names: ReadonlyMap<number, string>;
}

/** An answer that was not taken, and why. */
interface Again {
  readonly fault: string;
  readonly answer: KeptForm;
}

type Chosen = LimitProps['chosen'];

const FAULTS: Readonly<Record<KeptFault | 'nothing_left', string>> = {
  nothing_ticked: LIMIT_TEXT.nothingTicked,
  nothing_left: LIMIT_TEXT.nothingLeft,
  no_team: LIMIT_TEXT.noTeam,
  unknown_group: LIMIT_TEXT.unknownGroup,
};

/** Throws 404 for what is not theirs. */
async function visitOf(request: UserRequest, deps: ConnectedAppsDeps): Promise<Visit> {
  const accountId = request.user.account.id;
  const loaded = await installationOf(deps.families, accountId, request.param('installation'));
  const { family } = loaded;
  const client = await deps.clients.find(family.client);
  if (client === undefined) throw noSuchInstallation();
  const places = await deps.grantedResources.grantableGroups(accountId, client.id);
  const names = await deps.grantedResources.namesOf(chosenIds(family));
  return {
    request,
    client,
    loaded,
    offer: resourceOptions(grantedScope(namesToKeep(family.scope)), places),
    names,
  };
}

/** Those that were chosen before, in boxes: at first all of them are ticked. */
function chosenOf({ loaded, names }: Visit, answer: KeptForm | undefined): Chosen {
  const { scope, resources } = loaded.family;
  const granted = namesIn(scope);
  const boxes = (reached: GrantedIds = 'all') =>
    reached === 'all'
      ? undefined
      : reached.map((id) => ({
          id,
          name: names.get(id),
          checked: answer?.place.includes(String(id)) ?? true,
        }));
  return {
    teams: hasLevel(granted, 'team') ? boxes(resources?.teams) : undefined,
    organizations: hasLevel(granted, 'organization') ? boxes(resources?.organizations) : undefined,
  };
}

function show(visit: Visit, again?: Again): PageReply {
  const { request, client, loaded, offer } = visit;
  const { scope } = loaded.family;
  const groups = consentGroups(namesToKeep(scope), again && new Set(again.answer.scope));
  const asksTeams = groups.some(({ level }) => level === 'team');
  const props: LimitProps = {
    user: request.user.account,
    app: { id: loaded.id, name: client.name, logoUrl: logoUrl(client.logo) },
    groups,
    unrestricted: scope.kind === 'unrestricted',
    asked: presentOptions(offer, { teams: asksTeams }, again?.answer),
    chosen: chosenOf(visit, again?.answer),
    apps: CONNECTED_APPS_PATH,
    removals: REMOVALS_PATH,
    csrf: request.csrf(),
    action: request.path,
    fault: again?.fault,
  };
  return page(<LimitPage {...props} />, { status: again ? 422 : 200 });
}

/** The note comes behind the grant: until then it says more than there is, and never less. */
async function record(
  { grantedResources, audit }: ConnectedAppsDeps,
  { request, loaded: { id } }: Visit,
  verdict: Extract<ReturnType<typeof narrow>, { kind: 'narrowed' }>,
): Promise<void> {
  const { before, family: after } = verdict;
  const { teams, organizations } = indexedGrant({ id, family: after }) ?? { teams: [], organizations: [] };
  await grantedResources.narrow(id, { teams, organizations });
  await audit.append(narrowedEntry(id, { before, after }, request.clientIp));
}

const answerIn = (form: Form): KeptForm => ({
  scope: form.list('scope'),
  place: form.list('place'),
  reach: form.text('reach'),
  team: form.list('team'),
  organization: form.text('organization'),
});

async function take(request: UserPost, deps: ConnectedAppsDeps): Promise<PageReply> {
  const answer = answerIn(request.form);
  const visit = await visitOf(request, deps);
  const { loaded, offer } = visit;
  const kept = readKept(loaded.family.scope, answer, offer);
  if (typeof kept === 'string') return show(visit, { fault: FAULTS[kept], answer });
  const verdict = await deps.families.change(loaded.id, (family) => narrow(family, kept), { loaded });
  if (verdict.kind === 'gone') throw noSuchInstallation();
  if (verdict.kind === 'nothing_left') {
    // Another window may have taken something since this one looked.
    return show(await visitOf(request, deps), { fault: FAULTS.nothing_left, answer });
  }
  if (verdict.kind === 'narrowed') await record(deps, visit, verdict);
  return redirect(`${CONNECTED_APPS_PATH}?limited=${verdict.kind === 'narrowed' ? 'yes' : 'no'}`);
}

const LIMITS_PATH = limitsPath(':installation');

export const createLimitPages = (deps: ConnectedAppsDeps): readonly Page[] => [
  definePage({
    method: 'GET',
    path: LIMITS_PATH,
    who: 'user',
    handle: async (request) => show(await visitOf(request, deps)),
  }),
  definePage({
    method: 'POST',
    path: LIMITS_PATH,
    who: 'user',
    form: { lists: ['scope', 'team', 'place'] },
    handle: (request) => take(request, deps),
  }),
];
