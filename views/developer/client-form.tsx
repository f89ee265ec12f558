/* The form that creates or edits a client, with what was typed and its faults. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { Crumb } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Faults, Field, Hint, TextArea } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { isolated } from '../parts/isolated.js';
import { Notice } from '../parts/notice.js';
import type { ScopeGroup } from '../parts/scope-list.js';
import { ScopeList } from '../parts/scope-list.js';
import { EditNotices } from './edit-notices.js';
import type { EditNoticesProps } from './edit-notices.js';
import { LogoField } from './logo-field.js';
import { OwnerField } from './owner-field.js';
import type { OwnerTeam } from './owner-field.js';
import { RadioField } from './radio-field.js';
import { SaveAnyway } from './legacy-notices.js';

export interface ClientFormValues {
  readonly name: string;
  readonly purpose: string;
  readonly website: string;
  /** Hash of the picture that is kept; empty when there is none. */
  readonly logo: string;
  readonly logoRemoved: boolean;
  readonly kind: string;
  /** Number of a team; empty for the person. Looked at when the client is made. */
  readonly team: string;
  /** One a line, as typed. */
  readonly redirectUris: string;
}

export type FormFieldName =
  'name' | 'purpose' | 'website' | 'logo' | 'kind' | 'team' | 'redirect_uris' | 'scopes';

export interface ClientFormProps {
  readonly user: PagePerson;
  readonly crumbs: readonly Crumb[];
  readonly csrf: string;
  readonly action: string;
  readonly backTo: string;
  readonly values: ClientFormValues;
  /** Of the picture that is kept. */
  readonly logoUrl?: string | undefined;
  readonly groups: readonly ScopeGroup[];
  readonly faults: Readonly<Partial<Record<FormFieldName, readonly string[]>>>;
  /** Why nothing was saved, when it lies in no field. */
  readonly refusal?: string | undefined;
  /** To which a new client may belong. */
  readonly teams?: readonly OwnerTeam[];
  /** Names this showing of the creation form. */
  readonly draft?: string;
  /** Present when a client is edited. */
  readonly editing?: EditNoticesProps & {
    readonly name: string;
    readonly version: number;
    readonly legacy: boolean;
  };
}

const TEXT = {
  create: 'Create a client',
  edit: (name: string) => `Edit ${isolated(name)}`,
  createButton: 'Create client',
  saveButton: 'Save changes',
  cancel: 'Cancel',
  refused: 'Nothing was saved',
  faulty: 'Nothing was saved. Check the marked fields below.',
  name: 'Name',
  nameHint: 'Shown to people when they are asked to allow access.',
  purpose: 'Purpose',
  purposeHint: 'What the application does with the access. Shown to reviewers.',
  website: 'Website',
  websiteHint: 'Optional. Example: https://app.example',
  kind: 'Kind',
  confidential: 'Confidential',
  confidentialHint: 'Runs on your server and keeps a client secret.',
  public: 'Public',
  publicHint: 'Runs in browsers or on devices, has no secret, uses PKCE.',
  uris: 'Redirect URIs',
  urisHint:
    'One per line, at most 10. https, or http on localhost; compared exactly. To replace one without an interruption, add the new one first and remove the old one when it is no longer used.',
  scopes: 'Scopes',
  scopesHint: 'What the application may ask for, at least one. Each person may allow less.',
  legacyHint:
    'This client has no scope list: its authorization requests may omit scope and get everything. Once you save scopes, every request must name its scopes. Change your authorization URL first.',
  write: 'makes changes',
} as const;

type Labels = Parameters<typeof Hint>[0];
const labels = (name: FormFieldName, label: string, hint: string, { faults }: ClientFormProps): Labels => ({
  name,
  label,
  hint,
  fault: faults[name],
});

const Kind = ({ values, faults }: ClientFormProps): VNode => (
  <RadioField
    name="kind"
    legend={TEXT.kind}
    chosen={values.kind}
    fault={faults.kind}
    options={(['confidential', 'public'] as const).map((value) => ({
      value,
      label: TEXT[value],
      hint: TEXT[`${value}Hint`],
    }))}
  />
);

const Scopes = (props: ClientFormProps): VNode => {
  const about = labels(
    'scopes',
    TEXT.scopes,
    props.editing?.legacy ? TEXT.legacyHint : TEXT.scopesHint,
    props,
  );
  return (
    <section
      aria-labelledby="scopes-title"
      class={about.fault ? 'scope-form scope-form-faulty' : 'scope-form'}
    >
      <div>
        <h2 id="scopes-title">{TEXT.scopes}</h2>
        <Hint {...about} />
        <Faults {...about} />
      </div>
      {props.groups.map((group) => (
        <div class={`level level-${group.level}`} key={group.level}>
          <ScopeList group={group} write={TEXT.write} field="scopes" named />
        </div>
      ))}
    </section>
  );
};

const Fields = (props: ClientFormProps): VNode => {
  const { values, editing, teams = [] } = props;
  return (
    <>
      <Field
        {...labels('name', TEXT.name, TEXT.nameHint, props)}
        type="text"
        autocomplete="off"
        value={values.name}
      />
      <TextArea
        {...labels('purpose', TEXT.purpose, TEXT.purposeHint, props)}
        value={values.purpose}
        rows={3}
      />
      <Field
        {...labels('website', TEXT.website, TEXT.websiteHint, props)}
        type="address"
        autocomplete="off"
        value={values.website}
        optional
      />
      <LogoField
        name={values.name}
        kept={values.logo}
        removed={values.logoRemoved}
        url={props.logoUrl}
        fault={props.faults.logo}
      />
      {!editing && <Kind {...props} />}
      {teams.length > 0 && <OwnerField teams={teams} chosen={values.team} self fault={props.faults.team} />}
      <TextArea
        {...labels('redirect_uris', TEXT.uris, TEXT.urisHint, props)}
        value={values.redirectUris}
        rows={4}
        mono
      />
      <Scopes {...props} />
    </>
  );
};

type Editing = NonNullable<ClientFormProps['editing']>;

const Submit = ({ editing }: { editing: Editing | undefined }): VNode =>
  editing?.refusals === undefined ? (
    <Button look="primary">{editing ? TEXT.saveButton : TEXT.createButton}</Button>
  ) : (
    <SaveAnyway />
  );

export const ClientFormPage = (props: ClientFormProps): VNode => {
  const { editing } = props;
  const title = editing ? TEXT.edit(editing.name) : TEXT.create;
  return (
    <Layout title={title} width="wide" user={props.user} crumbs={props.crumbs}>
      <h1>{title}</h1>
      {Object.keys(props.faults).length > 0 && <Notice kind="danger" title={TEXT.faulty} />}
      {props.refusal !== undefined && (
        <Notice kind="danger" title={TEXT.refused}>
          <p>{props.refusal}</p>
        </Notice>
      )}
      {editing && <EditNotices {...editing} />}
      <Card>
        <Form action={props.action} csrf={props.csrf} upload>
          {editing && <input type="hidden" name="version" value={editing.version} />}
          {props.draft && <input type="hidden" name="draft" value={props.draft} />}
          <Fields {...props} />
          <div class="actions">
            <Submit editing={editing} />
            <ButtonLink look="plain" to={props.backTo}>
              {TEXT.cancel}
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </Layout>
  );
};
