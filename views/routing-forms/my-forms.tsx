/* The routing forms of the groups that a user administers; forms to create one and to edit its name. Data: web/routing-forms. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Badge } from '../parts/badge.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { counted } from '../parts/counted.js';
import { Field, SelectField, TextArea } from '../parts/field.js';
import type { Choice } from '../parts/field.js';
import { Form } from '../parts/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';

export interface ListedForm {
  readonly name: string;
  readonly to: string;
  readonly groupName: string;
  readonly disabled: boolean;
  readonly responses: number;
}

export interface MyFormsProps {
  readonly user: PagePerson;
  readonly forms: readonly ListedForm[];
  /** Absent for users who administer no group. */
  readonly createTo?: string | undefined;
  readonly done?: string | undefined;
}

export const ROUTING_FORMS_TEXT = {
  title: 'Routing forms',
  detail: 'Ask a few questions and route each person to the right event type, message or page.',
  create: 'Create a routing form',
  none: 'There is no routing form yet',
  noneDetail: 'With a routing form, people answer a few questions and reach the right event type.',
  noGroup: 'You administer no team',
  noGroupDetail:
    'Routing forms belong to teams and organizations. Their owners and administrators create them.',
  off: 'Switched off',
  removed: 'The routing form and its responses are deleted.',
  group: 'Team or organization',
  name: 'Name',
  nameHint: 'Visible to you and in the API.',
  description: 'Description',
  descriptionHint: 'Optional. The purpose of the form.',
  submit: 'Create form',
  save: 'Save changes',
  cancel: 'Cancel',
  faulty: 'Nothing was saved. Correct the marked fields.',
  tooMany: (limit: number) => `You have reached the limit of ${limit} forms. Delete one first.`,
  unknownGroup: 'Choose a team or organization that you administer.',
} as const;
const TEXT = ROUTING_FORMS_TEXT;

const Row = ({ name, to, groupName, disabled, responses }: ListedForm): VNode => (
  <li>
    <Link to={to}>
      <bdi>{name}</bdi>
    </Link>
    {disabled && <Badge kind="warning" text={TEXT.off} />}
    <p class="hint">
      <bdi>{groupName}</bdi> · {counted(responses, 'response')}
    </p>
  </li>
);

const Nothing = ({ administers }: { administers: boolean }): VNode => (
  <Card>
    <h2>{administers ? TEXT.none : TEXT.noGroup}</h2>
    <p>{administers ? TEXT.noneDetail : TEXT.noGroupDetail}</p>
  </Card>
);

export const MyFormsPage = ({ user, forms, createTo, done }: MyFormsProps): VNode => (
  <Layout title={TEXT.title} width="wide" user={user} crumbs={[{ label: 'Your account', to: '/' }]}>
    <h1>{TEXT.title}</h1>
    {done && <Notice kind="good" title={done} />}
    <p class="lead">{TEXT.detail}</p>
    {forms.length === 0 ? (
      <Nothing administers={createTo !== undefined} />
    ) : (
      <Card>
        <ul class="rows">
          {forms.map((form) => (
            <Row key={form.to} {...form} />
          ))}
        </ul>
      </Card>
    )}
    {createTo && (
      <p class="actions">
        <ButtonLink look="primary" to={createTo}>
          {TEXT.create}
        </ButtonLink>
      </p>
    )}
  </Layout>
);

export type HeadFaults = Readonly<Partial<Record<'group' | 'name' | 'description', readonly string[]>>>;

export interface FormHeadProps {
  readonly user: PagePerson;
  readonly crumbs: readonly { readonly label: string; readonly to: string }[];
  readonly csrf: string;
  readonly action: string;
  readonly backTo: string;
  readonly values: { readonly name: string; readonly description: string; readonly group: string };
  readonly faults: HeadFaults;
  readonly refusal?: string | undefined;
  /** Groups that a new form may belong to. */
  readonly groups?: readonly Choice[];
  /** The form being edited; absent for a new one. */
  readonly editing?: { readonly name: string; readonly version: number };
}

const HeadFields = ({ values, faults, groups }: FormHeadProps): VNode => (
  <>
    {groups && (
      <SelectField
        name="group"
        label={TEXT.group}
        choices={groups}
        chosen={values.group}
        fault={faults.group}
      />
    )}
    <Field
      name="name"
      label={TEXT.name}
      hint={TEXT.nameHint}
      fault={faults.name}
      type="text"
      autocomplete="off"
      value={values.name}
    />
    <TextArea
      name="description"
      label={TEXT.description}
      hint={TEXT.descriptionHint}
      fault={faults.description}
      value={values.description}
      rows={3}
      optional
    />
  </>
);

export function FormHeadPage(props: FormHeadProps): VNode {
  const { editing, refusal } = props;
  const title = editing?.name ?? TEXT.create;
  const faulty = Object.keys(props.faults).length > 0 ? TEXT.faulty : refusal;
  return (
    <Layout title={title} width="wide" user={props.user} crumbs={props.crumbs}>
      <h1>
        <bdi>{title}</bdi>
      </h1>
      {faulty && <Notice kind="danger" title={faulty} />}
      <Card>
        <Form action={props.action} csrf={props.csrf}>
          {editing && <input type="hidden" name="version" value={editing.version} />}
          <HeadFields {...props} />
          <div class="actions">
            <Button look="primary">{editing ? TEXT.save : TEXT.submit}</Button>
            <ButtonLink look="plain" to={props.backTo}>
              {TEXT.cancel}
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </Layout>
  );
}
