/* The routing forms of the groups that a user administers; forms to create one and to edit its name. Data: web/routing-forms. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Badge } from '../parts/badge.js';
import { ButtonLink } from '../parts/forms/button.js';
import { Card, EmptyCard } from '../parts/card.js';
import { counted } from '../parts/text/counted.js';
import { type Choice, Field, SelectField, TextArea } from '../parts/forms/field.js';
import { Link } from '../parts/link.js';
import { isolated } from '../parts/text/isolated.js';
import { EditPage, type EditProps } from './edit-page.js';

export interface ListedForm {
  readonly name: string;
  readonly to: string;
  readonly groupName: string;
  readonly disabled: boolean;
  readonly responses: number;
}

export interface MyFormsProps {
  readonly user: PageUser;
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
  removed: (name: string) => `${isolated(name)} and its responses are deleted.`,
  group: 'Team or organization',
  name: 'Name',
  nameHint: 'Visible to you and in the API.',
  description: 'Description',
  descriptionHint: 'Optional. The purpose of the form.',
  submit: 'Create form',
  save: 'Save changes',
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

export const MyFormsPage = ({ user, forms, createTo, done }: MyFormsProps): VNode => (
  <AccountPage title={TEXT.title} user={user} done={done}>
    <p class="lead">{TEXT.detail}</p>
    {forms.length === 0 ? (
      <EmptyCard
        title={createTo ? TEXT.none : TEXT.noGroup}
        detail={createTo ? TEXT.noneDetail : TEXT.noGroupDetail}
      />
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
  </AccountPage>
);

export interface FormHeadProps extends EditProps {
  readonly values: { readonly name: string; readonly description: string; readonly group: string };
  /** Groups that a new form may belong to. */
  readonly groups?: readonly Choice[];
  /** The form that is edited; absent for a new one. */
  readonly editing?: { readonly name: string };
}

const HeadFields = ({ values, faults, groups }: FormHeadProps): VNode => (
  <>
    {groups && (
      <SelectField
        name="group"
        label={TEXT.group}
        choices={groups}
        chosen={values.group}
        fault={faults['group']}
      />
    )}
    <Field name="name" label={TEXT.name} hint={TEXT.nameHint} fault={faults['name']} value={values.name} />
    <TextArea
      name="description"
      label={TEXT.description}
      hint={TEXT.descriptionHint}
      fault={faults['description']}
      value={values.description}
      rows={3}
      optional
    />
  </>
);

export const FormHeadPage = (props: FormHeadProps): VNode => (
  <EditPage
    page={props}
    title={props.editing?.name ?? TEXT.create}
    save={props.editing ? TEXT.save : TEXT.submit}
  >
    <HeadFields {...props} />
  </EditPage>
);
