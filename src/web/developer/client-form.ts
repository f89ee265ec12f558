/* The client form: its posted values, and its faults for each field. */
import type { ClientFormValues, FormFieldName } from '../../../views/developer/client-form.js';
import { LOGO } from '../../../views/developer/logo-field.js';
import type { PropertyFault } from '../../errors.js';
import type { Form } from '../../http/forms.js';
import type { TypedLogo } from './logo-upload.js';
import type { ClientTerms } from '../../clients/store.js';
import type { ClientForm } from '../../clients/rules.js';
import { linesOf } from '../request-values.js';

/** Fields that may be repeated. */
export const FORM_LISTS: readonly string[] = ['scopes'];

export interface TypedForm {
  readonly values: ClientFormValues;
  readonly scopes: readonly string[];
}

export type FormFaults = Readonly<Partial<Record<FormFieldName, readonly string[]>>>;

export const EMPTY_FORM: TypedForm = {
  values: {
    name: '',
    purpose: '',
    website: '',
    logo: '',
    logoRemoved: false,
    kind: 'confidential',
    team: '',
    redirectUris: '',
  },
  scopes: [],
};

export const typedForm = (form: Form): TypedForm => ({
  values: {
    name: form.text('name'),
    purpose: form.text('purpose'),
    website: form.text('website'),
    logo: form.text(LOGO.kept),
    logoRemoved: form.text(LOGO.removed) === LOGO.yes,
    kind: form.text('kind'),
    team: form.text('team'),
    redirectUris: form.text('redirect_uris'),
  },
  scopes: form.list('scopes'),
});

export const formOfTerms = (terms: ClientTerms, kind: string): TypedForm => ({
  values: {
    name: terms.name,
    purpose: terms.purpose,
    website: terms.website ?? '',
    logo: terms.logo ?? '',
    logoRemoved: false,
    kind,
    team: '',
    redirectUris: terms.redirectUris.join('\n'),
  },
  scopes: terms.scopes,
});

export const clientFormOf = ({ values, scopes }: TypedForm): ClientForm => {
  const { name, purpose, website, logo, logoRemoved, kind, redirectUris } = values;
  return {
    ...{ name, purpose, website, kind, scopes },
    logo: logoRemoved || logo === '' ? undefined : logo,
    redirectUris: linesOf(redirectUris),
  };
};

export const typedLogo = ({ values }: TypedForm): TypedLogo => ({
  kept: values.logo,
  removed: values.logoRemoved,
});

export const withLogo = ({ values, scopes }: TypedForm, { kept, removed }: TypedLogo): TypedForm => ({
  values: { ...values, logo: kept, logoRemoved: removed },
  scopes,
});

const LABELS: Readonly<Record<FormFieldName, string>> = {
  name: 'The name',
  purpose: 'The purpose',
  website: 'The website',
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

export function formFaults(faults: readonly PropertyFault[], form: ClientForm): FormFaults {
  const sentences = faults.map((fault) => sentence(fault, form));
  return Object.fromEntries(
    sentences.map(([field]) => [
      field,
      sentences.filter(([other]) => other === field).map(([, words]) => words),
    ]),
  );
}
