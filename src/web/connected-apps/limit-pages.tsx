/*
 * `/settings/apps/:installation/limits`: a person takes scopes, teams and organizations out of one installation, which
 * goes on with the rest. One swap of the family, so it holds for every token of it from then on, also for those that are
 * handed out at that moment.
 */
import Router from 'koa-router';
import type { Context } from 'koa';
import { LIMIT_TEXT, type LimitProps, LimitPage } from '../../../views/connected-apps/limit.js';
import { logoUrl } from '../../clients/logo.js';
import type { Client } from '../../clients/store.js';
import { grantedScope, namesIn } from '../../scopes/policy.js';
import { hasLevel } from '../../scopes/granted-resources.js';
import type { GrantedIds } from '../../scopes/granted-resources.js';
import { type ConnectedAppsDeps, REMOVALS_PATH, signedIn } from './pages.js';
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
import { type KeptFault, readKept, namesToKeep } from './limit-form.js';
import { narrow } from '../../authorization/grants/narrowing.js';
import { indexedGrant } from '../../authorization/grants/granted-resources.js';
import type { ConsentUser, PageAnswer } from '../consent/page-deps.js';
import { offerOf, type ResourceOptions } from '../../authorization/consent/resource-choice.js';
import { shownOffer } from '../../authorization/consent/resource-presenter.js';

/** Somebody in front of an installation of theirs, as it stands. */
interface Visit {
  readonly ctx: Context;
  readonly user: ConsentUser;
  readonly client: Client;
  readonly loaded: LoadedFamily;
  readonly offer: ResourceOptions;
  readonly names: ReadonlyMap<number, string>;
}

/** An answer that was not taken, and why. */
interface Again {
  readonly fault: string;
  readonly answer: PageAnswer;
}

type Chosen = LimitProps['chosen'];

const FAULTS: Readonly<Record<KeptFault | 'nothing_left', string>> = {
  nothing_ticked: LIMIT_TEXT.nothingTicked,
  nothing_left: LIMIT_TEXT.nothingLeft,
  no_team: LIMIT_TEXT.noTeam,
  unknown_place: LIMIT_TEXT.unknownGroup,
};

/** Undefined when the browser was sent to sign in first. Throws 404 for what is not theirs. */
async function visitOf(ctx: Context, deps: ConnectedAppsDeps): Promise<Visit | undefined> {
  const user = await signedIn(ctx, deps, ctx.path);
  if (user === undefined) return undefined;
  const { installation = '' } = ctx.params as { readonly installation?: string };
  const loaded = await installationOf(deps.families, user.accountId, installation);
  const { family } = loaded;
  const client = await deps.clients.find(family.client);
  if (client === undefined) throw noSuchInstallation();
  const places = await deps.grantedResources.placesOf(user.accountId, client.id);
  const names = await deps.grantedResources.namesOf(chosenIds(family));
  return {
    ctx,
    user,
    client,
    loaded,
    offer: offerOf(grantedScope(namesToKeep(family.scope)), places),
    names,
  };
}

/** Those that were chosen before, in boxes: at first all of them are ticked. */
function chosenOf({ loaded, names }: Visit, answer: PageAnswer | undefined): Chosen {
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

function show(deps: ConnectedAppsDeps, visit: Visit, again?: Again): void {
  const { ctx, user, client, loaded, offer } = visit;
  const { scope } = loaded.family;
  const groups = consentGroups(namesToKeep(scope), again && new Set(again.answer.scope));
  const asksTeams = groups.some(({ level }) => level === 'team');
  const props: LimitProps = {
    user: { name: user.name, email: user.email },
    app: { id: loaded.id, name: client.name, logoUrl: logoUrl(client.logo) },
    groups,
    unrestricted: scope.kind === 'unrestricted',
    asked: shownOffer(offer, { teams: asksTeams }, again?.answer),
    chosen: chosenOf(visit, again?.answer),
    apps: CONNECTED_APPS_PATH,
    removals: REMOVALS_PATH,
    csrf: deps.pages.csrf(ctx),
    action: ctx.path,
    fault: again?.fault,
  };
  deps.pages.sendPage(ctx, again ? 422 : 200, <LimitPage {...props} />);
}

/** The note comes behind the grant: until then it says more than there is, and never less. */
async function tell(
  { grantedResources, audit, clientIp }: ConnectedAppsDeps,
  { ctx, loaded: { id } }: Visit,
  verdict: Extract<ReturnType<typeof narrow>, { kind: 'narrowed' }>,
): Promise<void> {
  const { before, family: after } = verdict;
  const { teams, organizations } = indexedGrant({ id, family: after }) ?? { teams: [], organizations: [] };
  await grantedResources.narrow(id, { teams, organizations });
  await audit.append(narrowedEntry(id, { before, after }, clientIp(ctx)));
}

async function take(deps: ConnectedAppsDeps, visit: Visit, answer: PageAnswer): Promise<void> {
  const { ctx, loaded, offer } = visit;
  const kept = readKept(loaded.family.scope, answer, offer);
  if (typeof kept === 'string') {
    show(deps, visit, { fault: FAULTS[kept], answer });
    return;
  }
  const verdict = await deps.families.change(loaded.id, (family) => narrow(family, kept), { loaded });
  if (verdict.kind === 'gone') throw noSuchInstallation();
  if (verdict.kind === 'nothing_left') {
    // Another window may have taken something since this one looked.
    const now = await visitOf(ctx, deps);
    if (now) show(deps, now, { fault: FAULTS.nothing_left, answer });
    return;
  }
  if (verdict.kind === 'narrowed') await tell(deps, visit, verdict);
  ctx.status = 303;
  ctx.redirect(`${CONNECTED_APPS_PATH}?limited=${verdict.kind === 'narrowed' ? 'yes' : 'no'}`);
}

export function createLimitPages(deps: ConnectedAppsDeps): Router {
  const router = new Router();
  const path = limitsPath(':installation');
  router.get(path, async (ctx) => {
    const visit = await visitOf(ctx, deps);
    if (visit) show(deps, visit);
  });
  router.post(path, async (ctx) => {
    const answer = await deps.pages.readAnswer(ctx);
    const visit = answer && (await visitOf(ctx, deps));
    if (visit) await take(deps, visit, answer);
  });
  return router;
}
