/* What the pages of this room are handed by app.ts, so that they know neither sessions nor how a page is sent. */
import type { Context } from 'koa';
import type { VNode } from 'preact';
import type { Explanation } from './authorization-errors.js';
import type { SignedIn } from './provider-hooks.js';

export interface ConsentPerson extends SignedIn {
  readonly name: string;
  readonly email: string;
}

/** The fields of our forms, '' where one was not sent. */
export interface PageAnswer {
  readonly decision: string;
  readonly scope: readonly string[];
  readonly until: string;
  readonly installation: string;
}

/** What pages share, handed in by app.ts. */
export interface PageKit {
  readonly person: (ctx: Context) => Promise<ConsentPerson | undefined>;
  readonly sendPage: (ctx: Context, status: number, page: VNode) => void;
  readonly sendError: (ctx: Context, status: number, explanation: Explanation) => void;
  /** Decoded and checked for forgery; throws AppError. Every value of `scope`, one of the others. */
  readonly readAnswer: (ctx: Context) => Promise<PageAnswer>;
  readonly csrf: (ctx: Context) => string;
  readonly allowFormTarget: (ctx: Context, redirectUri: string) => void;
  readonly signInPath: (
    returnTo: string,
    options: { readonly loginHint?: string | undefined; readonly fresh: boolean },
  ) => string;
}
