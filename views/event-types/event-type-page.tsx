/* One event type: its public link, its form, and what else can be done with it. Data: web/event-types. */
import type { VNode } from 'preact';
import { Badge } from '../parts/badge.js';
import { Card, DangerCard } from '../parts/card.js';
import { type Definition, DefinitionList } from '../parts/definition-list.js';
import { ButtonForm } from '../parts/forms/actions.js';
import { Copyable, CopyScript } from '../parts/text/copyable.js';
import { counted } from '../parts/text/counted.js';
import { Link } from '../parts/link.js';
import { Notice } from '../parts/notice.js';
import { AccountPage } from '../parts/account-page.js';
import { EventTypeForm } from './form-page.js';
import { FORM_TEXT } from './form-texts.js';
import type { EventTypeFormProps } from './form-values.js';

export interface EventTypePageProps extends EventTypeFormProps {
  readonly title: string;
  readonly version: string;
  /** Absent for a managed one of a team. */
  readonly publicUrl: string | undefined;
  /** Of a team, in words. */
  readonly hosts: string | undefined;
  readonly hidden: boolean;
  readonly questions: number;
  readonly links: number | undefined;
  readonly to: Readonly<Record<'questions' | 'links' | 'remove', string>> & {
    readonly copies: string | undefined;
    readonly hosts: string | undefined;
  };
  /** What the team that manages it decides; absent for one of the user's own. */
  readonly managed?: readonly Definition[] | undefined;
  readonly done?: string | undefined;
}

export const EVENT_TYPE_TEXT = {
  created: (title: string) => `${title} is created. Its link is below.`,
  copied: 'This is the copy. It is hidden until you untick “Hidden”.',
  saved: (title: string) => `${title} is saved.`,
  stale: 'The event type was changed in the meantime. Check your input below and save again.',
  hidden: 'Hidden',
  publicLink: 'Public link',
  hosts: 'Hosts',
  questions: 'Questions',
  links: 'Private links',
  managed: 'A team manages this event type',
  managedDetail:
    'You choose your availability and your locations. Everything else is up to the administrators of the team, and only they can delete it.',
  lockedQuestions: 'The administrators of the team decide what people are asked.',
  locked: 'Decided by the team',
  copy: 'Duplicate',
  copyTitle: 'Duplicate it',
  copyDetail: 'Creates a hidden event type with the same settings and questions.',
  danger: 'Danger zone',
  dangerDetail: 'Bookings stay, but the link stops working.',
  remove: 'Delete this event type',
} as const;
const TEXT = EVENT_TYPE_TEXT;

const Facts = ({ publicUrl, hidden, hosts, questions, links, to }: EventTypePageProps): VNode => (
  <Card>
    {hidden && (
      <p>
        <Badge kind="warning" text={TEXT.hidden} />
      </p>
    )}
    <DefinitionList
      of={[
        { term: TEXT.publicLink, value: publicUrl && <Copyable value={publicUrl} noun="link" /> },
        { term: TEXT.hosts, value: to.hosts && <Link to={to.hosts}>{hosts}</Link> },
        { term: TEXT.questions, value: <Link to={to.questions}>{counted(questions, 'question')}</Link> },
        {
          term: TEXT.links,
          value: links !== undefined && <Link to={to.links}>{counted(links, 'private link')}</Link>,
        },
      ]}
    />
  </Card>
);

const Locked = ({ of }: { of: readonly Definition[] }): VNode => (
  <>
    <Notice kind="info" title={TEXT.managed} detail={TEXT.managedDetail} />
    <Card>
      <h2>{TEXT.locked}</h2>
      <DefinitionList of={of} />
    </Card>
  </>
);

const Others = ({ to, csrf, managed }: EventTypePageProps): VNode => (
  <>
    {to.copies !== undefined && (
      <Card>
        <h2>{TEXT.copyTitle}</h2>
        <p class="hint">{TEXT.copyDetail}</p>
        <ButtonForm action={to.copies} csrf={csrf} look="plain" text={TEXT.copy} />
      </Card>
    )}
    {!managed && (
      <DangerCard title={TEXT.danger} detail={TEXT.dangerDetail}>
        <ButtonForm action={to.remove} csrf={csrf} look="danger" text={TEXT.remove} />
      </DangerCard>
    )}
  </>
);

export const EventTypePage = (props: EventTypePageProps): VNode => {
  const { title, managed, version } = props;
  return (
    <AccountPage {...props} heading={<bdi>{title}</bdi>}>
      <Facts {...props} />
      {managed && <Locked of={managed} />}
      <EventTypeForm of={props} managed={managed !== undefined} version={version} save={FORM_TEXT.save} />
      <Others {...props} />
      <CopyScript />
    </AccountPage>
  );
};
