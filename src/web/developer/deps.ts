/* How the pages of this room are entered: who is signed in, what was posted, and in whose name a change is made. */
import type { Context } from 'koa';
import type { Account, AccountStore } from '../../accounts/store.js';
import type { RequireRecentSignIn, CurrentUser, RequireUser } from '../session/user.js';
import type { Actor } from '../../events/audit-log.js';
import { notFound } from '../../errors.js';
import type { CsrfField } from '../../http/csrf.js';
import { type Form, readForm } from '../../http/forms.js';
import { redirectAfterPost } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import type { Throttle } from '../../http/throttle.js';
import { ownRecord } from '../../clients/edit.js';
import type { LogoStore } from '../../clients/logo-store.js';
import type { ClientRecord, ClientRecordStore } from '../../clients/record-store.js';
import type { Registry } from '../../clients/register.js';
import type { UsageStore } from '../../clients/usage-store.js';
import type { ClientWebhookStore } from '../../clients/webhook-store.js';

export interface ClientPagesDeps extends Registry {
  readonly records: ClientRecordStore;
  readonly usage: UsageStore;
  readonly logos: LogoStore;
  readonly clientWebhooks: ClientWebhookStore;
  readonly accounts: AccountStore;
  readonly throttle: Throttle;
  readonly csrf: CsrfField;
  readonly currentUser: CurrentUser;
  readonly requireUser: RequireUser;
  readonly requireRecentSignIn: RequireRecentSignIn;
  /** Path of the developer settings. */
  readonly settingsPath: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

export type Handler = (ctx: Context) => Promise<void>;

/** What a page knows of its visitor. */
export interface Visit {
  readonly ctx: Context;
  readonly account: Account;
}

export interface Post extends Visit {
  readonly form: Form;
}

export const actorOf = ({ ctx, account }: Visit): Actor => ({
  actor: `account:${account.id}`,
  clientIp: clientIp(ctx),
});

export const clientPath = (deps: ClientPagesDeps, clientId: string): string =>
  `${deps.settingsPath}/clients/${encodeURIComponent(clientId)}`;

const param = ({ params }: Context, name: string): string => {
  const value: unknown = (params as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
};

export const clientIdOf = ({ ctx }: Visit): string => param(ctx, 'id');
export const paramOf = ({ ctx }: Visit, name: string): string => param(ctx, name);

const askToSignIn = (ctx: Context): void =>
  redirectAfterPost(ctx, `/sign-in?${new URLSearchParams({ return_to: ctx.url }).toString()}`);

/** A page for whoever is signed in; others are asked to sign in first. */
export const page =
  ({ currentUser }: ClientPagesDeps, show: (visit: Visit) => Promise<void>): Handler =>
  async (ctx) => {
    const user = await currentUser(ctx);
    if (user === undefined) askToSignIn(ctx);
    else await show({ ctx, account: user.account });
  };

/** A posted form of whoever it was shown to, read in its own way. */
export const postedAs =
  <F extends Form>(
    deps: ClientPagesDeps,
    read: (ctx: Context) => Promise<F>,
    take: (post: Visit & { readonly form: F }) => Promise<void>,
  ): Handler =>
  async (ctx) => {
    const form = await read(ctx);
    const user = await deps.requireUser(ctx, form);
    if (user !== undefined) await take({ ctx, account: user.account, form });
  };

export const posted = (deps: ClientPagesDeps, take: (post: Post) => Promise<void>): Handler =>
  postedAs(deps, (ctx) => readForm(ctx), take);

/** The address of a form whose answer was a page, asked for again: that page is not to be had a second time. */
export const backToClient = (deps: ClientPagesDeps): Handler =>
  page(deps, async (visit) => {
    const { client } = await ownClient(deps, visit);
    redirectAfterPost(visit.ctx, clientPath(deps, client.id));
  });

/** A posted form that a session alone is not enough for: whoever sends it proved lately who they are. */
export const confirmed =
  ({ requireRecentSignIn }: ClientPagesDeps, take: (post: Post) => Promise<void>) =>
  async (post: Post): Promise<void> => {
    if (await requireRecentSignIn(post.ctx, post.form)) await take(post);
  };

/** The client of the address, when the visitor owns it. Throws `notFound`. */
export const ownClient = (deps: ClientPagesDeps, visit: Visit): Promise<ClientRecord> =>
  ownRecord(deps.records, clientIdOf(visit), visit.account.id);

/** To everybody else there is nothing here. */
export const administrators =
  (show: (visit: Visit) => Promise<void>) =>
  async (visit: Visit): Promise<void> => {
    if (!visit.account.admin) throw notFound();
    await show(visit);
  };

/** What was shown, as the form brings it back; NaN when it is no version. */
export const versionOf = (form: Form): number =>
  /^\d{1,9}$/.test(form.text('version')) ? Number(form.text('version')) : Number.NaN;
