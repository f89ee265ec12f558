/* For the owner of a legacy client: which scopes its calls needed, and whether its requests name scopes already. */
import type { VNode } from 'preact';
import { LinkAction } from '../parts/forms/actions.js';
import { Card } from '../parts/card.js';
import { counted } from '../parts/text/counted.js';
import { Notice } from '../parts/notice.js';

export interface LegacyAssistantProps {
  /** In the last 30 days, in the order of the catalogue. */
  readonly needed: readonly { readonly name: string; readonly label: string; readonly calls: number }[];
  /** Authorization requests of the last 30 days, by whether they named scopes. */
  readonly named: number;
  readonly leftOut: number;
  /** The client form with these scopes selected. */
  readonly useTo: string;
}

const TEXT = {
  title: 'Give this client a scope list',
  lead: 'Its authorization requests may still omit scope and get everything the person may do. Make them name their scopes first, then save the same scopes here.',
  needed: 'Its calls of the last 30 days needed:',
  noCalls: 'It made no call in the last 30 days that needed a scope, so there is nothing to suggest.',
  use: 'Use these scopes',
  requests: 'Authorization requests of the last 30 days',
  none: 'There were none.',
  leftOut: (count: number) => `${counted(count, 'request')} without scope`,
  named: (count: number) => `${counted(count, 'request')} with scope`,
  ready: 'All of them named their scopes.',
  notReady: 'Once you save scopes, requests without scope are refused with invalid_scope.',
} as const;

const NeededScopes = ({ needed, useTo }: LegacyAssistantProps): VNode =>
  needed.length === 0 ? (
    <p>{TEXT.noCalls}</p>
  ) : (
    <>
      <p>{TEXT.needed}</p>
      <ul class="plain-list">
        {needed.map(({ name, label, calls }) => (
          <li key={name}>
            {label} <span class="hint">({counted(calls, 'call')})</span>
            <code class="scope-name">{name}</code>
          </li>
        ))}
      </ul>
      <LinkAction look="plain" to={useTo} text={TEXT.use} />
    </>
  );

const Requests = ({ named, leftOut }: LegacyAssistantProps): VNode => {
  if (named + leftOut === 0) return <p>{TEXT.none}</p>;
  const counts = `${TEXT.leftOut(leftOut)}, ${TEXT.named(named)}.`;
  return leftOut === 0 ? (
    <Notice kind="good" title={TEXT.ready} detail={counts} />
  ) : (
    <Notice kind="warning" title={counts} detail={TEXT.notReady} />
  );
};

export const LegacyAssistant = (props: LegacyAssistantProps): VNode => (
  <Card>
    <h2>{TEXT.title}</h2>
    <p class="hint">{TEXT.lead}</p>
    <NeededScopes {...props} />
    <h3>{TEXT.requests}</h3>
    <Requests {...props} />
  </Card>
);
