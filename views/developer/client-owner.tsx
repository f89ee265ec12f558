/* The owner of a client, on its page, with the link that transfers it. */
import type { VNode } from 'preact';
import { LinkAction } from '../parts/forms/actions.js';
import { Card } from '../parts/card.js';

export interface ClientOwnerProps {
  /** Name of the team; absent for the user's own client. */
  readonly team?: string | undefined;
  /** The page that transfers it, when the user may do that. */
  readonly to?: string | undefined;
}

const TEXT = {
  title: 'Owner',
  own: 'You. Nobody else manages it.',
  team: 'Its owners and administrators, and those of its organization, manage the client.',
  toTeam: 'Transfer to a team…',
  toUser: 'Transfer to you…',
} as const;

export const ClientOwner = ({ team, to }: ClientOwnerProps): VNode => (
  <Card>
    <h2>{TEXT.title}</h2>
    {team === undefined ? (
      <p>{TEXT.own}</p>
    ) : (
      <>
        <p>
          <bdi class="strong">{team}</bdi>
        </p>
        <p class="hint">{TEXT.team}</p>
      </>
    )}
    {to !== undefined && (
      <LinkAction look="plain" to={to} text={team === undefined ? TEXT.toTeam : TEXT.toUser} />
    )}
  </Card>
);
