/* The mails that went nowhere, for developers. Filled by delivery/outbox. */
import type { VNode } from 'preact';
import { Layout } from './layout.js';
import { Card } from './parts/card.js';
import { DefinitionList } from './parts/definition-list.js';
import { Link } from './parts/link.js';
import { Time } from './parts/time.js';

export interface ShownMail {
  readonly id: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly { readonly name: string; readonly content: string }[];
  readonly at: Date;
}

const TEXT = {
  title: 'Outbox',
  lead: 'There is no mail server (SMTP_URL), so mails end here instead of in mailboxes. Newest first.',
  none: 'No mail yet',
  noneDetail: 'Mails appear here a moment after something that somebody is told about: try a new password.',
  to: 'To',
  sent: 'Sent',
} as const;

/** Addresses stand alone on a line of the text; there they can be followed. */
const Line = ({ line }: { line: string }): VNode =>
  /^https?:\/\/\S+$/.test(line) ? <Link to={line}>{line}</Link> : <>{line}</>;

const MailCard = ({ mail, now }: { mail: ShownMail; now: Date }): VNode => (
  <li>
    <Card>
      <h2>
        <bdi>{mail.subject}</bdi>
      </h2>
      <DefinitionList
        of={[
          { term: TEXT.to, value: <bdi>{`${mail.to.name} <${mail.to.address}>`}</bdi> },
          { term: TEXT.sent, value: <Time at={mail.at} now={now} /> },
        ]}
      />
      <p class="preline mail-text" dir="auto">
        {mail.text.split('\n').map((line, at) => (
          <>
            {at > 0 && '\n'}
            <Line line={line} />
          </>
        ))}
      </p>
      {mail.attachments?.map(({ name, content }) => (
        <details key={name}>
          <summary>{name}</summary>
          <p class="preline identifier" dir="ltr">
            {content}
          </p>
        </details>
      ))}
    </Card>
  </li>
);

export const OutboxPage = ({ mails, now }: { mails: readonly ShownMail[]; now: Date }): VNode => (
  <Layout title={TEXT.title} width="wide">
    <h1>{TEXT.title}</h1>
    <p class="lead">{TEXT.lead}</p>
    {mails.length === 0 ? (
      <Card>
        <h2>{TEXT.none}</h2>
        <p>{TEXT.noneDetail}</p>
      </Card>
    ) : (
      <ul class="cards">
        {mails.map((mail) => (
          <MailCard key={mail.id} mail={mail} now={now} />
        ))}
      </ul>
    )}
  </Layout>
);
