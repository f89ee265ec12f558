/* The question as a page: what is asked, what of it the person can give and how far, and what they answered last. */
import type { Context } from 'koa';
import { ConsentPage } from '../../../views/consent/consent.js';
import { SERVICE_NAME } from '../../../views/layout.js';
import { logoUrl } from '../../clients/logo.js';
import type { Client } from '../../clients/store.js';
import { type GrantedScope, namesIn, outside } from '../../scopes/policy.js';
import { consentGroups, notAble } from '../../authorization/consent/consent.js';
import { grantEnds, readGrantEnd, span } from '../../authorization/grants/revocation.js';
import { CONNECTED_APPS_PATH } from '../../authorization/grants/installations.js';
import type { ConsentUser, PageAnswer, PageKit } from './page-deps.js';
import type { ResourceOptions } from '../../authorization/consent/resource-choice.js';
import { shownOffer } from '../../authorization/consent/resource-presenter.js';

export interface ConsentPageDeps {
  readonly pages: PageKit;
  /** Seconds, both. */
  readonly refreshTokenTtl: number;
  readonly refreshTokenMaxAge: number;
}

/** What somebody is asked. */
export interface Asked {
  readonly client: Client;
  readonly user: ConsentUser;
  readonly scope: GrantedScope;
  readonly redirectUri: string;
  readonly offer: ResourceOptions;
}

/** An answer that was not taken, and why. */
export interface Again {
  readonly fault: string;
  readonly answer: PageAnswer;
}

/** The host in full, or for an application on the device its own scheme. */
export function destination(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host === '' ? `the application on this device (${protocol})` : host;
}

/** What ends access beside the person's own choice. */
const limits = ({ refreshTokenTtl, refreshTokenMaxAge }: ConsentPageDeps): string =>
  `Access also ends when it is not used for ${span(refreshTokenTtl)}, and after ${span(refreshTokenMaxAge)} at the latest.`;

/** The answers to choose from, the given one ticked; one that was not offered leaves the first choice of the page. */
const offeredEnds = (maxAge: number, given = '') => {
  const ticked = readGrantEnd(given, maxAge) ?? 'revoked';
  return grantEnds(maxAge).map((end) => ({ end, checked: end === ticked }));
};

/** What the page asks, once what the person cannot give is left out. */
function questionsOf({ scope, offer }: Asked, answer: PageAnswer | undefined) {
  const givable = outside(namesIn(scope), offer.withheld);
  const groups = consentGroups(givable, answer && new Set(answer.scope));
  const asksTeams = groups.some(({ level }) => level === 'team');
  const unrestricted = scope.kind === 'unrestricted';
  return {
    groups,
    unrestricted,
    notAble: unrestricted ? 'see your password' : notAble(groups),
    reach: shownOffer(offer, { teams: asksTeams }, answer),
  };
}

const presentClient = ({ name, logo, website, status }: Client) => ({
  name,
  logoUrl: logoUrl(logo),
  website,
  reviewed: status === 'approved',
});

export function showConsent(ctx: Context, asked: Asked, deps: ConsentPageDeps, again?: Again): void {
  const { client, user, redirectUri } = asked;
  const { pages } = deps;
  pages.allowFormTarget(ctx, redirectUri);
  pages.sendPage(
    ctx,
    again ? 422 : 200,
    <ConsentPage
      serviceName={SERVICE_NAME}
      client={presentClient(client)}
      user={{ name: user.name, email: user.email }}
      switchAccountUrl={pages.signInPath(ctx.path, { fresh: true })}
      redirectHost={destination(redirectUri)}
      {...questionsOf(asked, again?.answer)}
      ends={offeredEnds(deps.refreshTokenMaxAge, again?.answer.until)}
      limits={limits(deps)}
      csrf={pages.csrf(ctx)}
      action={ctx.path}
      connectedAppsUrl={CONNECTED_APPS_PATH}
      fault={again?.fault}
    />,
  );
}
