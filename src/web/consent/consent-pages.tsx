/*
 * The consent page: an authorization request leads here, the user signs in and answers, and the browser is redirected to
 * the client. authorization/consent/interactions.ts decides on the questions and on the effects of an answer.
 */
import { UnconfirmedConsentPage } from '../../../views/consent/unconfirmed.js';
import { ErrorPage } from '../../../views/error-page.js';
import type { ConsentForm } from '../../authorization/consent/consent.js';
import type {
  ConsentFault,
  Interactions,
  InteractionStep,
} from '../../authorization/consent/interactions.js';
import { INTERACTION_PATH } from '../../authorization/provider/provider.js';
import type { Form } from '../../http/forms.js';
import { definePage, type Page, type UserRequest, type VisitorRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { ACTIONS } from '../security/security-page.js';
import { signInPath } from '../session/return-to.js';
import { browserFamily } from '../session/user-agent.js';
import { signedInOf } from '../session/user.js';
import { type ConsentPageDeps, consentPage } from './consent-page.js';

export interface ConsentPagesDeps extends ConsentPageDeps {
  readonly interactions: Interactions;
}

const FAULTS: Readonly<Record<ConsentFault, string>> = {
  nothing_grantable: 'Nothing of this is yours to give. Choose Cancel, or ask an owner or administrator.',
  no_team: 'No team is ticked. Tick the teams that the application may access, or choose all your teams.',
  unknown_group: 'This page does not offer that team or organization. Choose again, then Allow or Cancel.',
  nothing_ticked: 'Nothing is ticked. Tick what the application may do, or choose Cancel.',
  no_decision: 'Choose Allow or Cancel.',
  unknown_end: 'This page does not offer that end. Choose until when access lasts, then Allow or Cancel.',
};

const answerIn = (form: Form): ConsentForm => ({
  decision: form.text('decision'),
  scope: form.list('scope'),
  until: form.text('until'),
  teamChoice: form.text('team_choice'),
  team: form.list('team'),
  organization: form.text('organization'),
});

/** In the address that the sign-in page leads back to. */
const CHOSEN = 'account=chosen';

const visitOf = ({ param, http, user, clientIp, userAgent }: VisitorRequest, accountChosen: boolean) => ({
  uid: param('uid'),
  http,
  user: user && signedInOf(user),
  accountChosen,
  clientIp,
  browser: browserFamily(userAgent),
});

const visitFrom = (request: VisitorRequest) => visitOf(request, request.query('account') === 'chosen');
/** The form is of the account that the page named. */
const answerFrom = (request: VisitorRequest) => visitOf(request, true);

type Ended = Exclude<InteractionStep, { kind: 'question' | 'unconfirmed' }>;

function end({ path, requestId }: VisitorRequest, step: Ended): PageReply {
  if (step.kind === 'sign_in') return redirect(signInPath(step.choose ? `${path}?${CHOSEN}` : path, step));
  if (step.kind === 'finished') return redirect(step.location);
  const { explanation, status, headers } = step;
  return page(<ErrorPage {...explanation} reference={requestId} />, { status, headers });
}

/** Confirming the address in this browser leads back here. */
function unconfirmedPage(
  { user, path, csrf, session, query }: UserRequest,
  { client, redirectUri }: Extract<InteractionStep, { kind: 'unconfirmed' }>,
): PageReply {
  session.keepReturn(path);
  const props = {
    client: client.name,
    user: user.account,
    switchAccountUrl: signInPath(path, { fresh: true }),
    sent: query('sent') === '1',
    csrf: csrf(),
    action: path,
    linkAction: ACTIONS.addressLink,
  };
  return page(<UnconfirmedConsentPage {...props} />, { formTarget: redirectUri });
}

function reply(
  request: UserRequest,
  step: InteractionStep,
  deps: ConsentPagesDeps,
  answer?: ConsentForm,
): PageReply | Promise<PageReply> {
  if (step.kind === 'unconfirmed') return unconfirmedPage(request, step);
  if (step.kind !== 'question') return end(request, step);
  const { question, fault } = step;
  return consentPage(request, question, deps, answer && fault && { fault: FAULTS[fault], answer });
}

export function createConsentPages(deps: ConsentPagesDeps): readonly Page[] {
  const { interactions } = deps;
  const path = `${INTERACTION_PATH}/:uid`;
  return [
    definePage({
      method: 'GET',
      path,
      who: 'user',
      keepsOpener: true,
      async signedOut(request) {
        const step = await interactions.ask(visitFrom(request));
        // No questions before the sign-in.
        const asks = step.kind === 'question' || step.kind === 'unconfirmed';
        return asks ? redirect(request.path) : end(request, step);
      },
      handle: async (request) => reply(request, await interactions.ask(visitFrom(request)), deps),
    }),
    definePage({
      method: 'POST',
      path,
      who: 'user',
      keepsOpener: true,
      form: { lists: ['scope', 'team'], askAgain: true },
      async handle(request) {
        const answer = answerIn(request.form);
        return reply(request, await interactions.answer(answerFrom(request), answer), deps, answer);
      },
    }),
  ];
}
