/* What the deletion of an account would change, and its confirmation by typing. Data: web/account. */
import type { VNode } from 'preact';
import type { PageUser } from '../parts/account-menu.js';
import { CardPage } from '../parts/card-page.js';
import { Submit } from '../parts/forms/actions.js';
import { ButtonLink } from '../parts/forms/button.js';
import { Field } from '../parts/forms/field.js';
import { Form } from '../parts/forms/form.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { counted } from '../parts/text/counted.js';
import { isolated } from '../parts/text/isolated.js';

/** Name of the field that is typed as confirmation. */
export const CONFIRMATION = 'confirmation';

export interface DeletionView {
  readonly blockers: {
    readonly clients: readonly { readonly id: string; readonly name: string }[];
    readonly groups: readonly { readonly name: string; readonly organization: boolean }[];
  };
  readonly teamsRemoved: readonly string[];
  readonly groupsLeft: number;
  readonly eventTypes: number;
  readonly schedules: number;
  readonly calendars: number;
  readonly passkeys: number;
  readonly bookingsCancelled: number;
  readonly bookingsLeft: number;
}

const DELETION_TEXT = {
  title: 'Delete your account?',
  blocked: 'Something of yours is needed by others',
  blockedLead: 'Settle these first. Then come back to this page.',
  client: 'Application: transfer it to a team, or delete it',
  team: 'Team: make another member an owner, or remove the other members',
  organization: 'Organization: make another member an owner, or have the operators of this service remove it',
  consequence: 'This cannot be undone',
  access: 'You are signed out everywhere, at once.',
  bookings: (count: number) =>
    `${counted(count, 'upcoming booking')} with you alone ${count === 1 ? 'is' : 'are'} cancelled, and the attendees are told by mail.`,
  noBookings: 'You have no upcoming booking with you alone, so none is cancelled.',
  shared: (count: number) =>
    `${counted(count, 'upcoming booking')} with other hosts ${count === 1 ? 'goes' : 'go'} on without you.`,
  apps: (count: number) =>
    `${counted(count, 'connected application')} ${count === 1 ? 'loses' : 'lose'} access within a second.`,
  passkeys: (count: number) =>
    `${counted(count, 'passkey')} no longer ${count === 1 ? 'signs' : 'sign'} you in.`,
  teams: (names: readonly string[]) =>
    `Teams without another member are deleted: ${names.map(isolated).join(', ')}.`,
  left: (count: number) =>
    `You leave ${count === 1 ? 'a team or organization' : `${count} teams and organizations`}.`,
  erased: (counts: readonly string[]) => `After a day these are erased: ${counts.join(', ')}.`,
  profile: 'your profile',
  kept: 'Past bookings stay with their attendees and other hosts, without your name. The audit log keeps its entries under the number of your account.',
  label: 'Your e-mail address',
  hint: (email: string) => `Type it to confirm: ${isolated(email)}`,
  submit: 'Delete my account',
} as const;
const TEXT = DELETION_TEXT;

export interface DeletionProps {
  readonly user: PageUser;
  readonly preview: DeletionView;
  /** Connected applications. */
  readonly apps: number;
  readonly csrf: string;
  readonly action: string;
  readonly backTo: string;
  readonly clientsTo: string;
  readonly teamsTo: string;
  readonly typed: string;
  readonly fault?: string | undefined;
}

const Blockers = ({ preview: { blockers }, clientsTo, teamsTo, backTo }: DeletionProps): VNode => (
  <>
    <Notice kind="warning" title={TEXT.blocked} detail={TEXT.blockedLead} />
    <ul class="plain-list">
      {blockers.clients.map(({ id, name }) => (
        <li key={id}>
          <Link to={`${clientsTo}/${id}`}>
            <bdi>{name}</bdi>
          </Link>
          <p class="hint">{TEXT.client}</p>
        </li>
      ))}
      {blockers.groups.map(({ name, organization }) => (
        <li key={name}>
          <Link to={teamsTo}>
            <bdi>{name}</bdi>
          </Link>
          <p class="hint">{organization ? TEXT.organization : TEXT.team}</p>
        </li>
      ))}
    </ul>
    <ButtonLink look="plain" to={backTo}>
      Back
    </ButtonLink>
  </>
);

const erasedOf = ({ eventTypes, schedules, calendars }: DeletionView): readonly string[] => [
  TEXT.profile,
  ...(eventTypes > 0 ? [counted(eventTypes, 'event type')] : []),
  ...(schedules > 0 ? [counted(schedules, 'schedule')] : []),
  ...(calendars > 0 ? [counted(calendars, 'connected calendar')] : []),
];

/** Without what there is none of. */
const consequencesOf = ({ preview, apps }: DeletionProps): readonly string[] => [
  TEXT.access,
  preview.bookingsCancelled > 0 ? TEXT.bookings(preview.bookingsCancelled) : TEXT.noBookings,
  ...(preview.bookingsLeft > 0 ? [TEXT.shared(preview.bookingsLeft)] : []),
  ...(apps > 0 ? [TEXT.apps(apps)] : []),
  ...(preview.passkeys > 0 ? [TEXT.passkeys(preview.passkeys)] : []),
  ...(preview.teamsRemoved.length > 0 ? [TEXT.teams(preview.teamsRemoved)] : []),
  ...(preview.groupsLeft > 0 ? [TEXT.left(preview.groupsLeft)] : []),
  TEXT.erased(erasedOf(preview)),
  TEXT.kept,
];

const Confirmation = (props: DeletionProps): VNode => (
  <>
    <Notice kind="warning" title={TEXT.consequence}>
      <ul>
        {consequencesOf(props).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
    <Form action={props.action} csrf={props.csrf}>
      <Field
        name={CONFIRMATION}
        label={TEXT.label}
        hint={TEXT.hint(props.user.email)}
        type="email"
        fault={props.fault}
        value={props.typed}
        focused
      />
      <Submit look="danger" text={TEXT.submit} cancelTo={props.backTo} />
    </Form>
  </>
);

export function DeletionPage(props: DeletionProps): VNode {
  const { clients, groups } = props.preview.blockers;
  const isBlocked = clients.length + groups.length > 0;
  return (
    <CardPage title={TEXT.title} user={props.user} crumbs={[]}>
      {isBlocked ? <Blockers {...props} /> : <Confirmation {...props} />}
    </CardPage>
  );
}
