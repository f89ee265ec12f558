/* The profile of the user: name and picture, and how times are written for them. Data: web/profile. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { AccountPage } from '../parts/account-page.js';
import { Card } from '../parts/card.js';
import { Submit } from '../parts/forms/actions.js';
import { ErrorSummary } from '../parts/forms/error-summary.js';
import { type Choice, Field, SelectField, TextArea } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';

export const PROFILE_TEXT = {
  title: 'Profile',
  detail: 'Your name and username, and the time zone of your pages.',
  saved: 'Your profile is saved.',
  outdated:
    'Nothing was saved: the profile has been changed elsewhere since you opened this page. Save again to replace it with what is below.',
  faulty: 'Nothing was saved. Correct these fields:',
  usernameTaken: 'This username is taken. Choose another one.',
  about: 'About you',
  name: 'Name',
  nameHint: 'People who book with you see it.',
  username: 'Username',
  usernameHint:
    'It begins the addresses of your booking pages. If you change it, links with the old one stop working.',
  picture: 'Address of your picture',
  pictureHint: 'Begins with https://.',
  bio: 'A few words about you',
  times: 'Dates and times',
  timeZone: 'Time zone',
  timeZoneHint: 'Times on these pages are in it. Your schedules have time zones of their own.',
  timeFormat: 'Times look like',
  weekStart: 'The week begins on',
  locale: 'Language of dates',
  localeHint: 'Dates are written as is usual in it. The pages are in English.',
  submit: 'Save profile',
  elsewhere: 'Your account',
  email: 'Change your e-mail address',
  data: 'Download your data or delete your account',
} as const;
const TEXT = PROFILE_TEXT;

const SELECTS = ['timeZone', 'timeFormat', 'weekStart', 'locale'] as const;

export type ProfileField = 'name' | 'username' | 'avatarUrl' | 'bio' | (typeof SELECTS)[number];
/** As typed. */
export type ProfileValues = Readonly<Record<ProfileField, string>>;
export type ProfileChoices = Readonly<Record<(typeof SELECTS)[number], readonly Choice[]>>;

export interface ProfileProps {
  readonly user: PageUser;
  readonly csrf: string;
  readonly action: string;
  readonly version: number;
  readonly values: ProfileValues;
  readonly choices: ProfileChoices;
  /** By field. */
  readonly faults: Readonly<Partial<Record<string, readonly string[]>>>;
  /** Why nothing was saved, when it is about no field. */
  readonly refusal?: string | undefined;
  readonly done?: string | undefined;
  readonly links: { readonly email: string; readonly data: string };
}

const About = ({ values, faults }: ProfileProps): VNode => {
  const of = (name: 'name' | 'username' | 'avatarUrl') => ({
    ...{ name, value: values[name], fault: faults[name] },
  });
  return (
    <section aria-labelledby="about">
      <h2 id="about">{TEXT.about}</h2>
      <Field {...of('name')} label={TEXT.name} hint={TEXT.nameHint} autocomplete="name" />
      <Field {...of('username')} type="identifier" label={TEXT.username} hint={TEXT.usernameHint} />
      <Field {...of('avatarUrl')} type="address" label={TEXT.picture} hint={TEXT.pictureHint} optional />
      <TextArea name="bio" label={TEXT.bio} value={values.bio} fault={faults['bio']} rows={4} optional />
    </section>
  );
};

const HINTS: Partial<Record<ProfileField, string>> = {
  timeZone: TEXT.timeZoneHint,
  locale: TEXT.localeHint,
};

const Times = ({ values, choices, faults }: ProfileProps): VNode => (
  <section aria-labelledby="times">
    <h2 id="times">{TEXT.times}</h2>
    {SELECTS.map((name) => (
      <SelectField
        key={name}
        name={name}
        label={TEXT[name]}
        hint={HINTS[name]}
        fault={faults[name]}
        choices={choices[name]}
        chosen={values[name]}
      />
    ))}
  </section>
);

/** What is on other pages, in one place. */
const Elsewhere = ({ links }: Pick<ProfileProps, 'links'>): VNode => (
  <Card>
    <h2>{TEXT.elsewhere}</h2>
    <ul class="plain-list">
      <li>
        <Link to={links.email}>{TEXT.email}</Link>
      </li>
      <li>
        <Link to={links.data}>{TEXT.data}</Link>
      </li>
    </ul>
  </Card>
);

export const ProfilePage = (props: ProfileProps): VNode => (
  <AccountPage title={TEXT.title} user={props.user} done={props.done} refusal={props.refusal}>
    {Object.keys(props.faults).length > 0 && <ErrorSummary title={TEXT.faulty} faults={props.faults} />}
    <Card>
      <Form action={props.action} csrf={props.csrf}>
        <input type="hidden" name="version" value={props.version} />
        <About {...props} />
        <Times {...props} />
        <Submit look="primary" text={TEXT.submit} />
      </Form>
    </Card>
    <Elsewhere links={props.links} />
  </AccountPage>
);
