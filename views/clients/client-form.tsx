/* Creating and editing a client: one form, shown again as typed when something in it is refused. */
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
import { Comparison } from './comparison.js';
import type { ShownChange } from './comparison.js';
import { LogoField } from './logo-field.js';
import { RefusalsNotice, SaveAllTheSame, SuggestedNotice } from './legacy-notices.js';

export interface ClientFormValues {
  readonly name: string;
  readonly purpose: string;
  readonly website: string;
  /** Hash of the picture that is kept; empty when there is none. */
  readonly logo: string;
  readonly logoRemoved: boolean;
  readonly kind: string;
  /** One a line, as typed. */
  readonly redirectUris: string;
}

export type FormFieldName = 'name' | 'purpose' | 'website' | 'logo' | 'kind' | 'redirect_uris' | 'scopes';

export interface ClientFormProps {
  readonly person: PagePerson;
  readonly crumbs: readonly Crumb[];
  readonly csrf: string;
  readonly action: string;
  readonly backTo: string;
  readonly values: ClientFormValues;
  /** Of the picture that is kept. */
  readonly logoUrl?: string | undefined;
  readonly groups: readonly ScopeGroup[];
  readonly faults: Readonly<Partial<Record<FormFieldName, readonly string[]>>>;
  /** Names this showing of the creation form. */
  readonly draft?: string;
  /** Present when a client is edited. */
  readonly editing?: {
    readonly name: string;
    readonly version: number;
    /** What people see waits for a verdict. */
    readonly waits: boolean;
    readonly legacy: boolean;
    /** The ticks are those that its calls suggest. */
    readonly suggested?: boolean | undefined;
    /** So many requests would fail from now on: saving has to be confirmed. */
    readonly refusals?: number | undefined;
    /** Somebody saved these since the form was opened. */
    readonly meanwhile?: readonly ShownChange[] | undefined;
  };
}

const TEXT = {
  create: 'Create a client',
  edit: (name: string) => `Edit ${isolated(name)}`,
  createButton: 'Create client',
  saveButton: 'Save changes',
  cancel: 'Cancel',
  faulty: 'Nothing was saved. Look at what is marked below.',
  meanwhile: 'Nothing was saved: the client was changed while you edited it',
  meanwhileDetail:
    'Below is what you typed. Compare it with what is there now, then save again to put yours in its place.',
  differs: 'What differs',
  there: 'There now',
  typed: 'What you typed',
  waits: 'Some changes wait for a review',
  waitsDetail:
    'Name, website, logo, added redirect URIs and added scopes do; until then everything keeps working as it is. Removing redirect URIs or scopes, the purpose, and adding a READ scope beside its WRITE scope take effect at once.',
  name: 'Name',
  nameHint: 'People read it when they are asked to allow access.',
  purpose: 'Purpose',
  purposeHint: 'What the application does with the access. Reviewers read it.',
  website: 'Website',
  websiteHint: 'Optional. Like https://app.example',
  kind: 'Kind',
  confidential: 'Confidential',
  confidentialHint: 'Runs on your server and keeps a client secret.',
  public: 'Public',
  publicHint: 'Runs in browsers or on devices, keeps no secret, uses PKCE.',
  uris: 'Redirect URIs',
  urisHint:
    'One a line, at most 10. https, or http on localhost; compared letter by letter. To replace one without an interruption, add the new one first and remove the old one when it is no longer used.',
  scopes: 'Scopes',
  scopesHint: 'What the application may ask for, at least one. Each person may allow less.',
  legacyHint:
    'This client has no scope list: its authorization requests may leave out scope and get everything. Once you save scopes, every request must name its scopes. Change your authorization URL first.',
  write: 'makes changes',
} as const;

type Labels = Parameters<typeof Hint>[0];
const labels = (name: FormFieldName, label: string, hint: string, { faults }: ClientFormProps): Labels => ({
  name,
  label,
  hint,
  fault: faults[name],
});

const Choice = ({ value, chosen }: { value: 'confidential' | 'public'; chosen: string }): VNode => (
  <label class="box">
    <input type="radio" name="kind" value={value} checked={chosen === value} />
    <span>
      <span class="strong">{TEXT[value]}</span>
      <span class="hint block">{TEXT[`${value}Hint`]}</span>
    </span>
  </label>
);

const Kind = (props: ClientFormProps): VNode => (
  <fieldset class={props.faults.kind ? 'field field-faulty' : 'field'}>
    <legend>{TEXT.kind}</legend>
    <Faults {...labels('kind', TEXT.kind, '', props)} />
    <Choice value="confidential" chosen={props.values.kind} />
    <Choice value="public" chosen={props.values.kind} />
  </fieldset>
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
  const { values, editing } = props;
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

const Meanwhile = ({ changes }: { changes: readonly ShownChange[] }): VNode => (
  <>
    <Notice kind="danger" title={TEXT.meanwhile}>
      <p>{TEXT.meanwhileDetail}</p>
    </Notice>
    <Card>
      <h2>{TEXT.differs}</h2>
      <Comparison changes={changes} before={TEXT.there} after={TEXT.typed} />
    </Card>
  </>
);

type Editing = NonNullable<ClientFormProps['editing']>;

const Notices = ({ meanwhile, refusals, suggested, waits }: Editing): VNode => (
  <>
    {meanwhile && <Meanwhile changes={meanwhile} />}
    {refusals !== undefined && <RefusalsNotice requests={refusals} />}
    {suggested && <SuggestedNotice />}
    {waits && (
      <Notice kind="info" title={TEXT.waits}>
        <p>{TEXT.waitsDetail}</p>
      </Notice>
    )}
  </>
);

const Submit = ({ editing }: { editing: Editing | undefined }): VNode =>
  editing?.refusals === undefined ? (
    <Button look="primary">{editing ? TEXT.saveButton : TEXT.createButton}</Button>
  ) : (
    <SaveAllTheSame />
  );

export const ClientFormPage = (props: ClientFormProps): VNode => {
  const { editing } = props;
  const title = editing ? TEXT.edit(editing.name) : TEXT.create;
  return (
    <Layout title={title} width="wide" person={props.person} crumbs={props.crumbs}>
      <h1>{title}</h1>
      {Object.keys(props.faults).length > 0 && <Notice kind="danger" title={TEXT.faulty} />}
      {editing && <Notices {...editing} />}
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
