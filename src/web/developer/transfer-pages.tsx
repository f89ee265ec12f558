/* Transferring a client to a team, and back to an owner of the team. */
import { ClientTransferPage, TRANSFER_TEXT } from '../../../views/developer/client-transfer.js';
import type { TransferTarget as TransferTargetView } from '../../../views/developer/client-transfer.js';
import { OWNER } from '../../../views/developer/owner-field.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { transferClient, type TransferTarget, transferTarget } from '../../clients/transfer.js';
import { notFound } from '../../errors.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { clientCrumbs, clientPath, type DeveloperDeps, ownClient } from './deps.js';

interface Transfer {
  readonly record: ClientRecord;
  readonly target: TransferTarget;
}

const presentTarget = (target: TransferTarget): TransferTargetView =>
  target.kind === 'to_team' ? target : { kind: 'to_person', team: target.team.name };

async function transferOf(request: UserRequest, deps: DeveloperDeps): Promise<Transfer> {
  const record = await ownClient(request, deps);
  const target = transferTarget(record, await deps.records.teamsOf(request.user.account.id));
  if (target === undefined) throw notFound('There is nobody you can transfer this client to.');
  return { record, target };
}

function transferReply(
  request: UserRequest,
  deps: DeveloperDeps,
  { record, target }: Transfer,
  fault?: string,
): PageReply {
  const path = clientPath(deps, record.client.id);
  const [first, ...others] = target.kind === 'to_team' ? target.teams : [];
  const props = {
    user: request.user.account,
    crumbs: clientCrumbs(deps, record),
    csrf: request.csrf(),
    action: `${path}/transfers`,
    backTo: path,
    name: record.client.name,
    target: presentTarget(target),
    chosen: first !== undefined && others.length === 0 ? String(first.id) : '',
    fault,
  };
  return page(<ClientTransferPage {...props} />, { status: fault === undefined ? 200 : 422 });
}

export const showTransfer = async (request: UserRequest, deps: DeveloperDeps): Promise<PageReply> =>
  transferReply(request, deps, await transferOf(request, deps));

export async function transfer(post: UserPost, deps: DeveloperDeps): Promise<PageReply> {
  const { record, target } = await transferOf(post, deps);
  const chosen = post.form.text(OWNER.field);
  const team = target.kind === 'to_team' ? target.teams.find(({ id }) => String(id) === chosen) : undefined;
  if (target.kind === 'to_team' && team === undefined) {
    return transferReply(post, deps, { record, target }, TRANSFER_TEXT.noTeam);
  }
  const { id: clientId } = record.client;
  await transferClient(deps.records, { clientId, by: post.user.account.id, teamId: team?.id }, post.actor);
  return redirect(`${clientPath(deps, clientId)}?done=transferred`);
}
