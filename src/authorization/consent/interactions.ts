/*
 * The interaction of an authorization request: who must sign in first, what is asked, and what an answer does. For the
 * consent page, which knows nothing of the provider. Everything is checked again when the answer comes: the client, who
 * may use it, who is signed in, what was asked. The first answer counts: another one, from a second click or tab, gets
 * the outcome of the first.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { errors, type InteractionResults } from 'oidc-provider';
import { redirectUriMatches } from '../../clients/redirect-uris.js';
import type { Client, ClientStore } from '../../clients/store.js';
import { whoMayUse } from '../../clients/usable.js';
import { type GrantedScope, within } from '../../scopes/policy.js';
import { readScope } from '../grants/scope-record.js';
import { newFamilyId } from '../grants/tokens.js';
import { type Explanation, explain, retryHeader } from '../provider/error-translation.js';
import { ClientNotUsable, type SignedIn } from '../provider/hooks.js';
import { type AllowDeps, familyOf, openGrant } from './allow.js';
import { type ConsentForm, type ConsentVerdict, decideConsent } from './consent.js';
import { allowedAnswer, allowedBy } from './decision.js';
import { resourceOptions, type ResourceOptions } from './resource-choice.js';

/** Whose browser asks for the page of an interaction, and who is signed in there. */
export interface InteractionVisit {
  /** Of the path. */
  readonly uid: string;
  readonly http: { readonly req: IncomingMessage; readonly res: ServerResponse };
  readonly user: SignedIn | undefined;
  readonly clientIp: string;
}

/** What the user is asked. */
export interface ConsentQuestion {
  readonly client: Client;
  readonly scope: GrantedScope;
  readonly redirectUri: string;
  readonly offer: ResourceOptions;
}

/** Why an answer was not taken. */
export type ConsentFault = Exclude<ConsentVerdict['kind'], 'granted' | 'refused'>;

export type InteractionStep =
  /** `fresh`: also when somebody is signed in. */
  | { readonly kind: 'sign_in'; readonly loginHint: string; readonly fresh: boolean }
  | { readonly kind: 'question'; readonly question: ConsentQuestion; readonly fault?: ConsentFault }
  | { readonly kind: 'finished'; readonly location: string }
  /** What the provider refuses here is explained on a page, never redirected. */
  | {
      readonly kind: 'failed';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly explanation: Explanation;
    };

export interface Interactions {
  ask(visit: InteractionVisit): Promise<InteractionStep>;
  answer(visit: InteractionVisit, form: ConsentForm): Promise<InteractionStep>;
}

export interface InteractionDeps extends AllowDeps {
  readonly provider: Provider;
  readonly clients: ClientStore;
  /** Seconds. */
  readonly refreshTokenMaxAge: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** One request, with the user who answers it. */
interface Answering {
  readonly visit: InteractionVisit;
  readonly interaction: Interaction;
  readonly client: Client;
  readonly user: SignedIn;
}

type Asked =
  | { readonly kind: 'open'; readonly answering: Answering; readonly question: ConsentQuestion }
  | Exclude<InteractionStep, { kind: 'question' }>;

const param = (interaction: Interaction, name: string): string => {
  const value = interaction.params[name];
  return typeof value === 'string' ? value : '';
};

const wantsFreshSignIn = ({ prompt }: Interaction, user: SignedIn): boolean =>
  prompt.reasons.includes('login_prompt') && user.signedInAt.getTime() < Number(prompt.details.askedAt);

async function clientFor(clients: ClientStore, interaction: Interaction, user: SignedIn): Promise<Client> {
  const client = await clients.find(param(interaction, 'client_id'));
  if (client === undefined) throw new ClientNotUsable('removed');
  if (!whoMayUse(client, user.accountId)) {
    throw new ClientNotUsable(client.status === 'approved' ? 'pending' : client.status);
  }
  return client;
}

const REFUSED = { error: 'access_denied', error_description: 'the person refused the request' };
const CHANGED = {
  error: 'invalid_scope',
  error_description: 'the scopes of this client have changed meanwhile: start again',
};

/** The client may have been edited since the request came in. */
const isStillEnabled = ({ legacy, scopes }: Client, scope: GrantedScope): boolean =>
  legacy || (scope.kind === 'scopes' && within(scope.names, scopes));

async function interactionOf(provider: Provider, { http, uid }: InteractionVisit): Promise<Interaction> {
  const interaction = await provider.interactionDetails(http.req, http.res);
  if (interaction.uid !== uid) throw new errors.SessionNotFound('another authorization request');
  return interaction;
}

/** Does what the first answer says, and sends the browser on. May be done more than once. */
async function carryOut(
  deps: InteractionDeps,
  { interaction, client, user, visit }: Answering,
  answer: InteractionResults,
): Promise<Extract<InteractionStep, { kind: 'finished' }>> {
  const grant = allowedBy(answer);
  if (grant !== undefined && grant.family.account !== user.accountId)
    throw new errors.SessionNotFound('somebody else has answered this request');
  if (grant !== undefined) await openGrant(deps, grant, client, visit.clientIp);
  return { kind: 'finished', location: interaction.returnTo };
}

/** Gives an answer, which counts unless somebody was faster. */
async function finish(deps: InteractionDeps, answering: Answering, answer: InteractionResults) {
  const { provider } = deps;
  const { req, res } = answering.visit.http;
  await provider.interactionResult(req, res, answer, { mergeWithLastSubmission: false });
  const { result } = await interactionOf(provider, answering.visit);
  if (result === undefined) throw new errors.SessionNotFound('the request is gone');
  return carryOut(deps, answering, result);
}

async function ask(deps: InteractionDeps, visit: InteractionVisit): Promise<Asked> {
  const { provider, clients, grantedResources } = deps;
  const interaction = await interactionOf(provider, visit);
  const { user } = visit;
  const fresh = user !== undefined && wantsFreshSignIn(interaction, user);
  if (user === undefined || fresh) {
    return { kind: 'sign_in', loginHint: param(interaction, 'login_hint'), fresh };
  }
  const client = await clientFor(clients, interaction, user);
  const answering = { visit, interaction, client, user };
  if (interaction.result !== undefined) return carryOut(deps, answering, interaction.result);
  const [scope, redirectUri] = [readScope(param(interaction, 'scope')), param(interaction, 'redirect_uri')];
  if (!client.redirectUris.some((registered) => redirectUriMatches(registered, redirectUri, client.kind))) {
    throw new errors.SessionNotFound('the redirect URI was taken from the client meanwhile');
  }
  if (!isStillEnabled(client, scope)) return finish(deps, answering, CHANGED);
  const offer = resourceOptions(scope, await grantedResources.grantableGroups(user.accountId, client.id));
  return { kind: 'open', answering, question: { client, scope, redirectUri, offer } };
}

function answerTo(
  { clock, refreshTokenMaxAge }: InteractionDeps,
  { client, user, interaction }: Answering,
  { scope, until, resources }: Extract<ConsentVerdict, { kind: 'granted' }>,
): InteractionResults {
  const allowance = { clientId: client.id, accountId: user.accountId, scope, until, resources };
  const family = familyOf(allowance, clock(), refreshTokenMaxAge);
  const freshLogin = interaction.prompt.reasons.includes('login_prompt');
  return allowedAnswer({ id: newFamilyId(), family }, freshLogin);
}

async function settle(
  deps: InteractionDeps,
  { answering, question }: Extract<Asked, { kind: 'open' }>,
  form: ConsentForm,
): Promise<InteractionStep> {
  const limits = { maxAge: deps.refreshTokenMaxAge, offer: question.offer };
  const verdict = decideConsent(question.scope, form, limits);
  if (verdict.kind === 'granted') return finish(deps, answering, answerTo(deps, answering, verdict));
  if (verdict.kind === 'refused') return finish(deps, answering, REFUSED);
  return { kind: 'question', question, fault: verdict.kind };
}

async function explained(step: () => Promise<InteractionStep>): Promise<InteractionStep> {
  try {
    return await step();
  } catch (fault) {
    if (!(fault instanceof errors.OIDCProviderError)) throw fault;
    const explanation = explain(fault, {}, undefined);
    return { kind: 'failed', status: fault.status, headers: retryHeader(fault), explanation };
  }
}

export const createInteractions = (deps: InteractionDeps): Interactions => ({
  ask: (visit) =>
    explained(async () => {
      const asked = await ask(deps, visit);
      return asked.kind === 'open' ? { kind: 'question', question: asked.question } : asked;
    }),
  answer: (visit, form) =>
    explained(async () => {
      const asked = await ask(deps, visit);
      return asked.kind === 'open' ? settle(deps, asked, form) : asked;
    }),
});
