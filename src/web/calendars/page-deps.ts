/* What the page of calendars is made of, and how it is entered. */
import type { Context } from 'koa';
import type { CurrentUser, SignedInUser, RequireUser } from '../session/user.js';
import type { Actor } from '../../events/audit-log.js';
import type { CsrfField } from '../../http/csrf.js';
import { readForm } from '../../http/forms.js';
import type { Form } from '../../http/forms.js';
import { redirectAfterPost } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import { CALENDARS_PATH } from '../../scheduling/calendars/sign-in.js';
import type { SignInDeps } from '../../scheduling/calendars/sign-in.js';

export interface CalendarPagesDeps {
  readonly calendarDeps: SignInDeps;
  readonly csrf: CsrfField;
  readonly currentUser: CurrentUser;
  readonly requireUser: RequireUser;
}

export interface Visit {
  readonly ctx: Context;
  readonly user: SignedInUser;
  readonly actor: Actor;
}

type Show = (visit: Visit) => Promise<void>;

const visitOf = (ctx: Context, user: SignedInUser): Visit => ({
  ctx,
  user,
  actor: { actor: `account:${user.account.id}`, clientIp: clientIp(ctx) },
});

/** For whoever is signed in; others are asked to sign in first, and come to the page afterwards. */
export const visiting =
  ({ currentUser }: CalendarPagesDeps, show: Show) =>
  async (ctx: Context): Promise<void> => {
    const user = await currentUser(ctx);
    if (user === undefined) {
      redirectAfterPost(ctx, `/sign-in?${new URLSearchParams({ return_to: CALENDARS_PATH }).toString()}`);
      return;
    }
    await show(visitOf(ctx, user));
  };

export const posted =
  (deps: CalendarPagesDeps, lists: readonly string[], take: (visit: Visit, form: Form) => Promise<void>) =>
  async (ctx: Context): Promise<void> => {
    const form = await readForm(ctx, lists);
    const user = await deps.requireUser(ctx, form);
    if (user !== undefined) await take(visitOf(ctx, user), form);
  };
