/* What the page of calendars is made of, and how it is entered. */
import type { Context } from 'koa';
import type { CurrentPerson, Person, PostedBy } from '../session/user.js';
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
  readonly currentPerson: CurrentPerson;
  readonly postedBy: PostedBy;
}

export interface Visit {
  readonly ctx: Context;
  readonly person: Person;
  readonly actor: Actor;
}

type Show = (visit: Visit) => Promise<void>;

const visitOf = (ctx: Context, person: Person): Visit => ({
  ctx,
  person,
  actor: { actor: `account:${person.account.id}`, clientIp: clientIp(ctx) },
});

/** For whoever is signed in; others are asked to sign in first, and come to the page afterwards. */
export const visiting =
  ({ currentPerson }: CalendarPagesDeps, show: Show) =>
  async (ctx: Context): Promise<void> => {
    const person = await currentPerson(ctx);
    if (person === undefined) {
      redirectAfterPost(ctx, `/sign-in?${new URLSearchParams({ return_to: CALENDARS_PATH }).toString()}`);
      return;
    }
    await show(visitOf(ctx, person));
  };

export const posted =
  (deps: CalendarPagesDeps, lists: readonly string[], take: (visit: Visit, form: Form) => Promise<void>) =>
  async (ctx: Context): Promise<void> => {
    const form = await readForm(ctx, lists);
    const person = await deps.postedBy(ctx, form);
    if (person !== undefined) await take(visitOf(ctx, person), form);
  };
