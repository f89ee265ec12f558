/*
 * A page is data: where it is, who may see it, and a function from a plain request to a reply. The loop in router.ts
 * finds the user, checks the form and asks for a recent sign-in; a handler sees neither ctx nor next.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '../events/audit-log.js';
import type { UploadForm, UploadRules } from '../http/upload-forms.js';
import type { PageReply } from './reply.js';
import type { PageSession } from './session/page-session.js';
import type { SignedInUser } from './session/user.js';

/** What every request for a page has. */
export interface BrowserRequest {
  readonly path: string;
  /** With the query. */
  readonly url: string;
  /** A parameter of the path, '' when it has none of this name. */
  param(name: string): string;
  /** A parameter of the query, '' when it is absent or there twice. */
  query(name: string): string;
  /** Ours: the reference on error pages and in the log. */
  readonly requestId: string;
  readonly clientIp: string;
  readonly userAgent: string;
  /** The value for the hidden field of a form; gives the browser its cookie when it has none. */
  csrf(): string;
  readonly session: PageSession;
  /** For the interactions of the authorization server alone. */
  readonly http: { readonly req: IncomingMessage; readonly res: ServerResponse };
}

/** From anybody, signed in or not. */
export interface VisitorRequest extends BrowserRequest {
  readonly user: SignedInUser | undefined;
}

export interface UserRequest extends BrowserRequest {
  readonly user: SignedInUser;
  /** Who causes a change, for the audit log. */
  readonly actor: Actor;
}

interface Posted {
  readonly form: UploadForm;
}

export interface VisitorPost extends VisitorRequest, Posted {}
export interface UserPost extends UserRequest, Posted {}

type Answer = PageReply | Promise<PageReply>;

interface Shown {
  readonly method: 'GET';
  /** Pattern of koa-router. */
  readonly path: string;
}

export interface VisitorPage extends Shown {
  readonly who: 'anyone';
  readonly handle: (request: VisitorRequest) => Answer;
}

export interface UserPage extends Shown {
  /** `admin`: to every other user there is nothing here (404). */
  readonly who: 'user' | 'admin';
  /** For somebody who is not signed in. Absent: the sign-in page, and back to this address. */
  readonly signedOut?: (request: VisitorRequest) => Answer;
  readonly handle: (request: UserRequest) => Answer;
}

interface Taken {
  readonly method: 'POST';
  readonly path: string;
  readonly form?: {
    /** Fields that may be there more than once. */
    readonly lists?: readonly string[];
    readonly upload?: Omit<UploadRules, 'lists'>;
    /** A question that has to be seen before it is answered: any other user is asked again. */
    readonly askAgain?: true;
  };
}

export interface VisitorForm extends Taken {
  readonly who: 'anyone';
  readonly handle: (request: VisitorPost) => Answer;
}

/** Taken only in the name of the user to whom it was shown. */
export interface UserForm extends Taken {
  readonly who: 'user' | 'admin';
  /** A session alone is not enough: the user signed in or confirmed lately, or does so with this form. */
  readonly recentSignIn?: true;
  readonly handle: (request: UserPost) => Answer;
}

export type Page = VisitorPage | UserPage | VisitorForm | UserForm;

export const definePage = (page: Page): Page => page;

/** Makes handlers of a group from functions that take its dependencies first. */
export const handlerWith =
  <Deps>(deps: Deps) =>
  <Request>(handle: (deps: Deps, request: Request) => Answer) =>
  (request: Request): Answer =>
    handle(deps, request);
