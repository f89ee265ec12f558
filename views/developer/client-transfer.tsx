/* Confirms the transfer of a client to a team, or back to a user. */
import type { VNode } from 'preact';
import { isolated } from '../parts/text/isolated.js';
import { Confirmation, type ConfirmationProps } from './confirmation.js';
import { OwnerField, type OwnerTeam } from './owner-field.js';

/** The new owners that the user may choose from. */
export type TransferTarget =
  | { readonly kind: 'to_team'; readonly teams: readonly OwnerTeam[] }
  | { readonly kind: 'to_person'; readonly team: Pick<OwnerTeam, 'name'> };

export interface ClientTransferProps extends ConfirmationProps {
  readonly target: TransferTarget;
  /** Id of the team that was chosen before. */
  readonly chosen: string;
}

export const NO_TEAM_CHOSEN = 'Choose one of the teams.';

const TO_TEAM = {
  consequence: 'The owners and administrators of the team will manage it',
  detail:
    'They can change it, rotate its secrets and delete it. You can manage it only while you are one of them. Tokens keep working.',
  submit: 'Transfer to this team',
} as const;

const toUser = (team: string) => ({
  consequence: 'The team will no longer manage it',
  detail: `The other owners and administrators of ${isolated(team)} can no longer manage it. Tokens keep working.`,
  submit: 'Transfer to you',
});

export const ClientTransferPage = (props: ClientTransferProps): VNode => {
  const { target, fault } = props;
  const toTeam = target.kind === 'to_team';
  const title = `Transfer ${isolated(props.name)} to ${toTeam ? 'a team' : 'you'}`;
  return (
    <Confirmation page={props} text={{ title, ...(toTeam ? TO_TEAM : toUser(target.team.name)) }}>
      {toTeam && (
        <OwnerField
          teams={target.teams}
          chosen={props.chosen}
          self={false}
          fault={fault === undefined ? fault : [fault]}
        />
      )}
    </Confirmation>
  );
};
