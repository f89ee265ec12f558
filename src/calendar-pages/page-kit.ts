/* What the page of calendars is made of, and how it is entered. */
import type { Context } from 'koa';
import type { CurrentPerson, Person } from '../accounts/person.js';
import type { Cause } from '../audit.js';
import type { Csrf } from '../http/csrf.js';
import { readForm } from '../http/forms.js';
import type { Form } from '../http/forms.js';
import { redirectAfterPost } from '../http/pages.js';
import { network } from '../http/proxies.js';
import { CALENDARS_PATH } from '../scheduling/calendars/sign-in.js';
import type { SignInDeps } from '../scheduling/calendars/sign-in.js';

export interface CalendarPagesDeps {
  readonly calendarKit: SignInDeps;
  readonly csrf: Csrf;
  readonly currentPerson: CurrentPerson;
}

export interface Visit {
  readonly ctx: Context;
  readonly person: Person;
  readonly cause: Cause;
}

type Show = (visit: Visit) => Promise<void>;

/** For whoever is signed in; others are asked to sign in first, and come to the page afterwards. */
export const visiting =
  ({ currentPerson }: CalendarPagesDeps, show: Show) =>
  async (ctx: Context): Promise<void> => {
    const person = await currentPerson(ctx);
    if (person === undefined) {
      redirectAfterPost(ctx, `/sign-in?${new URLSearchParams({ return_to: CALENDARS_PATH }).toString()}`);
      return;
    }
    const cause = { actor: `account:${person.account.id}`, network: network(ctx) };
    await show({ ctx, person, cause });
  };

export const posted =
  (deps: CalendarPagesDeps, lists: readonly string[], take: (visit: Visit, form: Form) => Promise<void>) =>
  async (ctx: Context): Promise<void> => {
    const form = await readForm(ctx, lists);
    deps.csrf.verifyCsrf(ctx, form);
    await visiting(deps, (visit) => take(visit, form))(ctx);
  };
