import type { VNode } from 'preact';
import { Badge } from './badge.js';
import { ButtonLink } from './button.js';
import { Time } from './time.js';

export interface LostConnection {
  readonly since?: Date | undefined;
  /** Address to connect again; absent when the provider is no longer set up. */
  readonly again?: string | undefined;
}

const TEXT = {
  ended: 'Access revoked',
  since: 'Ended',
  notSetUp: 'This provider is no longer set up here. Disconnect it.',
  again: (name: string) => `Connect ${name} again`,
} as const;

/** A connection that the provider refuses: since when, the consequence, and what to do. */
export const Ended = (props: { title: string; detail: string; of: LostConnection; now: Date }): VNode => {
  const { since, again } = props.of;
  return (
    <>
      <p>
        <Badge kind="danger" text={TEXT.ended} />{' '}
        {since && (
          <>
            {TEXT.since} <Time at={since} now={props.now} />
          </>
        )}
      </p>
      <p>{props.detail}</p>
      {again === undefined ? (
        <p>{TEXT.notSetUp}</p>
      ) : (
        <p>
          <ButtonLink look="primary" to={again}>
            {TEXT.again(props.title)}
          </ButtonLink>
        </p>
      )}
    </>
  );
};
