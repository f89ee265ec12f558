/* Presents the consent page: the request, what of it the user can give, and their last answer. */
import { ConsentPage } from '../../../views/consent/consent.js';
import { SERVICE_NAME } from '../../../views/layout.js';
import { developerOf } from '../../clients/developer.js';
import { linksOf } from '../../clients/links.js';
import { logoUrl } from '../../clients/logo/logo.js';
import type { ClientRecordStore } from '../../clients/record-store.js';
import type { Client } from '../../clients/store.js';
import { namesIn, outside } from '../../scopes/policy.js';
import {
  consentGroups,
  type ConsentForm,
  describeCount,
  describeExclusions,
  tickedAtFirst,
} from '../../authorization/consent/consent.js';
import { grantEnds, readGrantEnd, span } from '../../authorization/grants/revocation.js';
import { CONNECTED_APPS_PATH } from '../../authorization/grants/installations.js';
import type { ConsentQuestion } from '../../authorization/consent/interactions.js';
import type { UserRequest } from '../page.js';
import { page, type PageReply } from '../reply.js';
import { signInPath } from '../session/return-to.js';
import { presentOptions } from './resource-presenter.js';

export interface ConsentPageDeps {
  readonly records: Pick<ClientRecordStore, 'find'>;
  /** Seconds, both. */
  readonly refreshTokenTtl: number;
  readonly refreshTokenMaxAge: number;
}

/** A refused answer, and why. */
export interface Again {
  readonly fault: string;
  readonly answer: ConsentForm;
}

/** The host in full, or for an application on the device its own scheme: the host of such a URI belongs to nobody. */
export function destination(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : `the application on this device (${protocol})`;
}

/** The ends of access besides the one that the user chooses. */
const limits = ({ refreshTokenTtl }: ConsentPageDeps): string =>
  `Access ends earlier when you remove it, or when it is not used for ${span(refreshTokenTtl)}.`;

/** The ends to choose from, with the answer ticked; an unknown answer gives the default. */
const offeredEnds = (maxAge: number, answer = '') => {
  const ticked = readGrantEnd(answer, maxAge) ?? 'revoked';
  return grantEnds(maxAge).map((end) => ({ end, checked: end === ticked }));
};

/** The questions of the page, without permissions that the user cannot give. */
function questionsOf({ scope, offer }: ConsentQuestion, answer: ConsentForm | undefined) {
  const givable = outside(namesIn(scope), offer.notGrantable);
  const groups = consentGroups(givable, answer?.scope ?? tickedAtFirst(givable));
  const asksTeams = groups.some(({ level }) => level === 'team');
  const unrestricted = scope.kind === 'unrestricted';
  return {
    groups,
    unrestricted,
    count: unrestricted ? undefined : describeCount(groups),
    notAble: unrestricted ? 'see your password' : describeExclusions(groups),
    resources: presentOptions(offer, { teams: asksTeams }, answer),
  };
}

const presentClient = (client: Client) => ({
  ...linksOf(client),
  name: client.name,
  logoUrl: logoUrl(client.logo),
  reviewed: client.status === 'approved',
});

export async function consentPage(
  { user: { account }, path, csrf }: UserRequest,
  question: ConsentQuestion,
  deps: ConsentPageDeps,
  again?: Again,
): Promise<PageReply> {
  const { client, redirectUri } = question;
  const record = await deps.records.find(client.id);
  const view = (
    <ConsentPage
      serviceName={SERVICE_NAME}
      client={presentClient(client)}
      developer={record && developerOf(record)}
      user={account}
      switchAccountUrl={signInPath(path, { fresh: true })}
      redirectHost={destination(redirectUri)}
      {...questionsOf(question, again?.answer)}
      ends={offeredEnds(deps.refreshTokenMaxAge, again?.answer.until)}
      longest={span(deps.refreshTokenMaxAge)}
      limits={limits(deps)}
      csrf={csrf()}
      action={path}
      connectedAppsUrl={CONNECTED_APPS_PATH}
      fault={again?.fault}
    />
  );
  return page(view, { status: again ? 422 : 200, formTarget: redirectUri });
}
