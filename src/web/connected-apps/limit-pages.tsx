/*
 * `/settings/apps/:installation/limits`: removes scopes, teams and organizations from one installation. It is one swap of
 * the token family, so it applies to all its tokens at once, also to those that are issued concurrently.
 */
import { CONNECTED_APPS_TEXT } from '../../../views/connected-apps/messages.js';
import { LIMIT_TEXT, type LimitProps, LimitPage } from '../../../views/connected-apps/limit.js';
import type { Form } from '../../http/forms.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { Client } from '../../clients/store.js';
import { grantedScope, namesIn } from '../../scopes/policy.js';
import { type GrantedIds, hasLevel } from '../../scopes/granted-resources.js';
import { type ConnectedAppsDeps, REMOVALS_PATH } from './pages.js';
import { definePage, handlerWith, type Page, type UserPost, type UserRequest } from '../page.js';
import { doneReply, page, type PageReply } from '../reply.js';
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
import { type LimitFault, type LimitForm, readLimits, namesToKeep } from './limit-form.js';
import { narrow } from '../../authorization/grants/narrowing.js';
import { indexedGrant } from '../../authorization/grants/granted-resources.js';
import { resourceOptions, type ResourceOptions } from '../../authorization/consent/resource-choice.js';
import { presentOptions } from '../consent/resource-presenter.js';

/** An installation of the user. */
interface Visit {
  readonly request: UserRequest;
  readonly client: Client;
  readonly loaded: LoadedFamily;
  readonly offer: ResourceOptions;
  readonly names: ReadonlyMap<number, string>;
}

/** A refused answer, and why. */
interface Again {
  readonly fault: string;
  readonly answer: LimitForm;
}

type Chosen = LimitProps['chosen'];

const FAULTS: Readonly<Record<LimitFault | 'nothing_left', string>> = {
  nothing_ticked: LIMIT_TEXT.nothingTicked,
  nothing_left: LIMIT_TEXT.nothingLeft,
  no_team: LIMIT_TEXT.noTeam,
  unknown_group: LIMIT_TEXT.unknownGroup,
};

/** Throws 404 for an installation of another user. */
async function visitOf(deps: ConnectedAppsDeps, request: UserRequest): Promise<Visit> {
  const accountId = request.user.account.id;
  const loaded = await installationOf(deps.families, accountId, request.param('installation'));
  const { family } = loaded;
  const client = await deps.clients.find(family.client);
  if (client === undefined) throw noSuchInstallation();
  const groups = await deps.grantedResources.grantableGroups(accountId, client.id);
  const names = await deps.grantedResources.namesOf(chosenIds(family));
  return {
    request,
    client,
    loaded,
    offer: resourceOptions(grantedScope(namesToKeep(family.scope)), groups),
    names,
  };
}

/** Boxes for the groups of a grant for chosen ones. Without an answer all are ticked. */
function chosenOf({ loaded, names }: Visit, answer: LimitForm | undefined): Chosen {
  const { scope, resources } = loaded.family;
  const granted = namesIn(scope);
  const boxes = (ids: GrantedIds = 'all') =>
    ids === 'all'
      ? undefined
      : ids.map((id) => ({
          id,
          name: names.get(id),
          checked: answer?.listedGroups.includes(String(id)) ?? true,
        }));
  return {
    teams: hasLevel(granted, 'team') ? boxes(resources?.teams) : undefined,
    organizations: hasLevel(granted, 'organization') ? boxes(resources?.organizations) : undefined,
  };
}

function limitsReply(visit: Visit, again?: Again): PageReply {
  const { request, client, loaded, offer } = visit;
  const { scope } = loaded.family;
  const names = namesToKeep(scope);
  const groups = consentGroups(names, again?.answer.scope ?? names);
  const asksTeams = groups.some(({ level }) => level === 'team');
  const props: LimitProps = {
    user: request.user.account,
    app: { id: loaded.id, name: client.name, logoUrl: logoUrl(client.logo) },
    groups,
    unrestricted: scope.kind === 'unrestricted',
    offered: presentOptions(offer, { teams: asksTeams }, again?.answer),
    chosen: chosenOf(visit, again?.answer),
    apps: CONNECTED_APPS_PATH,
    removals: REMOVALS_PATH,
    csrf: request.csrf(),
    action: request.path,
    fault: again?.fault,
  };
  return page(<LimitPage {...props} />, { status: again ? 422 : 200 });
}

/** The index is narrowed after the grant: until then it lists too many groups, and never too few. */
async function record(
  { grantedResources, audit }: ConnectedAppsDeps,
  { request, loaded: { id } }: Visit,
  verdict: Extract<ReturnType<typeof narrow>, { kind: 'narrowed' }>,
): Promise<void> {
  const { before, family: after } = verdict;
  const { teams, organizations } = indexedGrant({ id, family: after }) ?? { teams: [], organizations: [] };
  await grantedResources.narrow(id, { teams, organizations });
  await audit.append(narrowedEntry(id, { before, after }, request));
}

const answerIn = (form: Form): LimitForm => ({
  scope: form.list('scope'),
  listedGroups: form.list('listed_group'),
  teamChoice: form.text('team_choice'),
  team: form.list('team'),
  organization: form.text('organization'),
});

async function limitApp(deps: ConnectedAppsDeps, request: UserPost): Promise<PageReply> {
  const answer = answerIn(request.form);
  const visit = await visitOf(deps, request);
  const { loaded, offer } = visit;
  const limits = readLimits(loaded.family.scope, answer, offer);
  if (typeof limits === 'string') return limitsReply(visit, { fault: FAULTS[limits], answer });
  const verdict = await deps.families.change(loaded.id, (family) => narrow(family, limits), { loaded });
  if (verdict.kind === 'gone') throw noSuchInstallation();
  if (verdict.kind === 'nothing_left') {
    // Another window may have narrowed the grant since this one read it.
    return limitsReply(await visitOf(deps, request), { fault: FAULTS.nothing_left, answer });
  }
  const limited = verdict.kind === 'narrowed';
  if (limited) await record(deps, visit, verdict);
  return doneReply(
    request,
    CONNECTED_APPS_PATH,
    CONNECTED_APPS_TEXT[limited ? 'limited' : 'notLimited'](visit.client.name),
  );
}

const LIMITS_PATH = limitsPath(':installation');

const showLimits = async (deps: ConnectedAppsDeps, request: UserRequest): Promise<PageReply> =>
  limitsReply(await visitOf(deps, request));

export function createLimitPages(deps: ConnectedAppsDeps): readonly Page[] {
  const by = handlerWith(deps);
  const form = { lists: ['scope', 'team', 'listed_group'] };
  return [
    definePage({ method: 'GET', path: LIMITS_PATH, who: 'user', handle: by(showLimits) }),
    definePage({ method: 'POST', path: LIMITS_PATH, who: 'user', form, handle: by(limitApp) }),
  ];
}
