/* Refresh tokens of a public client that came from two IP addresses. Data: web/developer. */
import type { VNode } from 'preact';
import { Card } from '../parts/card.js';
import { Time } from '../parts/text/time.js';

export interface RepeatView {
  readonly grantId: string;
  readonly accountId: number;
  readonly at: Date;
}

const TEXT = {
  title: 'Refresh tokens from two IP addresses',
  lead: 'Each of these was used, and within a minute sent again from another IP address. A device that changes its network does that, and so does somebody who has copied a token: ask the user if it happens often. The users see it in their connected applications.',
  grant: 'Grant',
  subject: 'of the user with the subject',
} as const;

export const ClientRepeats = ({
  repeats,
  now,
}: {
  readonly repeats: readonly RepeatView[];
  readonly now: Date;
}): VNode => (
  <Card>
    <h2>{TEXT.title}</h2>
    <p class="hint">{TEXT.lead}</p>
    <ul class="rows">
      {repeats.map(({ grantId, accountId, at }) => (
        <li key={`${grantId} ${at.getTime()}`}>
          <p>
            {TEXT.grant} <code>{grantId}</code> {TEXT.subject} <code>{accountId}</code>,{' '}
            <Time at={at} now={now} />
          </p>
        </li>
      ))}
    </ul>
  </Card>
);
