/* The fields of a team, of a new one and of one that exists. Data: web/teams. */
import type { VNode } from 'preact';
import type { FormPageProps } from '../layout.js';
import { AccountPage } from '../parts/account-page.js';
import { Card } from '../parts/card.js';
import { Submit } from '../parts/forms/actions.js';
import { BoxField, TICKED } from '../parts/forms/box-field.js';
import { type Choice, Field, SelectField, TextArea } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';

export const TEAM_FIELDS = ['name', 'slug', 'bio', 'logoUrl', 'timeZone', 'weekStart', 'isPrivate'] as const;
export type TeamField = (typeof TEAM_FIELDS)[number];
/** As typed. */
export type TeamValues = Readonly<Record<TeamField, string>>;
export type TeamFaults = Readonly<Partial<Record<string, readonly string[]>>>;

const TEXT = {
  create: 'Create a team',
  createLead: 'You own it. Its members can then be booked together, or in turns.',
  createIn: (name: string) => `Create a team in ${name}`,
  createInLead: 'The owners and administrators of the organization manage it too.',
  name: 'Name',
  nameHint: 'People who book with the team see it.',
  slug: 'Slug',
  newSlugHint: 'The end of the address of its booking page. Leave it empty to take it from the name.',
  slugHint:
    'The end of the address of its booking page. If you change it, links with the old one stop working.',
  bio: 'About the team',
  logoUrl: 'Address of its picture',
  logoHint: 'Begins with https://.',
  timeZone: 'Time zone',
  timeZoneHint: 'Its booking page opens in it. Schedules of members have time zones of their own.',
  weekStart: 'The week begins on',
  isPrivate: 'Private',
  privateHint: 'Its booking pages do not name the members.',
  save: 'Save team',
} as const;
interface FieldsProps {
  readonly values: TeamValues;
  readonly faults: TeamFaults;
}

const Names = ({ values, faults, slugHint }: FieldsProps & { readonly slugHint: string }): VNode => (
  <>
    <Field name="name" label={TEXT.name} hint={TEXT.nameHint} value={values.name} fault={faults['name']} />
    <Field
      name="slug"
      type="identifier"
      label={TEXT.slug}
      hint={slugHint}
      value={values.slug}
      fault={faults['slug']}
      optional={slugHint === TEXT.newSlugHint}
    />
  </>
);

export interface TeamChoices {
  readonly timeZone: readonly Choice[];
  readonly weekStart: readonly Choice[];
}

const Settings = ({ values, faults, choices }: FieldsProps & { readonly choices: TeamChoices }): VNode => (
  <>
    <TextArea name="bio" label={TEXT.bio} value={values.bio} fault={faults['bio']} rows={4} optional />
    <Field
      name="logoUrl"
      type="address"
      label={TEXT.logoUrl}
      hint={TEXT.logoHint}
      value={values.logoUrl}
      fault={faults['logoUrl']}
      optional
    />
    <SelectField
      name="timeZone"
      label={TEXT.timeZone}
      hint={TEXT.timeZoneHint}
      choices={choices.timeZone}
      chosen={values.timeZone}
      fault={faults['timeZone']}
    />
    <SelectField
      name="weekStart"
      label={TEXT.weekStart}
      choices={choices.weekStart}
      chosen={values.weekStart}
      fault={faults['weekStart']}
    />
    <BoxField
      name="isPrivate"
      label={TEXT.isPrivate}
      hint={TEXT.privateHint}
      checked={values.isPrivate === TICKED}
      fault={faults['isPrivate']}
    />
  </>
);

export interface TeamFormProps extends FieldsProps {
  readonly csrf: string;
  readonly action: string;
  readonly version: string;
  readonly choices: TeamChoices;
}

export const TeamForm = ({ csrf, action, version, ...fields }: TeamFormProps): VNode => (
  <Form action={action} csrf={csrf}>
    <input type="hidden" name="version" value={version} />
    <Names {...fields} slugHint={TEXT.slugHint} />
    <Settings {...fields} />
    <Submit look="primary" text={TEXT.save} />
  </Form>
);

export interface NewTeamProps extends FormPageProps, FieldsProps {
  readonly action: string;
  readonly backTo: string;
  /** The name of the organization that the team will belong to. */
  readonly organization?: string | undefined;
  readonly refusal?: string | undefined;
}

export const NewTeamPage = (props: NewTeamProps): VNode => {
  const { organization } = props;
  const title = organization === undefined ? TEXT.create : TEXT.createIn(organization);
  return (
    <AccountPage {...props} title={title} heading={<bdi>{title}</bdi>}>
      <p class="lead">{organization === undefined ? TEXT.createLead : TEXT.createInLead}</p>
      <Card>
        <Form action={props.action} csrf={props.csrf}>
          <Names {...props} slugHint={TEXT.newSlugHint} />
          <Submit look="primary" text={TEXT.create} cancelTo={props.backTo} />
        </Form>
      </Card>
    </AccountPage>
  );
};
