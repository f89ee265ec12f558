/* Mails and text messages that were not sent, for developers. Data: web/outbox. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import { Card, EmptyCard } from '../parts/card.js';
import { DefinitionList } from '../parts/definition-list.js';
import { Link } from '../parts/link.js';
import { BrowserZoneScript, Time } from '../parts/text/time.js';

export interface MailView {
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly { readonly name: string; readonly content: string }[];
  readonly at: Date;
}

export interface SmsView {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly at: Date;
}

export type MessageView = MailView | SmsView;

export const OUTBOX_TEXT = {
  title: 'Outbox',
  detail: 'Read the mails and text messages that are not sent, because nothing is configured to send them.',
  lead: 'Mails appear here while no mail server (SMTP_URL) is configured, text messages while no gateway (SMS_URL) is. Newest first.',
  none: 'No mail yet',
  noneDetail: 'A mail appears here shortly after an event with a notification, such as a password change.',
  formatted: 'As a mail program shows it',
  sms: 'Text message',
  to: 'To',
  sent: 'Sent',
} as const;
const TEXT = OUTBOX_TEXT;

interface OutboxProps {
  readonly messages: readonly MessageView[];
  /** The address of a mail is its id below this. */
  readonly path: string;
  readonly now: Date;
}

const headOf = (message: MessageView): { readonly title: string; readonly to: string } =>
  'subject' in message
    ? { title: message.subject, to: `${message.to.name} <${message.to.address}>`.trim() }
    : { title: TEXT.sms, to: message.to };

/** An address alone on a line becomes a link. */
const Line = ({ line }: { line: string }): VNode =>
  /^https?:\/\/\S+$/.test(line) ? <Link to={line}>{line}</Link> : <>{line}</>;

const Attachments = ({ of }: { of: MailView['attachments'] }): VNode => (
  <>
    {of?.map(({ name, content }) => (
      <details key={name}>
        <summary>{name}</summary>
        <p class="preline identifier" dir="ltr">
          {content}
        </p>
      </details>
    ))}
  </>
);

const MessageCard = ({
  message,
  path,
  now,
}: Omit<OutboxProps, 'messages'> & { message: MessageView }): VNode => (
  <li>
    <Card>
      <h2>
        <bdi>{headOf(message).title}</bdi>
      </h2>
      <DefinitionList
        of={[
          { term: TEXT.to, value: <bdi>{headOf(message).to}</bdi> },
          { term: TEXT.sent, value: <Time at={message.at} now={now} /> },
        ]}
      />
      <p class="preline mail-text" dir="auto">
        {message.text.split('\n').map((line, at) => (
          <>
            {at > 0 && '\n'}
            <Line line={line} />
          </>
        ))}
      </p>
      {'subject' in message && (
        <p>
          <Link to={`${path}/${message.id}`}>{TEXT.formatted}</Link>
        </p>
      )}
      {'subject' in message && <Attachments of={message.attachments} />}
    </Card>
  </li>
);

export const OutboxPage = ({ messages, ...props }: OutboxProps): VNode => (
  <Layout title={TEXT.title} width="wide">
    <h1>{TEXT.title}</h1>
    <p class="lead">{TEXT.lead}</p>
    {messages.length === 0 ? (
      <EmptyCard title={TEXT.none} detail={TEXT.noneDetail} />
    ) : (
      <ul class="cards">
        {messages.map((message) => (
          <MessageCard key={message.id} message={message} {...props} />
        ))}
      </ul>
    )}
    <BrowserZoneScript />
  </Layout>
);
