/*
 * The consent page: whoever comes here from an authorization request signs in, is asked, and is sent back. Everything
 * is checked again when the answer comes: the client, who may use it, who is signed in, what was asked. The first answer
 * stands: whoever sends another, a second click or another tab, goes the way of the first.
 */
import Router from 'koa-router';
import type { Context } from 'koa';
import type Provider from 'oidc-provider';
import { errors, type InteractionResults } from 'oidc-provider';
import type { Client, ClientStore } from '../../clients/store.js';
import { redirectUriMatches } from '../../clients/redirect-uris.js';
import { whoMayUse } from '../../clients/usable.js';
import { type GrantedScope, within } from '../../scopes/policy.js';
import { type AllowDeps, familyOf, openGrant } from '../../authorization/consent/allow.js';
import { allowedAnswer, allowedBy } from '../../authorization/consent/decision.js';
import { explain, tellWhenToRetry } from '../../authorization/provider/error-translation.js';
import { readScope } from '../../authorization/grants/scope-record.js';
import { type ConsentVerdict, decideConsent } from '../../authorization/consent/consent.js';
import { type Asked, type ConsentPageDeps, showConsent } from './consent-page.js';
import type { PageAnswer } from './page-deps.js';
import { INTERACTION_PATH } from '../../authorization/provider/provider.js';
import { ClientNotUsable, type SignedIn } from '../../authorization/provider/hooks.js';
import { offerOf } from '../../authorization/consent/resource-choice.js';
import { newFamilyId } from '../../authorization/grants/tokens.js';

export interface InteractionDeps extends AllowDeps, ConsentPageDeps {
  readonly provider: Provider;
  readonly clients: ClientStore;
  readonly clientIp: (ctx: Context) => string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** One request, proven and with somebody in front of it. */
interface Question extends Asked {
  readonly interaction: Interaction;
}

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

const CHANGED = 'the scopes of this client have changed meanwhile: start again';

/** The client may have been edited since the request came in. */
const isStillEnabled = ({ legacy, scopes }: Client, scope: GrantedScope): boolean =>
  legacy || (scope.kind === 'scopes' && within(scope.names, scopes));

async function interactionOf(ctx: Context, provider: Provider): Promise<Interaction> {
  const interaction = await provider.interactionDetails(ctx.req, ctx.res);
  if (interaction.uid !== (ctx.params as { uid?: string }).uid)
    throw new errors.SessionNotFound('another authorization request');
  return interaction;
}

/** Undefined when the browser was sent elsewhere: to sign in first, or on because there is an answer. */
async function ask(ctx: Context, deps: InteractionDeps): Promise<Question | undefined> {
  const { provider, clients, grantedResources, pages } = deps;
  const interaction = await interactionOf(ctx, provider);
  const user = await pages.user(ctx);
  const fresh = user !== undefined && wantsFreshSignIn(interaction, user);
  if (user === undefined || fresh) {
    ctx.status = 303;
    ctx.redirect(pages.signInPath(ctx.path, { loginHint: param(interaction, 'login_hint'), fresh }));
    return undefined;
  }
  const client = await clientFor(clients, interaction, user);
  if (interaction.result !== undefined) {
    await carryOut(ctx, { interaction, client, user }, interaction.result, deps);
    return undefined;
  }
  const [scope, redirectUri] = [readScope(param(interaction, 'scope')), param(interaction, 'redirect_uri')];
  if (!client.redirectUris.some((registered) => redirectUriMatches(registered, redirectUri, client.kind))) {
    throw new errors.SessionNotFound('the redirect URI was taken from the client meanwhile');
  }
  if (!isStillEnabled(client, scope)) {
    const refusal = { error: 'invalid_scope', error_description: CHANGED };
    await finish(ctx, { interaction, client, user }, refusal, deps);
    return undefined;
  }
  const offer = offerOf(scope, await grantedResources.placesOf(user.accountId, client.id));
  return { interaction, client, user, scope, redirectUri, offer };
}

type Granted = Extract<ConsentVerdict, { kind: 'granted' }>;

/** One request and whoever answers it. */
type Answering = Pick<Question, 'interaction' | 'client' | 'user'>;

/** Does what the answer that stands says, and sends the browser on. May be done more than once. */
async function carryOut(
  ctx: Context,
  { interaction, client, user }: Answering,
  answer: InteractionResults,
  deps: InteractionDeps,
): Promise<void> {
  const grant = allowedBy(answer);
  if (grant !== undefined && grant.family.account !== user.accountId)
    throw new errors.SessionNotFound('somebody else has answered this request');
  if (grant !== undefined) await openGrant(deps, grant, client, deps.clientIp(ctx));
  ctx.status = 303;
  ctx.redirect(interaction.returnTo);
}

/** Gives an answer, which is the one that stands unless somebody was faster. */
async function finish(
  ctx: Context,
  answering: Answering,
  answer: InteractionResults,
  deps: InteractionDeps,
): Promise<void> {
  const { provider } = deps;
  await provider.interactionResult(ctx.req, ctx.res, answer, { mergeWithLastSubmission: false });
  const { result } = await interactionOf(ctx, provider);
  if (result === undefined) throw new errors.SessionNotFound('the request is gone');
  await carryOut(ctx, answering, result, deps);
}

function answerTo(
  { client, user, interaction }: Question,
  { scope, until, resources }: Granted,
  { clock, refreshTokenMaxAge }: InteractionDeps,
): InteractionResults {
  const allowance = { clientId: client.id, accountId: user.accountId, scope, until, resources };
  const family = familyOf(allowance, clock(), refreshTokenMaxAge);
  const freshLogin = interaction.prompt.reasons.includes('login_prompt');
  return allowedAnswer({ id: newFamilyId(), family }, freshLogin);
}

const REFUSED = { error: 'access_denied', error_description: 'the person refused the request' };

const FAULTS = {
  nothing_givable: 'Nothing of this is yours to give. Choose Cancel, or ask an owner or administrator.',
  no_team: 'No team is ticked. Tick the teams that the application may reach, or choose all your teams.',
  unknown_place: 'This page does not offer that team or organization. Choose again, then Allow or Cancel.',
  nothing_ticked: 'Nothing is ticked. Tick what the application may do, or choose Cancel.',
  no_decision: 'Choose Allow or Cancel.',
  unknown_end: 'This page does not offer that end. Choose until when access lasts, then Allow or Cancel.',
} as const;

async function settle(
  ctx: Context,
  question: Question,
  answer: PageAnswer,
  deps: InteractionDeps,
): Promise<void> {
  const { scope, offer } = question;
  const verdict = decideConsent(scope, answer, { maxAge: deps.refreshTokenMaxAge, offer });
  if (verdict.kind === 'granted') {
    await finish(ctx, question, answerTo(question, verdict, deps), deps);
  } else if (verdict.kind === 'refused') {
    await finish(ctx, question, REFUSED, deps);
  } else {
    showConsent(ctx, question, deps, { fault: FAULTS[verdict.kind], answer });
  }
}

type Page = (ctx: Context) => Promise<void>;

/** What the engine refuses here is told on a page, never redirected. */
const explained =
  (page: Page, { pages }: InteractionDeps): Page =>
  async (ctx) => {
    try {
      await page(ctx);
    } catch (fault) {
      if (!(fault instanceof errors.OIDCProviderError)) throw fault;
      tellWhenToRetry(ctx, fault);
      pages.sendError(ctx, fault.status, explain(fault, ctx.query, undefined));
    }
  };

export function createInteractions(deps: InteractionDeps): Router {
  const router = new Router();
  const path = `${INTERACTION_PATH}/:uid`;
  const showQuestion: Page = async (ctx) => {
    const question = await ask(ctx, deps);
    if (question) showConsent(ctx, question, deps);
  };
  const takeAnswer: Page = async (ctx) => {
    const answer = await deps.pages.readDecision(ctx);
    const question = answer && (await ask(ctx, deps));
    if (question) await settle(ctx, question, answer, deps);
  };
  router.get(path, explained(showQuestion, deps));
  router.post(path, explained(takeAnswer, deps));
  return router;
}
