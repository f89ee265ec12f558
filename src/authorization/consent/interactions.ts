/*
 * The interaction of an authorization request: whether the user must sign in first, the question, and the effect of the
 * answer. For the consent page, which does not know the provider. Everything is checked again with the answer: the
 * client, who may use it, the signed-in user, the requested scope. The first answer counts: another one, from a second
 * click or tab, gets the outcome of the first.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { errors, type InteractionResults } from 'oidc-provider';
import { redirectUriMatches } from '../../clients/redirect-uris.js';
import type { Client, ClientStore } from '../../clients/store.js';
import { whoMayUse } from '../../clients/usable.js';
import { type GrantedScope, within } from '../../scopes/policy.js';
import type { GrantOrigin } from '../grants/audit-entries.js';
import { readScope } from '../grants/scope-record.js';
import { newFamilyId } from '../grants/tokens.js';
import { type Explanation, explain, retryHeader } from '../provider/error-translation.js';
import { ClientNotUsable, type SignedIn } from '../provider/hooks.js';
import { type AllowDeps, familyOf, openGrant } from './allow.js';
import { type ConsentForm, type ConsentVerdict, decideConsent, type DecisionObserver } from './consent.js';
import { type AnsweredPrompt, grantIn, toConsentResult } from './decision.js';
import { resourceOptions, type ResourceOptions } from './resource-choice.js';

/** A request for the page of an interaction, with the user who is signed in at the browser. */
export interface InteractionVisit extends GrantOrigin {
  /** Of the path. */
  readonly uid: string;
  readonly http: { readonly req: IncomingMessage; readonly res: ServerResponse };
  readonly user: SignedIn | undefined;
  /** The user goes on with the account of their session, or answers the question that named it. */
  readonly accountChosen: boolean;
}

export interface ConsentQuestion {
  readonly client: Client;
  readonly scope: GrantedScope;
  readonly redirectUri: string;
  readonly offer: ResourceOptions;
}

/** Why an answer was not accepted. */
export type ConsentFault = Exclude<ConsentVerdict['kind'], 'granted' | 'refused'>;

export type InteractionStep =
  /** `fresh`: also when a user is signed in. `choose`: a user who is signed in may go on, or sign in as another. */
  | {
      readonly kind: 'sign_in';
      readonly loginHint: string;
      readonly fresh: boolean;
      readonly choose: boolean;
    }
  | { readonly kind: 'question'; readonly question: ConsentQuestion; readonly fault?: ConsentFault }
  /** The user can allow nothing before they have confirmed their address. */
  | { readonly kind: 'unconfirmed'; readonly client: Client; readonly redirectUri: string }
  | { readonly kind: 'finished'; readonly location: string }
  /** An error of the provider here is explained on a page, never redirected. */
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

export interface InteractionDeps extends AllowDeps, DecisionObserver {
  readonly provider: Provider;
  readonly clients: ClientStore;
  /** Seconds. */
  readonly refreshTokenMaxAge: number;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** One request, with the user who answers it. */
interface OpenRequest {
  readonly visit: InteractionVisit;
  readonly interaction: Interaction;
  readonly client: Client;
  readonly user: SignedIn;
}

type InteractionState =
  | { readonly kind: 'open'; readonly request: OpenRequest; readonly question: ConsentQuestion }
  | { readonly kind: 'unconfirmed'; readonly request: OpenRequest; readonly redirectUri: string }
  | Exclude<InteractionStep, { kind: 'question' | 'unconfirmed' }>;

const param = (interaction: Interaction, name: string): string => {
  const value = interaction.params[name];
  return typeof value === 'string' ? value : '';
};

const PROMPTS: readonly AnsweredPrompt[] = ['login', 'select_account'];

/** Those that the request names: the first of them is the one that the provider tells. */
function promptsOf(interaction: Interaction): readonly AnsweredPrompt[] {
  const named = param(interaction, 'prompt').split(' ');
  return PROMPTS.filter((prompt) => named.includes(prompt));
}

/** A sign-in for this request is both a fresh one and a choice. */
function stillToAnswer(
  interaction: Interaction,
  { signedInAt }: SignedIn,
  accountChosen: boolean,
): readonly AnsweredPrompt[] {
  if (signedInAt.getTime() > Number(interaction.prompt.details.askedAt)) return [];
  return promptsOf(interaction).filter((prompt) => prompt === 'login' || !accountChosen);
}

async function clientFor(clients: ClientStore, interaction: Interaction, user: SignedIn): Promise<Client> {
  const client = await clients.find(param(interaction, 'client_id'));
  if (client === undefined) throw new ClientNotUsable('removed');
  if (!whoMayUse(client, user.accountId)) {
    throw new ClientNotUsable(client.status === 'approved' ? 'pending' : client.status);
  }
  return client;
}

const REFUSED = { error: 'access_denied', error_description: 'the user refused the request' };
const CHANGED = {
  error: 'invalid_scope',
  error_description: 'the scopes of this client have changed: start again',
};

/** The client may have been edited since the request came in. */
const isStillEnabled = ({ legacy, scopes }: Client, scope: GrantedScope): boolean =>
  legacy || (scope.kind === 'scopes' && within(scope.names, scopes));

async function interactionOf(provider: Provider, { http, uid }: InteractionVisit): Promise<Interaction> {
  const interaction = await provider.interactionDetails(http.req, http.res);
  if (interaction.uid !== uid) throw new errors.SessionNotFound('another authorization request');
  return interaction;
}

/** Carries out the first answer and returns the next location of the browser. May run more than once. */
async function carryOut(
  deps: InteractionDeps,
  { interaction, client, user, visit }: OpenRequest,
  answer: InteractionResults,
): Promise<Extract<InteractionStep, { kind: 'finished' }>> {
  const grant = grantIn(answer);
  if (grant !== undefined && grant.family.account !== user.accountId)
    throw new errors.SessionNotFound('another account has answered this request');
  if (grant !== undefined) await openGrant(deps, grant, client, visit);
  return { kind: 'finished', location: interaction.returnTo };
}

/** Stores an answer, which counts unless another was first. */
async function finish(deps: InteractionDeps, request: OpenRequest, answer: InteractionResults) {
  const { provider } = deps;
  const { req, res } = request.visit.http;
  await provider.interactionResult(req, res, answer, { mergeWithLastSubmission: false });
  const { result } = await interactionOf(provider, request.visit);
  if (result === undefined) throw new errors.SessionNotFound('the request has ended');
  return carryOut(deps, request, result);
}

async function ask(deps: InteractionDeps, visit: InteractionVisit): Promise<InteractionState> {
  const { provider, clients, grantedResources } = deps;
  const interaction = await interactionOf(provider, visit);
  const { user } = visit;
  const open = user === undefined ? [] : stillToAnswer(interaction, user, visit.accountChosen);
  if (user === undefined || open.length > 0) {
    const [fresh, loginHint] = [open.includes('login'), param(interaction, 'login_hint')];
    return { kind: 'sign_in', loginHint, fresh, choose: open.includes('select_account') };
  }
  const client = await clientFor(clients, interaction, user);
  const request = { visit, interaction, client, user };
  const { result } = interaction;
  if (result !== undefined && (user.addressConfirmed || grantIn(result) === undefined))
    return carryOut(deps, request, result);
  const [scope, redirectUri] = [readScope(param(interaction, 'scope')), param(interaction, 'redirect_uri')];
  if (!client.redirectUris.some((registered) => redirectUriMatches(registered, redirectUri, client.kind))) {
    throw new errors.SessionNotFound('the redirect URI was removed from the client');
  }
  if (!user.addressConfirmed) return { kind: 'unconfirmed', request, redirectUri };
  if (!isStillEnabled(client, scope)) return finish(deps, request, CHANGED);
  const offer = resourceOptions(scope, await grantedResources.grantableGroups(user.accountId, client.id));
  return { kind: 'open', request, question: { client, scope, redirectUri, offer } };
}

function answerTo(
  { clock, refreshTokenMaxAge }: InteractionDeps,
  { client, user, interaction }: OpenRequest,
  { scope, until, resources }: Extract<ConsentVerdict, { kind: 'granted' }>,
): InteractionResults {
  const allowance = { client, accountId: user.accountId, scope, until, resources };
  const family = familyOf(allowance, clock(), refreshTokenMaxAge);
  return toConsentResult({ id: newFamilyId(), family }, promptsOf(interaction));
}

async function settle(
  deps: InteractionDeps,
  { request, question }: Extract<InteractionState, { kind: 'open' }>,
  form: ConsentForm,
): Promise<InteractionStep> {
  const limits = { maxAge: deps.refreshTokenMaxAge, offer: question.offer };
  const verdict = decideConsent(question.scope, form, limits);
  deps.onDecision?.(verdict.kind);
  if (verdict.kind === 'granted') return finish(deps, request, answerTo(deps, request, verdict));
  if (verdict.kind === 'refused') return finish(deps, request, REFUSED);
  return { kind: 'question', question, fault: verdict.kind };
}

type Unconfirmed = Extract<InteractionState, { kind: 'unconfirmed' }>;

const unconfirmed = ({ request: { client }, redirectUri }: Unconfirmed): InteractionStep => ({
  kind: 'unconfirmed',
  client,
  redirectUri,
});

/** They may still cancel. */
const refuseUnconfirmed = async (
  deps: InteractionDeps,
  state: Unconfirmed,
  { decision }: ConsentForm,
): Promise<InteractionStep> =>
  decision === 'cancel' ? finish(deps, state.request, REFUSED) : unconfirmed(state);

async function explainErrors(step: () => Promise<InteractionStep>): Promise<InteractionStep> {
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
    explainErrors(async () => {
      const state = await ask(deps, visit);
      if (state.kind === 'unconfirmed') return unconfirmed(state);
      return state.kind === 'open' ? { kind: 'question', question: state.question } : state;
    }),
  answer: (visit, form) =>
    explainErrors(async () => {
      const state = await ask(deps, visit);
      if (state.kind === 'unconfirmed') return refuseUnconfirmed(deps, state, form);
      return state.kind === 'open' ? settle(deps, state, form) : state;
    }),
});
