/*
 * A page is data: where it is, who may see it, and a function from a plain request to a reply. The loop in router.ts
 * finds the user, checks the form and asks for a recent sign-in; a handler sees neither ctx nor next.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Confirmation } from '../../views/parts/confirmation.js';
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
  /** The reference on error pages and in the log. */
  readonly requestId: string;
  readonly clientIp: string;
  readonly userAgent: string;
  /** The value for the hidden field of a form; sets the cookie of a browser that has none. */
  csrf(): string;
  readonly session: PageSession;
  /** Only for the interactions of the authorization server. */
  readonly http: { readonly req: IncomingMessage; readonly res: ServerResponse };
}

/** From any visitor, signed in or not. */
export interface VisitorRequest extends BrowserRequest {
  readonly user: SignedInUser | undefined;
}

export interface UserRequest extends BrowserRequest {
  readonly user: SignedInUser;
  /** For the audit log. */
  readonly actor: Actor;
}

interface Posted {
  readonly form: UploadForm;
}

export interface VisitorPost extends VisitorRequest, Posted {}
export interface UserPost extends UserRequest, Posted {}

type Reply = PageReply | Promise<PageReply>;

interface InWindow {
  /**
   * A step of an authorization, in a window that an application may have opened and waits for. Every other page for a user
   * is separated from who opened its window.
   */
  readonly keepsOpener?: true;
}

interface GetPage extends InWindow {
  readonly method: 'GET';
  /** Pattern of koa-router. */
  readonly path: string;
}

export interface VisitorPage extends GetPage {
  readonly who: 'anyone';
  /** With the navigation for a signed-in user, as pages for users have it. */
  readonly inShell?: true;
  readonly handle: (request: VisitorRequest) => Reply;
}

export interface UserPage extends GetPage {
  /** `admin`: to every other user there is nothing here (404). */
  readonly who: 'user' | 'admin';
  /** For a visitor who is not signed in. Absent: the sign-in page, then back to this address. */
  readonly signedOut?: (request: VisitorRequest) => Reply;
  readonly handle: (request: UserRequest) => Reply;
}

interface PostForm extends InWindow {
  readonly method: 'POST';
  readonly path: string;
  readonly form?: {
    /** Fields that may be there more than once. */
    readonly lists?: readonly string[];
    readonly upload?: Omit<UploadRules, 'lists'>;
    /** A question that the user must see before answering: any other user is asked again. */
    readonly askAgain?: true;
  };
}

export interface VisitorForm extends PostForm {
  readonly who: 'anyone';
  readonly handle: (request: VisitorPost) => Reply;
}

/** Before the form is processed, and before a recent sign-in is asked for, a page says what follows. */
export interface Confirm {
  /** Undefined when there is nothing to ask: the form is processed, which also answers what is not valid. */
  readonly ask: (request: UserPost) => Confirmation | undefined | Promise<Confirmation | undefined>;
  /** Where the question was asked from. */
  readonly backTo: (request: UserRequest) => string;
}

/** Processed only for the user that it was rendered for. */
export interface UserForm extends PostForm {
  readonly who: 'user' | 'admin';
  /** A session alone is not enough: the user signed in or confirmed within ten minutes, or does so with this form. */
  readonly recentSignIn?: true;
  readonly confirm?: Confirm;
  readonly handle: (request: UserPost) => Reply;
}

export type Page = VisitorPage | UserPage | VisitorForm | UserForm;

export const definePage = (page: Page): Page => page;

/** Turns functions that take the dependencies of a page group first into handlers. */
export const handlerWith =
  <Deps>(deps: Deps) =>
  <Request>(handle: (deps: Deps, request: Request) => Reply) =>
  (request: Request): Reply =>
    handle(deps, request);
