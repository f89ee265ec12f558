/* The form that creates or edits a client, with what was typed and its faults. */
import type { VNode } from 'preact';
import type { FormPageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Submit } from '../parts/forms/actions.js';
import { Card } from '../parts/card.js';
import { Faults, Field, Hint, TextArea } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { isolated } from '../parts/text/isolated.js';
import { Notice } from '../parts/notice.js';
import { DefaultButton } from '../parts/forms/default-button.js';
import { EditNotices, type EditNoticesProps, SAVE_ANYWAY } from './edit-notices.js';
import { InstallationsField } from './installations-field.js';
import { LogoField, type LogoValue } from './logo-field.js';
import { OwnerField, type OwnerTeam } from './owner-field.js';
import { RadioField } from './radio-field.js';
import { ScopePicker, type ScopePickerProps, ScopePickerScript } from './scope-picker.js';

export interface ClientFormValues {
  readonly name: string;
  readonly purpose: string;
  readonly website: string;
  readonly supportEmail: string;
  readonly privacyPolicy: string;
  readonly termsOfService: string;
  readonly logo: LogoValue;
  readonly kind: string;
  /** Id of a team; empty for the user. Read when the client is created. */
  readonly team: string;
  /** One per line, as typed. */
  readonly redirectUris: string;
}

export type FormFieldName =
  | 'name'
  | 'purpose'
  | 'website'
  | 'support_email'
  | 'privacy_policy'
  | 'terms_of_service'
  | 'logo'
  | 'kind'
  | 'team'
  | 'redirect_uris'
  | 'scopes';

export interface ClientFormProps extends FormPageProps {
  readonly action: string;
  readonly backTo: string;
  readonly values: ClientFormValues;
  /** Of the stored logo. */
  readonly logoUrl?: string | undefined;
  readonly picker: Pick<ScopePickerProps, 'groups' | 'presets' | 'applied'>;
  readonly faults: Readonly<Partial<Record<FormFieldName, readonly string[]>>>;
  /** Why nothing was saved, when it is about no field. */
  readonly refusal?: string | undefined;
  /** Teams that a new client may belong to. */
  readonly teams?: readonly OwnerTeam[];
  /** Id of this form, so that it creates one client however often it is submitted. */
  readonly draft?: string;
  /** Present when a client is edited. */
  readonly editing?: EditNoticesProps & {
    readonly name: string;
    readonly version: number;
    readonly legacy: boolean;
    readonly fromInstallations: boolean;
  };
}

const FIELDS = {
  name: { label: 'Name', hint: 'Shown to people when they are asked to allow access.' },
  purpose: {
    label: 'Purpose',
    hint: 'What the application does with the access. Shown to reviewers.',
  },
  website: { label: 'Website', hint: 'Optional. Example: https://app.example' },
  support_email: {
    label: 'E-mail for users',
    hint: 'Optional. Shown to people when they are asked to allow access, as the next two are.',
  },
  privacy_policy: { label: 'Privacy policy', hint: 'Optional. Example: https://app.example/privacy' },
  terms_of_service: { label: 'Terms of service', hint: 'Optional. Example: https://app.example/terms' },
  redirect_uris: {
    label: 'Redirect URIs',
    hint: 'One per line, at most 10. https, or http on localhost; compared exactly. To replace one without an interruption, add the new one first and remove the old one when it is no longer used.',
  },
  scopes: {
    label: 'Scopes',
    hint: 'What the application may ask for, at least one. Each person may allow less.',
  },
} as const;

const KINDS = [
  {
    value: 'confidential',
    label: 'Confidential',
    hint: 'Runs on your server and keeps a client secret.',
  },
  {
    value: 'public',
    label: 'Public',
    hint: 'Runs in browsers or on devices, has no secret, uses PKCE.',
  },
] as const;

const TEXT = {
  create: 'Create a client',
  edit: (name: string) => `Edit ${isolated(name)}`,
  createButton: 'Create client',
  saveButton: 'Save changes',
  refused: 'Nothing was saved',
  faulty: 'Nothing was saved. Check the marked fields below.',
  kind: 'Kind',
  legacyHint:
    'This client has no scope list: its authorization requests may omit scope and get everything. Once you save scopes, every request must name its scopes. Change your authorization URL first.',
} as const;

const labels = (name: keyof typeof FIELDS, { faults, editing }: ClientFormProps) => ({
  name,
  ...FIELDS[name],
  ...(name === 'scopes' && editing?.legacy && { hint: TEXT.legacyHint }),
  fault: faults[name],
});

const Scopes = (props: ClientFormProps): VNode => {
  const about = labels('scopes', props);
  return (
    <section
      aria-labelledby="scopes-title"
      class={about.fault ? 'scope-form scope-form-faulty' : 'scope-form'}
    >
      <div id="scopes" tabIndex={-1}>
        <h2 id="scopes-title">{about.label}</h2>
        <Hint {...about} />
        <Faults {...about} />
      </div>
      <ScopePicker {...props.picker} open={!props.editing || !!about.fault} action={props.action} />
    </section>
  );
};

const Fields = (props: ClientFormProps): VNode => {
  const { values, faults, editing, teams = [] } = props;
  return (
    <>
      <Field {...labels('name', props)} value={values.name} />
      <TextArea {...labels('purpose', props)} value={values.purpose} rows={3} />
      <Field {...labels('website', props)} type="address" value={values.website} optional />
      <Field {...labels('support_email', props)} type="email" value={values.supportEmail} optional />
      <Field {...labels('privacy_policy', props)} type="address" value={values.privacyPolicy} optional />
      <Field {...labels('terms_of_service', props)} type="address" value={values.termsOfService} optional />
      <LogoField name={values.name} value={values.logo} url={props.logoUrl} fault={faults.logo} />
      {!editing && (
        <RadioField name="kind" legend={TEXT.kind} options={KINDS} chosen={values.kind} fault={faults.kind} />
      )}
      {teams.length > 0 && <OwnerField teams={teams} chosen={values.team} self fault={faults.team} />}
      <TextArea {...labels('redirect_uris', props)} value={values.redirectUris} rows={4} mono />
      <Scopes {...props} />
      {editing && <InstallationsField checked={editing.fromInstallations} />}
    </>
  );
};

const submitOf = (editing: ClientFormProps['editing']) =>
  editing?.refusals === undefined
    ? { look: 'primary' as const, text: editing ? TEXT.saveButton : TEXT.createButton }
    : SAVE_ANYWAY;

export const ClientFormPage = (props: ClientFormProps): VNode => {
  const { user, crumbs, editing, refusal } = props;
  const title = editing ? TEXT.edit(editing.name) : TEXT.create;
  const faulty = Object.keys(props.faults).length > 0 ? TEXT.faulty : undefined;
  return (
    <AccountPage {...{ title, user, crumbs }} refusal={faulty}>
      {refusal !== undefined && <Notice kind="danger" title={TEXT.refused} detail={refusal} />}
      {editing && <EditNotices {...editing} />}
      <Card>
        <Form action={props.action} csrf={props.csrf} upload>
          {editing && <input type="hidden" name="version" value={editing.version} />}
          {props.draft && <input type="hidden" name="draft" value={props.draft} />}
          <DefaultButton />
          <Fields {...props} />
          <Submit {...submitOf(editing)} cancelTo={props.backTo} />
        </Form>
      </Card>
      <ScopePickerScript />
    </AccountPage>
  );
};
