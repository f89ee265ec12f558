/* What the pages of this room are handed by app.ts, so that they know neither sessions nor how a page is sent. */
import type { Context } from 'koa';
import type { VNode } from 'preact';
import { INSTALLATION } from '../../../views/connected-apps/connected-apps.js';
import type { Form } from '../../http/forms.js';
import type { Explanation } from '../../authorization/provider/error-translation.js';
import type { SignedIn } from '../../authorization/provider/hooks.js';
import type { ResourceForm } from '../../authorization/consent/resource-choice.js';

export interface ConsentUser extends SignedIn {
  readonly name: string;
  readonly email: string;
}

/** The fields of our forms, '' where one was not sent. */
export interface PageAnswer extends ResourceForm {
  readonly decision: string;
  readonly scope: readonly string[];
  readonly until: string;
  readonly installation: string;
  /** Ids of teams and organizations. */
  readonly place: readonly string[];
}

/** Fields that may be there more than once. */
export const ANSWER_LISTS = ['scope', 'team', 'place'] as const;

export const answerOf = (form: Form): PageAnswer => ({
  decision: form.text('decision'),
  scope: form.list('scope'),
  until: form.text('until'),
  reach: form.text('reach'),
  team: form.list('team'),
  organization: form.text('organization'),
  installation: form.text(INSTALLATION),
  place: form.list('place'),
});

/** What pages share, handed in by app.ts. */
export interface PageKit {
  readonly user: (ctx: Context) => Promise<ConsentUser | undefined>;
  readonly sendPage: (ctx: Context, status: number, page: VNode) => void;
  readonly sendError: (ctx: Context, status: number, explanation: Explanation) => void;
  /**
   * The posted form of whoever it was shown to; throws AppError. Every value of ANSWER_LISTS, one of the others.
   * Undefined when the browser was answered instead, with a page that holds the form until they have signed in.
   */
  readonly readAnswer: (ctx: Context) => Promise<PageAnswer | undefined>;
  /** The same for a question that has to be seen before it is answered: undefined when it is asked anew instead. */
  readonly readDecision: (ctx: Context) => Promise<PageAnswer | undefined>;
  readonly csrf: (ctx: Context) => string;
  readonly allowFormTarget: (ctx: Context, redirectUri: string) => void;
  readonly signInPath: (
    returnTo: string,
    options: { readonly loginHint?: string | undefined; readonly fresh: boolean },
  ) => string;
}
