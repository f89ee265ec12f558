/* Confirms the transfer of a client to a team, or back to a person. */
import type { VNode } from 'preact';
import { Layout } from '../layout.js';
import type { Crumb } from '../layout.js';
import type { PagePerson } from '../parts/account-menu.js';
import { Button, ButtonLink } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { Form } from '../parts/form.js';
import { isolated } from '../parts/isolated.js';
import { Notice } from '../parts/notice.js';
import { OwnerField } from './owner-field.js';
import type { OwnerTeam } from './owner-field.js';

/** To whom the user may transfer the client. */
export type TransferTarget =
  | { readonly kind: 'to_team'; readonly teams: readonly OwnerTeam[] }
  | { readonly kind: 'to_person'; readonly team: string };

export interface ClientTransferProps {
  readonly user: PagePerson;
  readonly crumbs: readonly Crumb[];
  readonly csrf: string;
  readonly action: string;
  readonly backTo: string;
  readonly name: string;
  readonly target: TransferTarget;
  /** As chosen before. */
  readonly chosen: string;
  readonly fault?: string | undefined;
}

export const TRANSFER_TEXT = {
  give: (name: string) => `Transfer ${isolated(name)} to a team`,
  take: (name: string) => `Transfer ${isolated(name)} to you`,
  giveConsequence: 'The owners and administrators of the team will manage it',
  giveDetail:
    'They can change it, rotate its secrets and delete it. You can manage it only while you are one of them. Tokens keep working.',
  takeConsequence: 'The team will no longer manage it',
  takeDetail: (team: string) =>
    `The other owners and administrators of ${isolated(team)} can no longer manage it. Tokens keep working.`,
  giveSubmit: 'Transfer to this team',
  takeSubmit: 'Transfer to you',
  stay: 'Cancel',
  noTeam: 'Choose one of the teams.',
} as const;
const TEXT = TRANSFER_TEXT;

const Consequence = ({ target }: { target: TransferTarget }): VNode =>
  target.kind === 'to_team' ? (
    <Notice kind="warning" title={TEXT.giveConsequence}>
      <p>{TEXT.giveDetail}</p>
    </Notice>
  ) : (
    <Notice kind="warning" title={TEXT.takeConsequence}>
      <p>{TEXT.takeDetail(target.team)}</p>
    </Notice>
  );

export const ClientTransferPage = (props: ClientTransferProps): VNode => {
  const { target, chosen, fault } = props;
  const giving = target.kind === 'to_team';
  const title = giving ? TEXT.give(props.name) : TEXT.take(props.name);
  return (
    <Layout title={title} width="narrow" user={props.user} crumbs={props.crumbs}>
      <Card>
        <h1>{title}</h1>
        <Consequence target={target} />
        <Form action={props.action} csrf={props.csrf}>
          {giving && (
            <OwnerField
              teams={target.teams}
              chosen={chosen}
              self={false}
              fault={fault ? [fault] : undefined}
            />
          )}
          <div class="actions">
            <Button look="danger">{giving ? TEXT.giveSubmit : TEXT.takeSubmit}</Button>
            <ButtonLink look="plain" to={props.backTo}>
              {TEXT.stay}
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </Layout>
  );
};
