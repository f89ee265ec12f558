/* `.../clients/:id/transfers`: giving a client to a team, and an owner of the team taking it back. */
import type Router from 'koa-router';
import { ClientTransferPage, TRANSFER_TEXT } from '../../../views/developer/client-transfer.js';
import type { TransferWay } from '../../../views/developer/client-transfer.js';
import { OWNER } from '../../../views/developer/owner-field.js';
import { notFound } from '../../errors.js';
import { redirectAfterPost, sendPage } from '../../http/pages.js';
import { clientCrumbs } from './client-pages.js';
import {
  backToClient,
  type ClientPagesDeps,
  actorOf,
  clientPath,
  confirmed,
  ownClient,
  page,
  type Post,
  posted,
  type Visit,
} from './deps.js';
import type { ClientRecord } from '../../clients/record-store.js';
import { transferClient, type Way, wayOf } from '../../clients/transfer.js';

const presentWay = (way: Way): TransferWay =>
  way.kind === 'to_team' ? way : { kind: 'to_person', team: way.team.name };

async function owned(deps: ClientPagesDeps, visit: Visit): Promise<{ record: ClientRecord; way: Way }> {
  const record = await ownClient(deps, visit);
  const way = wayOf(record, await deps.records.teamsOf(visit.account.id));
  if (way === undefined) throw notFound('There is nobody you can transfer this client to.');
  return { record, way };
}

interface Shown {
  readonly record: ClientRecord;
  readonly way: Way;
  readonly fault?: string;
}

function show({ ctx, account }: Visit, deps: ClientPagesDeps, { record, way, fault }: Shown): void {
  const path = clientPath(deps, record.client.id);
  const [first, ...others] = way.kind === 'to_team' ? way.teams : [];
  const props = {
    user: account,
    crumbs: clientCrumbs(deps, record),
    csrf: deps.csrf.csrfField(ctx),
    action: `${path}/transfers`,
    backTo: path,
    name: record.client.name,
    way: presentWay(way),
    chosen: first !== undefined && others.length === 0 ? String(first.id) : '',
    fault,
  };
  sendPage(ctx, fault === undefined ? 200 : 422, <ClientTransferPage {...props} />);
}

async function transfer(post: Post, deps: ClientPagesDeps): Promise<void> {
  const { record, way } = await owned(deps, post);
  const chosen = post.form.text(OWNER.field);
  const team = way.kind === 'to_team' ? way.teams.find(({ id }) => String(id) === chosen) : undefined;
  if (way.kind === 'to_team' && team === undefined) {
    show(post, deps, { record, way, fault: TRANSFER_TEXT.noTeam });
    return;
  }
  const { id: clientId } = record.client;
  await transferClient(deps.records, { clientId, by: post.account.id, teamId: team?.id }, actorOf(post));
  redirectAfterPost(post.ctx, `${clientPath(deps, clientId)}?done=transferred`);
}

export function addTransferPages(router: Router, deps: ClientPagesDeps): void {
  const path = `${deps.settingsPath}/clients/:id/transfers`;
  router.get(path, backToClient(deps));
  router.get(
    `${path}/new`,
    page(deps, async (visit) => show(visit, deps, await owned(deps, visit))),
  );
  router.post(
    path,
    posted(
      deps,
      confirmed(deps, (post) => transfer(post, deps)),
    ),
  );
}
