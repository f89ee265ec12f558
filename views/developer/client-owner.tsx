/* Whose a client is, on its page, and the way to another owner. */
import type { VNode } from 'preact';
import { ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';

export interface ClientOwnerProps {
  /** Name of the team; absent for the person's own. */
  readonly team?: string | undefined;
  /** Where it is given away, when the person may do that. */
  readonly to?: string | undefined;
}

const TEXT = {
  title: 'Owner',
  own: 'You. Nobody else manages it.',
  team: 'Its owners and administrators, and those of its organization, manage the client.',
  give: 'Transfer to a team…',
  take: 'Transfer to you…',
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
      <div class="actions">
        <ButtonLink look="plain" to={to}>
          {team === undefined ? TEXT.give : TEXT.take}
        </ButtonLink>
      </div>
    )}
  </Card>
);
