/* Whether a secret is in use, so that none is removed by mistake. */
import type { VNode } from 'preact';
import { Badge } from '../parts/badge.js';
import { Identifier } from '../parts/text/identifier.js';
import { Time } from '../parts/text/time.js';
import { counted } from '../parts/text/counted.js';

export type SecretUseView =
  | { readonly kind: 'never' }
  /** Not used since uses are counted, which began after the secret was created. */
  | { readonly kind: 'unseen'; readonly since: Date }
  | { readonly kind: 'idle'; readonly days: number }
  | {
      readonly kind: 'used';
      readonly at: Date;
      readonly from: { readonly clientIp: string; readonly agent: string };
    };

export interface SecretUseProps {
  readonly use: SecretUseView;
  /** Uses in the last 7 days. */
  readonly week: number;
  /** Whether it can be removed at all. */
  readonly removable: boolean;
  readonly now: Date;
}

const TEXT = {
  never: 'Never used',
  unseen: 'Not used since usage tracking began',
  idle: (days: number) => `Not used for ${counted(days, 'day')}`,
  inUse: 'In use',
  used: 'Used',
  from: 'from',
  breaks: ': removing it will break this application',
  week: (uses: number) => `${counted(uses, 'use')} in the last 7 days`,
} as const;

const LatestUse = ({
  use,
  removable,
  now,
}: SecretUseProps & { use: SecretUseView & { kind: 'used' } }): VNode => (
  <p>
    {removable && (
      <>
        <Badge kind="warning" text={TEXT.inUse} />{' '}
      </>
    )}
    {TEXT.used} <Time at={use.at} now={now} /> {TEXT.from} <Identifier value={use.from.clientIp} /> (
    <bdi>{use.from.agent}</bdi>){removable && TEXT.breaks}
  </p>
);

const Sentence = (props: SecretUseProps): VNode => {
  const { use, now } = props;
  switch (use.kind) {
    case 'never':
      return <p>{TEXT.never}</p>;
    case 'unseen':
      return (
        <p>
          {TEXT.unseen} <Time at={use.since} now={now} />
        </p>
      );
    case 'idle':
      return <p>{TEXT.idle(use.days)}</p>;
    case 'used':
      return <LatestUse {...props} use={use} />;
  }
};

export const SecretUse = (props: SecretUseProps): VNode => (
  <>
    <Sentence {...props} />
    {props.week > 0 && <p class="hint">{TEXT.week(props.week)}</p>}
  </>
);
