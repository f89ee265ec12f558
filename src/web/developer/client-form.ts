/* The client form: its posted values, and its faults for each field. */
import type {
  ClientFormProps,
  ClientFormValues,
  FormFieldName,
} from '../../../views/developer/client-form.js';
import { FROM_INSTALLATIONS } from '../../../views/developer/installations-field.js';
import type { PresetName } from '../../../views/developer/scope-picker.js';
import { LOGO } from '../../../views/developer/logo-field.js';
import { LINK_PROPERTIES, type LinkField } from '../../clients/links.js';
import type { ClientTerms } from '../../clients/store.js';
import type { ClientForm } from '../../clients/rules.js';
import type { PropertyFault } from '../../errors.js';
import type { UserPost } from '../page.js';
import type { PageOptions } from '../reply.js';
import { groupByField, linesOf } from '../request-values.js';
import { type LogoDeps, storeLogo } from './logo-upload.js';

/** Fields that may be repeated. */
export const FORM_LISTS: readonly string[] = ['scopes'];

export interface TypedForm extends ClientFormValues {
  readonly scopes: readonly string[];
  /** Of the form that edits a client. */
  readonly fromInstallations?: boolean;
}

type FormFaults = ClientFormProps['faults'];

/** The form that is shown again: its status, and why nothing was saved. */
export interface RefusedForm extends PageOptions {
  readonly faults?: FormFaults;
  /** When it is about no field. */
  readonly refusal?: string;
}

/** The form that is shown again because a preset was pressed. */
export interface PresetForm {
  readonly applied?: PresetName;
}

const linkTexts = (textOf: (field: LinkField) => string | undefined): Record<LinkField, string> => ({
  website: textOf('website') ?? '',
  supportEmail: textOf('supportEmail') ?? '',
  privacyPolicy: textOf('privacyPolicy') ?? '',
  termsOfService: textOf('termsOfService') ?? '',
});

export const EMPTY_FORM: TypedForm = {
  name: '',
  purpose: '',
  website: '',
  supportEmail: '',
  privacyPolicy: '',
  termsOfService: '',
  logo: { hash: '', removed: false },
  kind: 'confidential',
  team: '',
  redirectUris: '',
  scopes: [],
};

export const formOfTerms = (terms: ClientTerms, kind: string): TypedForm => ({
  name: terms.name,
  purpose: terms.purpose,
  ...linkTexts((field) => terms[field]),
  logo: { hash: terms.logo ?? '', removed: false },
  kind,
  team: '',
  redirectUris: terms.redirectUris.join('\n'),
  scopes: terms.scopes,
});

export interface PostedClientForm {
  readonly typed: TypedForm;
  /** Of the logo alone; the caller checks everything else. */
  readonly logoFaults: readonly PropertyFault[];
}

/** Stores the logo before anything else in the form is checked. */
export async function readClientForm(deps: LogoDeps, { form, user }: UserPost): Promise<PostedClientForm> {
  const { logo, faults } = await storeLogo(deps, {
    hash: form.text(LOGO.stored),
    removed: form.text(LOGO.removed) === LOGO.yes,
    accountId: user.account.id,
    upload: form.upload,
  });
  const typed = {
    name: form.text('name'),
    purpose: form.text('purpose'),
    ...linkTexts((field) => form.text(LINK_PROPERTIES[field])),
    logo,
    kind: form.text('kind'),
    team: form.text('team'),
    redirectUris: form.text('redirect_uris'),
    scopes: form.list('scopes'),
    fromInstallations: form.text(FROM_INSTALLATIONS.name) === FROM_INSTALLATIONS.value,
  };
  return { typed, logoFaults: faults };
}

export const clientFormOf = (typed: TypedForm): ClientForm => {
  const { name, purpose, logo, kind, scopes } = typed;
  return {
    ...{ name, purpose, kind, scopes, ...linkTexts((field) => typed[field]) },
    logo: logo.removed || logo.hash === '' ? undefined : logo.hash,
    redirectUris: linesOf(typed.redirectUris),
  };
};

const LABELS: Readonly<Record<FormFieldName, string>> = {
  name: 'The name',
  purpose: 'The purpose',
  website: 'The website',
  support_email: 'The e-mail address',
  privacy_policy: 'The privacy policy',
  terms_of_service: 'The terms of service',
  logo: 'The logo',
  kind: 'The kind',
  team: 'The owner',
  redirect_uris: 'The list',
  scopes: 'The list of scopes',
};

const MAX_DISPLAYED_LENGTH = 80;
const shortened = (text: string): string =>
  text.length > MAX_DISPLAYED_LENGTH ? `${text.slice(0, MAX_DISPLAYED_LENGTH)}…` : text;

/** A fault of `redirect_uris.2` names the URI at that index. */
function sentence({ property, message }: PropertyFault, form: ClientForm): readonly [FormFieldName, string] {
  const [field, index] = property.split('.') as [FormFieldName, string?];
  const subject = index === undefined ? LABELS[field] : shortened(form.redirectUris[Number(index)] ?? '');
  return [field, `${subject} ${message}.`];
}

export const formFaults = (faults: readonly PropertyFault[], form: ClientForm): FormFaults =>
  groupByField(faults.map((fault) => sentence(fault, form)));
