/* What the pages of routing forms are made of, and how they are entered. */
import type { Context } from 'koa';
import type { CurrentUser, SignedInUser, RequireUser } from '../session/user.js';
import type { Actor } from '../../events/audit-log.js';
import { notFound } from '../../errors.js';
import type { PropertyFault } from '../../errors.js';
import type { CsrfField } from '../../http/csrf.js';
import { type Form, readForm } from '../../http/forms.js';
import { redirectAfterPost } from '../../http/pages.js';
import { clientIp } from '../../http/proxies.js';
import type {
  DesignTarget,
  OwnForm,
  RoutingDesignStore,
} from '../../scheduling/routing-forms/design-store.js';

export interface RoutingFormPagesDeps {
  readonly routingDesigns: RoutingDesignStore;
  readonly csrf: CsrfField;
  readonly currentUser: CurrentUser;
  readonly requireUser: RequireUser;
  readonly random: (bytes: number) => Buffer;
}

export interface Visit {
  readonly ctx: Context;
  readonly account: SignedInUser['account'];
}

export interface Post extends Visit {
  readonly form: Form;
}

export const FORMS_PATH = '/settings/routing-forms';
export const formPath = (formId: string): string => `${FORMS_PATH}/${encodeURIComponent(formId)}`;
export const FORM = `${FORMS_PATH}/:id`;

type Handler = (ctx: Context) => Promise<void>;

/** For whoever is signed in; others are asked to sign in first. */
export const page =
  ({ currentUser }: RoutingFormPagesDeps, show: (visit: Visit) => Promise<void>): Handler =>
  async (ctx) => {
    const user = await currentUser(ctx);
    if (user !== undefined) {
      await show({ ctx, account: user.account });
      return;
    }
    redirectAfterPost(ctx, `/sign-in?${new URLSearchParams({ return_to: ctx.url }).toString()}`);
  };

/** A posted form of whoever it was shown to. */
export const posted =
  (deps: RoutingFormPagesDeps, take: (post: Post) => Promise<void>, lists: readonly string[] = []): Handler =>
  async (ctx) => {
    const form = await readForm(ctx, lists);
    const user = await deps.requireUser(ctx, form);
    if (user !== undefined) await take({ ctx, account: user.account, form });
  };

export const actorOf = ({ ctx, account }: Visit): Actor => ({
  actor: `account:${account.id}`,
  clientIp: clientIp(ctx),
});

export const paramOf = ({ ctx: { params } }: Visit, name: string): string => {
  const value: unknown = (params as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
};

export const targetOf = (visit: Visit): DesignTarget => ({
  accountId: visit.account.id,
  formId: paramOf(visit, 'id'),
});

const noForm = () => notFound('There is no routing form here that you administer.');

export const orNotFound = <T>(found: T | undefined): T => {
  if (found === undefined) throw noForm();
  return found;
};

export const ownForm = async ({ routingDesigns }: RoutingFormPagesDeps, visit: Visit): Promise<OwnForm> =>
  orNotFound(await routingDesigns.find(targetOf(visit)));

/** 0, which no form has, for what is no version. */
export const versionIn = (form: Form): number => {
  const text = form.text('version');
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
};

export const crumbsTo = ({ form }: OwnForm) => [
  { label: 'Routing forms', to: FORMS_PATH },
  { label: form.name, to: formPath(form.id) },
];

/** Beside each field what is wrong there, as sentences. */
export function sentences(
  faults: readonly PropertyFault[],
  subjects: Readonly<Record<string, string>>,
): Readonly<Record<string, readonly string[]>> {
  const byProperty = new Map<string, string[]>();
  for (const { property, message } of faults) {
    const [first = '', , part = first] = property.split('.');
    const sentence = `${subjects[part] ?? 'This'} ${message}.`;
    byProperty.set(property, [...(byProperty.get(property) ?? []), sentence]);
  }
  return Object.fromEntries(byProperty);
}

/** One a line; space around it and empty lines are not part of any. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Browsers send line breaks as CRLF, whatever was typed. */
export const textIn = (form: Form, name: string): string => form.text(name).replaceAll('\r\n', '\n').trim();
