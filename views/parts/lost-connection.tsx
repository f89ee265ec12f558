import type { VNode } from 'preact';
import { Badge } from './badge.js';
import { ButtonLink } from './button.js';
import { Time } from './time.js';

export interface LostConnection {
  readonly since?: Date | undefined;
  /** Where it is connected again; absent when that is not possible here any more. */
  readonly again?: string | undefined;
}

const TEXT = {
  ended: 'No longer lets us in',
  since: 'Ended',
  forGood: 'It cannot be connected here any more. Disconnect it.',
  again: (name: string) => `Connect ${name} again`,
} as const;

/** A connection that the other side refuses: since when, what that means, and the one thing to do. */
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
        <p>{TEXT.forGood}</p>
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
