import type { VNode } from 'preact';
import { Badge } from './badge.js';
import { ButtonLink } from './forms/button.js';
import { Time } from './text/time.js';

export interface RevokedConnection {
  readonly since?: Date | undefined;
  /** Address to connect again; absent when the provider is no longer set up. */
  readonly again?: string | undefined;
}

const TEXT = {
  revoked: 'Access revoked',
  since: 'Ended',
  notSetUp: 'This provider is no longer set up here. Disconnect it.',
  again: (name: string) => `Connect ${name} again`,
} as const;

interface RevokedProps {
  readonly title: string;
  readonly detail: string;
  readonly connection: RevokedConnection;
  readonly now: Date;
}

/** A connection that the provider refuses: since when, the consequence, and what to do. */
export const Revoked = ({ title, detail, connection: { since, again }, now }: RevokedProps): VNode => (
  <>
    <p>
      <Badge kind="danger" text={TEXT.revoked} />{' '}
      {since && (
        <>
          {TEXT.since} <Time at={since} now={now} />
        </>
      )}
    </p>
    <p>{detail}</p>
    <p>
      {again === undefined ? (
        TEXT.notSetUp
      ) : (
        <ButtonLink look="primary" to={again}>
          {TEXT.again(title)}
        </ButtonLink>
      )}
    </p>
  </>
);
