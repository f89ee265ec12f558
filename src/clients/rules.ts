/*
 * The client registry: clients, their redirect URIs and the scopes they may request. This folder's rules are pure; its
 * use cases work on the ClientStore port. It must not know tokens or oidc-provider.
 * Here: the checks of a registration. Faults name the property as the form and the command line call it.
 */
import { present } from '../present.js';
import { AppError, type PropertyFault } from '../errors.js';
import { isScopeName } from '../scopes/catalogue.js';
import { LINK_FIELDS, LINK_PROPERTIES, type LinkField, linkFault, linksOf } from './links.js';
import { redirectUriFaults } from './redirect-uris.js';
import type { ClientKind, ClientTerms } from './store.js';
import { textFault, tidied } from './text.js';

/** What a user typed. */
export interface ClientForm extends Readonly<Partial<Record<LinkField, string | undefined>>> {
  readonly name: string;
  readonly purpose: string;
  /** Names a picture in the LogoStore: an upload is checked before (logo-upload.ts). */
  readonly logo?: string | undefined;
  readonly kind: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
}

const MAX_NAME_LENGTH = 100;
const MAX_PURPOSE_LENGTH = 1000;
const KINDS: readonly ClientKind[] = ['confidential', 'public'];

const isClientKind = (text: string): text is ClientKind => KINDS.some((kind) => kind === text);

/** Property names are those of the wire; none without a message. */
const fault = (property: string, message: string | undefined): readonly PropertyFault[] =>
  message === undefined ? [] : [{ property, message }];

function scopeFaults(scopes: readonly string[], legacy: boolean): readonly PropertyFault[] {
  if (legacy)
    return fault('scopes', scopes.length > 0 ? 'is set. A legacy client has no scopes yet' : undefined);
  if (scopes.length === 0) return fault('scopes', 'is empty. Choose at least one');
  const unknown = scopes.find((name) => !isScopeName(name));
  if (unknown === undefined) return [];
  return fault(
    'scopes',
    `has the unknown name ${JSON.stringify(unknown.slice(0, 60))}. Names are case-sensitive`,
  );
}

const tidiedLinks = (form: ClientForm) =>
  linksOf(Object.fromEntries(LINK_FIELDS.map((field) => [field, tidied(form[field] ?? '')])));

const tidiedForm = (form: ClientForm): ClientForm => ({
  ...present({ logo: form.logo }),
  kind: form.kind,
  redirectUris: form.redirectUris,
  scopes: form.scopes,
  name: tidied(form.name),
  purpose: tidied(form.purpose),
  ...tidiedLinks(form),
});

export interface FormLimits {
  /** Has no scope list. */
  readonly legacy?: boolean;
  /** Private-use schemes without a dot (allowed-schemes.ts). */
  readonly allowedSchemes?: readonly string[];
}

/** Everything that is wrong with a registration at once. */
export function clientFaults(
  form: ClientForm,
  { legacy = false, allowedSchemes = [] }: FormLimits = {},
): readonly PropertyFault[] {
  const tidy = tidiedForm(form);
  const { name, purpose, kind, redirectUris, scopes } = tidy;
  const known = isClientKind(kind);
  return [
    ...fault('name', textFault(name, { longest: MAX_NAME_LENGTH })),
    ...fault('purpose', textFault(purpose, { longest: MAX_PURPOSE_LENGTH, lines: true })),
    ...LINK_FIELDS.flatMap((field) => fault(LINK_PROPERTIES[field], linkFault(field, tidy[field]))),
    ...fault('kind', known ? undefined : 'is unknown. Choose confidential or public'),
    ...redirectUriFaults(redirectUris, { kind: known ? kind : 'public', allowedSchemes }),
    ...scopeFaults(scopes, legacy),
  ];
}

/** Throws nothing and checks nothing: call `clientFaults` first. */
export function clientDetails(form: ClientForm): ClientTerms & { readonly kind: ClientKind } {
  const tidy = tidiedForm(form);
  const { name, purpose, logo, kind, redirectUris, scopes } = tidy;
  return {
    name,
    purpose,
    ...linksOf(tidy),
    ...present({ logo }),
    kind: kind === 'public' ? 'public' : 'confidential',
    redirectUris,
    scopes: [...new Set(scopes)].filter(isScopeName),
  };
}

/** Clients of one owner that wait for review: each costs reviewers time, and hardly anyone can use it. */
export const MAX_PENDING = 20;

const TOO_MANY_PENDING = 'TOO_MANY_PENDING';

export const tooManyPending = (most = MAX_PENDING): AppError =>
  new AppError(
    409,
    TOO_MANY_PENDING,
    `${most} of your clients are already waiting for review. Delete one that you do not need, or wait for a verdict.`,
  );

const TOO_MANY_CLIENTS = 'TOO_MANY_CLIENTS';

export const tooManyClients = (most = 0): AppError =>
  new AppError(
    409,
    TOO_MANY_CLIENTS,
    `You own ${most} clients, the most that an account may own. Delete one that you do not need.`,
  );

/** The owner has too many clients, or too many that wait. */
export const isTooMany = (fault: unknown): fault is AppError =>
  fault instanceof AppError && [TOO_MANY_PENDING, TOO_MANY_CLIENTS].includes(fault.code);
