/* Transferring a client to a team, and back to an owner of the team. */
import { ClientTransferPage, NO_TEAM_CHOSEN } from '../../../views/developer/client-transfer.js';
import { OWNER } from '../../../views/developer/owner-field.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { transferClient, type TransferTarget, transferTarget } from '../../clients/transfer.js';
import { notFound } from '../../errors.js';
import type { UserPost, UserRequest } from '../page.js';
import { page, type PageReply, redirect } from '../reply.js';
import { clientCrumbs, clientPath, type DeveloperDeps, formPageProps, findOwnClient } from './deps.js';

interface Transfer {
  readonly record: ClientRecord;
  readonly target: TransferTarget;
}

async function transferOf(deps: DeveloperDeps, request: UserRequest): Promise<Transfer> {
  const record = await findOwnClient(deps, request);
  const target = transferTarget(record, await deps.records.teamsOf(request.user.account.id));
  if (target === undefined) throw notFound('There is no team or user to whom you can transfer this client.');
  return { record, target };
}

function transferReply(
  deps: DeveloperDeps,
  request: UserRequest,
  { record, target }: Transfer,
  fault?: string,
): PageReply {
  const path = clientPath(deps, record.client.id);
  const [first, ...others] = target.kind === 'to_team' ? target.teams : [];
  const props = {
    ...formPageProps(request, clientCrumbs(deps, record)),
    action: `${path}/transfers`,
    backTo: path,
    name: record.client.name,
    target,
    chosen: first !== undefined && others.length === 0 ? String(first.id) : '',
    fault,
  };
  return page(<ClientTransferPage {...props} />, { status: fault === undefined ? 200 : 422 });
}

export const showTransfer = async (deps: DeveloperDeps, request: UserRequest): Promise<PageReply> =>
  transferReply(deps, request, await transferOf(deps, request));

export async function transfer(deps: DeveloperDeps, post: UserPost): Promise<PageReply> {
  const { record, target } = await transferOf(deps, post);
  const chosen = post.form.text(OWNER.field);
  const team = target.kind === 'to_team' ? target.teams.find(({ id }) => String(id) === chosen) : undefined;
  if (target.kind === 'to_team' && team === undefined) {
    return transferReply(deps, post, { record, target }, NO_TEAM_CHOSEN);
  }
  const { id: clientId } = record.client;
  const to = { by: post.user.account.id, teamId: team?.id, maxClients: deps.clientsPerAccount };
  await transferClient(deps.records, { clientId, ...to }, post.actor);
  return redirect(`${clientPath(deps, clientId)}?done=transferred`);
}
