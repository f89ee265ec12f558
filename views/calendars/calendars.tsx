/* The connected calendars of a user, which of them are in use, and forms to connect more. Data: web/calendars. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { PageUser } from '../parts/account-menu.js';
import { Button } from '../parts/forms/button.js';
import { Card } from '../parts/card.js';
import { Revoked } from '../parts/revoked-connection.js';
import type { RevokedConnection } from '../parts/revoked-connection.js';
import { Form } from '../parts/forms/form.js';
import { Notice } from '../parts/notice.js';
import { Time } from '../parts/text/time.js';
import { ChoiceForm } from './choice-form.js';
import { ConnectForms } from './connect-forms.js';
import type { ConnectFormsProps } from './connect-forms.js';
import { CALENDARS_TEXT as TEXT } from './messages.js';

export interface PageCalendar {
  readonly id: number;
  readonly name: string;
  readonly readOnly: boolean;
  readonly selected: boolean;
  readonly fault?: string | undefined;
  readonly failingSince?: Date | undefined;
  /** Target of the form that removes it alone. */
  readonly remove?: string | undefined;
}

export interface PageConnection {
  readonly id: number;
  /** Google Calendar. */
  readonly title: string;
  readonly identity: string;
  /** Present when the provider refuses the connection. */
  readonly revoked?: RevokedConnection | undefined;
  readonly calendars: readonly PageCalendar[];
  /** Target of the form that disconnects it. */
  readonly disconnect: string;
}

export interface CalendarsPageProps extends ConnectFormsProps {
  readonly user: PageUser;
  readonly connections: readonly PageConnection[];
  readonly destinationId: number | null;
  readonly outage: 'block' | 'last_known';
  readonly choices: string;
  readonly now: Date;
  /** Outcome of the last form. */
  readonly done?: string | undefined;
  readonly failed?: string | undefined;
}

const Failing = ({ calendar, now }: { calendar: PageCalendar; now: Date }): VNode | null =>
  calendar.fault === undefined ? null : (
    <Notice kind="warning" title={TEXT.failing(calendar.name, calendar.fault)}>
      {calendar.failingSince && (
        <p>
          <Time at={calendar.failingSince} now={now} />
        </p>
      )}
    </Notice>
  );

interface ConnectionCardProps extends Pick<CalendarsPageProps, 'csrf' | 'now'> {
  readonly connection: PageConnection;
}

const ConnectionCard = ({ connection, csrf, now }: ConnectionCardProps): VNode => {
  const { title, identity, revoked, calendars, disconnect } = connection;
  return (
    <li>
      <Card>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {identity !== '' && (
          <p class="hint">
            <bdi>{identity}</bdi>
          </p>
        )}
        {revoked && <Revoked title={title} detail={TEXT.revoked} connection={revoked} now={now} />}
        {calendars.map(({ id, name, remove }) => (
          <div key={id}>
            <p>
              <bdi>{name}</bdi>
            </p>
            {remove !== undefined && calendars.length > 1 && (
              <Form action={remove} csrf={csrf}>
                <Button look="plain">{TEXT.remove(name)}</Button>
              </Form>
            )}
          </div>
        ))}
        {!revoked && calendars.map((calendar) => <Failing key={calendar.id} calendar={calendar} now={now} />)}
        <Form action={disconnect} csrf={csrf}>
          <Button look="plain">{TEXT.disconnect(title)}</Button>
        </Form>
      </Card>
    </li>
  );
};

export const CalendarsPage = (props: CalendarsPageProps): VNode => (
  <Layout title={TEXT.title} width="wide" user={props.user}>
    <h1>{TEXT.title}</h1>
    {props.done && <Notice kind="good" title={props.done} />}
    {props.failed && <Notice kind="danger" title={props.failed} />}
    <p class="lead">{TEXT.lead}</p>
    {props.connections.length === 0 ? (
      <Card>
        <h2>{TEXT.none}</h2>
        <p>{TEXT.noneDetail}</p>
      </Card>
    ) : (
      <>
        <ul class="cards">
          {props.connections.map((connection) => (
            <ConnectionCard key={connection.id} connection={connection} csrf={props.csrf} now={props.now} />
          ))}
        </ul>
        <ChoiceForm {...props} />
      </>
    )}
    <ConnectForms {...props} />
  </Layout>
);
