/*
 * The loop of every page: session, CSRF, recent sign-in, handle, then a page or a redirect. One koa-router serves all
 * pages. Requests under /v2 pass it by, and a known path with another method gets 405.
 */
import type { Context, Middleware } from 'koa';
import Router from 'koa-router';
import { methodNotAllowed, notFound } from '../errors.js';
import type { Csrf } from '../http/csrf.js';
import { sideOf } from '../http/hosts.js';
import { clientIp } from '../http/proxies.js';
import { readForm } from '../http/forms.js';
import { requestId } from '../http/request-state.js';
import { setRoute } from '../request-route.js';
import { readUploadForm, type UploadForm } from '../http/upload-forms.js';
import type { Frame } from '../../views/render.js';
import { askToConfirm } from './confirmed-form.js';
import type {
  BrowserRequest,
  Page,
  UserForm,
  UserPage,
  UserRequest,
  VisitorForm,
  VisitorPage,
} from './page.js';
import { type PageOptions, type PageReply, redirect, sendReply } from './reply.js';
import { pageSession, type PageSessionDeps } from './session/page-session.js';
import type { ProofDeps } from './session/proof-page.js';
import { createRequireRecentSignIn, type RequireRecentSignIn } from './session/require-recent-sign-in.js';
import { askAgain, createRequireUser, type PostedForm, type RequireUser } from './session/require-user.js';
import { signInPath } from './session/return-to.js';
import { readerOf, type SignedInUser } from './session/user.js';
import type { ShellOf } from './shell.js';

export interface PageRouterDeps extends PageSessionDeps, ProofDeps {
  readonly csrf: Csrf;
  readonly shellOf: ShellOf;
}

interface Guards {
  readonly requireUser: RequireUser;
  readonly requireRecentSignIn: RequireRecentSignIn;
}

const single = (value: unknown): string => (typeof value === 'string' ? value : '');

function browserRequest(deps: PageRouterDeps, ctx: Context): BrowserRequest {
  const params = (ctx as { readonly params?: Readonly<Record<string, unknown>> }).params ?? {};
  return {
    path: ctx.path,
    url: ctx.url,
    param: (name) => single(params[name]),
    query: (name) => single(ctx.query[name]),
    requestId: requestId(ctx),
    clientIp: clientIp(ctx),
    userAgent: ctx.get('user-agent'),
    csrf: () => deps.csrf.csrfField(ctx),
    session: pageSession(deps, ctx),
    http: ctx,
  };
}

function userRequest(request: BrowserRequest, user: SignedInUser): UserRequest {
  return { ...request, user, actor: { actor: `account:${user.account.id}`, clientIp: request.clientIp } };
}

function checkAdmin({ who }: UserPage | UserForm, { account }: SignedInUser): void {
  if (who === 'admin' && !account.admin) throw notFound();
}

async function show(page: VisitorPage | UserPage, request: BrowserRequest): Promise<PageReply> {
  const user = await request.session.current();
  if (page.who === 'anyone') return page.handle({ ...request, user });
  if (user === undefined) {
    return page.signedOut?.({ ...request, user }) ?? redirect(signInPath(request.url, { fresh: false }));
  }
  checkAdmin(page, user);
  return page.handle(userRequest(request, user));
}

const formOf = (ctx: Context, { form }: VisitorForm | UserForm): Promise<UploadForm> => {
  const lists = form?.lists ?? [];
  return form?.upload === undefined ? readForm(ctx, lists) : readUploadForm(ctx, { lists, ...form.upload });
};

async function receive(
  { requireUser, requireRecentSignIn }: Guards,
  page: VisitorForm | UserForm,
  request: BrowserRequest,
  { form, accountId }: PostedForm,
): Promise<PageReply> {
  if (page.who === 'anyone') return page.handle({ ...request, form, user: await request.session.current() });
  const sender = await (page.form?.askAgain ? askAgain : requireUser)(request, { form, accountId });
  if ('reply' in sender) return sender.reply;
  checkAdmin(page, sender.user);
  const question = await askToConfirm(page, { ...userRequest(request, sender.user), form });
  if (question !== undefined) return question;
  const confirmed = page.recentSignIn ? await requireRecentSignIn(request, form, sender.user) : sender;
  if ('reply' in confirmed) return confirmed.reply;
  return page.handle({ ...userRequest(request, confirmed.user), form });
}

/** Set by koa-router: every page whose path matches, with any method. */
interface Matched {
  readonly matched?: readonly { readonly path: string; readonly methods: readonly string[] }[];
}

/** RFC 9110 section 15.5.6, as /v2 and the authorization server answer. */
function refuseOtherMethods(ctx: Context & Matched): void {
  const [first] = ctx.matched ?? [];
  if (first !== undefined) setRoute(ctx, first.path);
  const methods = [...new Set((ctx.matched ?? []).flatMap((route) => route.methods))];
  if (methods.length > 0 && !methods.includes(ctx.method)) throw methodNotAllowed(methods.toSorted());
}

/** Steps of an authorization have none: they are a decision, not a place to browse. */
const isInShell = (page: Page): boolean =>
  page.who === 'anyone' ? 'inShell' in page : page.keepsOpener === undefined;

async function frameOf(
  { shellOf, currentUser }: PageRouterDeps,
  page: Page,
  ctx: Context,
  { alone }: PageOptions,
): Promise<Frame> {
  const shell = !alone && isInShell(page) ? await shellOf(ctx) : undefined;
  return { shell, reader: readerOf(await currentUser(ctx)) };
}

export interface ServeOptions {
  /** Under names that people choose, any path may be one or none: another method is 404. */
  readonly underChosenNames?: true;
}

export type ServePages = (pages: readonly Page[], options?: ServeOptions) => Middleware;

export function createPageRouter(deps: PageRouterDeps): ServePages {
  const guards = {
    requireUser: createRequireUser(deps),
    requireRecentSignIn: createRequireRecentSignIn(deps),
  };
  const answer = async (page: Page, ctx: Context): Promise<PageReply> => {
    const request = browserRequest(deps, ctx);
    if (page.method === 'GET') return show(page, request);
    const form = await formOf(ctx, page);
    return receive(guards, page, request, { form, accountId: deps.csrf.verifyCsrf(ctx, form) });
  };
  return (pages, { underChosenNames } = {}) => {
    const router = new Router();
    for (const page of pages) {
      const methods = page.method === 'GET' ? ['HEAD', 'GET'] : ['POST'];
      router.register(page.path, methods, async (ctx) => {
        setRoute(ctx, page.path);
        // HTML standard, section 7.1.3. Set first, so that errors have it too.
        if (page.who !== 'anyone' && !page.keepsOpener) ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
        const reply = await answer(page, ctx);
        sendReply(
          ctx,
          reply,
          reply.kind === 'page' ? await frameOf(deps, page, ctx, reply.options) : undefined,
        );
      });
    }
    const serve = router.routes() as unknown as Middleware;
    return (ctx, next): unknown => {
      if (sideOf(ctx.path) !== 'app') return next();
      return serve(ctx, () => {
        if (!underChosenNames) refuseOtherMethods(ctx);
        return next();
      });
    };
  };
}
